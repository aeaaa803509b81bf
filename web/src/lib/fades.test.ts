import { expect, test } from 'vitest';
import { endsWithMore } from './fades';

test.each([
  ['all of it is seen', 0, 100, 100, 'none'],
  ['a pixel of rounding is no more', 0, 100, 101, 'none'],
  ['at the top there is more below', 0, 100, 300, 'below'],
  ['in the middle at both ends', 100, 100, 300, 'both'],
  ['at the foot there is more above', 200, 100, 300, 'above'],
] as const)('%s', (_, top, seen, whole, more) => {
  expect(endsWithMore(top, seen, whole)).toBe(more);
});
