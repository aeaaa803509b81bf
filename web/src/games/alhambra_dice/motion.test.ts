import { expect, test } from 'vitest';
import type { Game, Played } from '$protocol';
import { travels } from './motion';

const before = { position: { columns: [{}] }, seat: 0 } as unknown as Game;
const won = (args: object) => ({ seat: 1, action: { type: 'prize' }, happened: [{ kind: 'prize', args: { player: 1, column: 'tower', chip: '', swaps: [], ...args } }] }) as unknown as Played;
const goals = (args: object) => travels.flights(won(args), before, 0).map(({ to }) => to);
const disc = (track: string) => `.tracks .disc[data-track="${track}"][data-player="1"]`;

test('points of a prize travel from their column to its track', () => {
  const [flight, ...more] = travels.flights(won({ prize: 'points' }), before, 0);
  expect(flight).toMatchObject({ to: disc('tower'), new: true });
  expect(flight!.from).toMatch(/section.* \.prize$/);
  expect(more).toEqual([]);
});

test('points that are swapped travel to the tracks of other columns', () => {
  expect(goals({ prize: 'points', swaps: ['garden'] })).toEqual([disc('tower'), disc('garden')]);
  expect(goals({ prize: 'points', swaps: ['garden', 'garden'] })).toEqual([disc('garden')]);
});

test('a chip goes to its owner, and its point to the track', () => {
  expect(goals({ prize: 'chip', chip: 'swap' })).toEqual(['.players > li:nth-child(2)', disc('tower')]);
});
