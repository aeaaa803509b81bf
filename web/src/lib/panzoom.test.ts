import { expect, test } from 'vitest';
import { bounded, showing, WHOLE } from './panzoom';

const FRAME = { x: -100, y: -100, width: 200, height: 200 };

test('the whole frame is the farthest', () => {
  expect(bounded({ x: 30, y: -7, scale: 0.7 }, FRAME)).toEqual(WHOLE);
});

test('one looks no further than the edge', () => {
  expect(bounded({ x: 500, y: -500, scale: 2 }, FRAME)).toEqual({ scale: 2, x: 100, y: -100 });
  expect(bounded({ x: 40, y: -40, scale: 2 }, FRAME)).toEqual({ scale: 2, x: 40, y: -40 });
});

test('a part in the middle is shown from as near as it fits', () => {
  expect(showing({ x: -50, y: -25, width: 100, height: 50 }, FRAME)).toEqual({ scale: 2, x: 0, y: 0 });
});

test('a part in a corner is shown without what lies beyond the frame', () => {
  expect(showing({ x: 50, y: 50, width: 50, height: 50 }, FRAME)).toEqual({ scale: 4, x: -300, y: -300 });
});
