import { expect, test } from 'vitest';
import { kept } from './kept';

test('what is equal stays the same object, all the way down', () => {
  const before = { seats: [{ city: [1, 2] }, { city: [3] }], turn: 0 };
  const after = kept(before, { seats: [{ city: [1, 2] }, { city: [3, 4] }], turn: 0 });
  expect(after).toEqual({ seats: [{ city: [1, 2] }, { city: [3, 4] }], turn: 0 });
  expect(after.seats[0]).toBe(before.seats[0]);
  expect(after.seats[1]).not.toBe(before.seats[1]);
  expect(before.seats[1]).toEqual({ city: [3] });
  expect(kept(before, structuredClone(before))).toBe(before);
});

test.each([
  [[1, 2], [1]],
  [[1], [1, 2]],
  [[], {}],
  [{ a: undefined }, { b: undefined }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [{ a: null }, { a: 0 }],
])('%o does not stand for %o', (before, after) => {
  expect(kept(before, structuredClone(after))).toStrictEqual(after);
});
