/** The curve of a review: what the account adds up, as chances. */

import { expect, test } from 'vitest';
import type { Review } from '$protocol';
import { curveOf } from './review.svelte';

const won = (...wins: number[]) => ({ points: wins.map(() => 0), wins });

test('a chance is between 0 and 1, whatever luck adds to an estimate that is corrected later', () => {
  const luck = { type: 'luck', step: 1, gain: won(0.2, -0.2) };
  const decision = { type: 'decision', step: 2, gain: won(0, 0), revision: won(-0.3, 0.3) };
  const review = { start: won(0.9, 0.1), entries: [luck, decision], resigned: [] } as unknown as Review;
  const curve = curveOf(review);
  expect(curve.slice(0, 2)).toEqual([[0.9, 0.1], [1, 0]]);
  expect(curve[2]![0]).toBeCloseTo(0.8);
});
