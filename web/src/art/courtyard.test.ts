import { expect, test } from 'vitest';
import { channels, corners, groundIn, inside } from './courtyard';

const city = { x: -50, y: -50, width: 300, height: 200 };

test('the ground fills a place of any shape, but for a seam', () => {
  for (const shape of [0.5, 1, 1.5, 3]) {
    const { width, height } = groundIn(city, shape);
    expect((width + 24) / (height + 34)).toBeCloseTo(shape);
  }
});

test('the city lies in the middle of its ground, and no part of it beside it', () => {
  const wide = groundIn(city, 4);
  expect(wide.x + wide.width / 2).toBe(city.x + city.width / 2);
  expect(wide.width).toBeGreaterThan(city.width);
  expect(wide.height).toBe(city.height - 34);
});

test('channels meet under the fountain and end at the border', () => {
  const ground = { x: -200, y: -100, width: 500, height: 400 };
  expect(inside(ground)).toEqual({ x: -180, y: -80, width: 460, height: 360 });
  expect(channels(ground)).toBe('M-180 50H280M50 -80V280');
  expect(corners(ground).match(/M/g)).toHaveLength(4);
});
