import { expect, test } from 'vitest';
import type { Played, Step } from '../protocol';
import { digestAfter, Told } from './digest';

const START = '00'.repeat(32);
const played = (seat: number, move: string, luck: Played['luck'] = [], by = ''): Played => ({ type: 'played', seat, move, action: null, by, luck, happened: [] });
const step = (version: number, what: Step['what']): Step => ({ version, at: 0, what });
const open = { kind: 'money', n: 15, total: 58, k: null, outcome: 'g5' };
const secret = { kind: 'tiles', n: 9, total: 112, k: null, outcome: '5', secret: true };

// Worked out with Python's hashlib: SHA-256 of the digest so far and the line of the record.
test('the digest is that of the lines that everybody is told', () => {
  expect(digestAfter(START, played(1, 'take g9', [open]))).toBe('47c85bd50d960bbb7e673e64f6b2411de520cdd70519583305bb4502fe78ef1d');
  expect(digestAfter(START, played(0, 'lay 5 0,1', [secret], 'builder'))).toBe('de4fb6b0170833b4bcf4dae749195f108735c712115624a586fe06cb5320d0e5');
});

test('what only one seat saw does not matter', () => {
  const blank = { ...secret, outcome: null };
  expect(digestAfter(START, played(0, 'end', [blank]))).toBe(digestAfter(START, played(0, 'end', [secret])));
});

const taken = step(1, played(1, 'take g9'));
const talk = step(2, { type: 'said', seat: 0, name: 'a', text: 'oh' });
const back = (version: number) => step(version, { type: 'undone', seat: 1, move: 'take g9' });

test('a move taken back takes the digest back', () => {
  const told = new Told(0, START);
  expect(told.follow([taken, talk], 2)).toBe(true);
  expect(told.digest).not.toBe(START);
  expect(told.follow([back(3)], 3)).toBe(true);
  expect(told.digest).toBe(START);
  expect(told.follow([back(4)], 4)).toBe(false); // made before this page came
});

test('steps that are known already are not taken twice, and a gap is not followed', () => {
  const told = new Told(1, START);
  expect(told.follow([taken, talk], 2)).toBe(true);
  expect(told.digest).toBe(START);
  expect(told.follow([step(4, played(0, 'end'))], 4)).toBe(false);
});

test('only what may be taken back is remembered', () => {
  const told = new Told(0, START);
  told.follow([taken], 1);
  expect(told.before).toEqual([START]);
  told.follow([step(2, played(1, 'take g9', [open]))], 2);
  expect(told.before).toEqual([]);
  told.follow([step(3, played(1, 'end')), step(4, { type: 'ended', seed: '', result: { scores: [], winners: [], resigned: [], reason: '', breakdown: [] } })], 4);
  expect(told.before).toEqual([]);
});
