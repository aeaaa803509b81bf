import { expect, test } from 'vitest';
import { around, squareIn } from './looking';

test('before the first tile one sees seven squares around the red one', () => {
  expect(around([])).toEqual({ x: -120, y: -120, width: 280, height: 280 });
});

test('tiles are seen with a square around them', () => {
  expect(around([{ cell: [-5, 0] }, { cell: [3, 1] }])).toEqual({ x: -240, y: -100, width: 440, height: 280 });
});

test('a square is as large as the narrower side allows', () => {
  expect(squareIn(620, 1000)).toBe(40);
  expect(squareIn(1000, 315)).toBe(20);
});
