import { beforeEach, expect, test, vi } from 'vitest';
import type { Played, Step } from '../protocol';
import { digestAfter } from './digest';
import { knownStep } from './record';
import { keptPieces, Witness } from './witness';

const START = '00'.repeat(32);
const LIE = 'ff'.repeat(32);
const TABLE = 'tab2345tab67';

const played = (move: string): Played => ({ type: 'played', seat: 0, move, action: null, by: '', luck: [], happened: [] });
const step = (version: number, what: Step['what']): Step => ({ version, at: 0, what });
const course = Array.from({ length: 9 }, (_, n) => step(n + 1, played(`take g${n + 1}`)));
const at = (version: number) => course.slice(0, version).reduce((digest, { what }) => digestAfter(digest, what as Played), START);
const since = (version: number, until: number) => course.slice(version, until);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
});

/** A page that came at the start and saw so much. */
function seen(until: number): Witness {
  const witness = new Witness(TABLE);
  witness.hear(0, [], START);
  for (let version = 1; version <= until; version++) witness.hear(version, since(version - 1, version), at(version));
  return witness;
}
const digests = () => keptPieces(TABLE).map(({ digest }) => digest);

test('what is seen is worked out and kept', () => {
  const witness = seen(3);
  expect([witness.digest, witness.doubt, digests()]).toEqual([at(3), false, [at(3)]]);
});

test('a digest that does not follow is doubted, and what was seen before is kept', () => {
  const witness = seen(3);
  witness.hear(4, since(3, 4), LIE);
  expect([witness.digest, witness.doubt, digests()]).toEqual([at(4), true, [at(3)]]);
});

test('after a reload it goes on from what was kept', () => {
  seen(3);
  const again = new Witness(TABLE);
  again.hear(6, since(1, 6), at(6));
  expect([again.doubt, digests()]).toEqual([false, [at(6)]]);
});

test.each([3, 6])('after a reload another course is doubted, at version %i', (version) => {
  seen(3);
  const again = new Witness(TABLE);
  again.hear(version, since(1, version), LIE);
  expect([again.doubt, digests()]).toEqual([true, [at(3)]]);
});

test('across a gap the word of the server replaces nothing', () => {
  seen(3);
  const again = new Witness(TABLE);
  again.hear(7, since(5, 7), LIE); // the game is over, and its steps do not reach back
  expect([again.doubt, digests()]).toEqual([false, [at(3), LIE]]);
  again.hear(8, since(7, 8), digestAfter(LIE, course[7]!.what as Played));
  expect(digests()).toEqual([at(3), again.digest]);
});

test('many gaps leave what was seen first', () => {
  seen(1);
  for (let version = 10; version < 100; version += 10) new Witness(TABLE).hear(version, [], at(version % 9));
  expect(digests()[0]).toBe(at(1));
  expect(digests()).toHaveLength(5);
});

test('a move that was taken back while nobody looked', () => {
  seen(3);
  const again = new Witness(TABLE);
  again.hear(4, [...since(1, 3), step(4, { type: 'undone', seat: 0, move: 'take g3' })], at(2));
  expect([again.doubt, digests()]).toEqual([false, [at(2)]]);
});

test('a page behind another tab learns nothing', () => {
  seen(3);
  const late = new Witness(TABLE);
  late.hear(2, since(0, 2), at(2));
  expect([late.doubt, digests()]).toEqual([false, [at(3)]]);
});

test('what an older page kept counts', () => {
  localStorage.setItem('digests', JSON.stringify({ [TABLE]: { version: 3, digest: at(3) } }));
  const again = new Witness(TABLE);
  again.hear(5, since(2, 5), LIE);
  expect([again.doubt, digests()]).toEqual([true, [at(3)]]);
});

test('a move from before this browser came in may be taken back, until luck falls', () => {
  const witness = new Witness(TABLE);
  witness.hear(3, since(0, 3), at(3)); // on another device, in the middle of a turn
  expect(keptPieces(TABLE)).toEqual([{ version: 3, digest: at(3), before: [], open: true }]);
  witness.hear(4, [step(4, { type: 'undone', seat: 0, move: 'take g3' })], at(2));
  expect([witness.doubt, digests()]).toEqual([false, [at(3), at(2)]]);
  expect(knownStep([START, at(1), at(2), at(4)], keptPieces(TABLE))).toEqual({ step: 2, undone: true });
  const drawn = { ...played('take g9'), luck: [{ kind: 'money', n: 1, total: 9, k: 1, outcome: 'g4', secret: false }] } as unknown as Played;
  witness.hear(5, [step(5, drawn)], digestAfter(at(2), drawn));
  expect(keptPieces(TABLE).at(-1)!.open).toBeUndefined();
});

test('nothing is open at the start of a game', () => {
  new Witness(TABLE).hear(1, [step(1, { type: 'started' } as Step['what'])], START);
  expect(keptPieces(TABLE)).toEqual([{ version: 1, digest: START, before: [] }]);
});
