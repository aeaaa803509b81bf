import { expect, test } from 'vitest';
import { checkDraws, commitmentOf, keyOf, numberBelow } from './luck';
import { hex } from './sha256';

const SEED = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0')).join('');
const NONCES = ['616c696365', '626f62'];

test('the commitment and the key of the vectors', () => {
  expect(commitmentOf('hkdf-sha256-fy32-v1', 'g-1', SEED)).toBe('13da753ea276cda38990bd626403ebebe9793d20f432376669678e588cb8a48b');
  expect(hex(keyOf('g-1', NONCES, SEED))).toBe('7c5b12b3715afd8f8fb967efb8041017ac9f6f7317eca1bdc16becdcaa9d89dc');
});

test.each([
  ['money/1', 108, 67],
  ['money/2', 107, 24],
  ['tiles/1', 54, 51],
  ['tiles/2', 53, 34],
  ['dice/1', 6 ** 8, 1452564],
  ['dice/2', 6 ** 3, 82],
])('%s below %i', (label, total, number) => {
  expect(numberBelow(keyOf('g-1', NONCES, SEED), label, total)).toBe(number);
});

const RIGHT = ['luck money/1: 67 of 108 -> y1', '1: take y1', 'luck money/2: 24 of 107 -> g9'];
const WRONG = {
  'another number': 'luck money/2: 25 of 107 -> g9',
  'a draw made twice': 'luck money/1: 67 of 108 -> y1',
  'a draw left out': 'luck money/3: 0 of 107 -> g9',
  'a line that is no draw': 'luck money/2: 24 of 107',
};

test('draws that the seed gives', () => {
  expect(checkDraws(RIGHT, keyOf('g-1', NONCES, SEED))).toEqual({ draws: 2, wrong: [] });
});

test.each(Object.entries(WRONG))('%s is found', (_, line) => {
  expect(checkDraws([...RIGHT.slice(0, 2), line], keyOf('g-1', NONCES, SEED))).toEqual({ draws: 2, wrong: [line] });
});
