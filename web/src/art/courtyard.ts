/** The courtyard under a city: where its edges and channels run. */

import { star } from './ornament';

export type Box = { x: number; y: number; width: number; height: number };

/** The ground for a drawing of `box` in a place `shape` times as wide as high: it fills the place but for a seam. */
export function groundIn(box: Box, shape: number): Box {
  const width = Math.max(box.width, box.height * shape) - 24;
  const height = Math.max(box.height, box.width / shape) - 34;
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2 - 5, width, height };
}

const EDGE = 20;
export const inside = ({ x, y, width, height }: Box): Box => ({ x: x + EDGE, y: y + EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE });

/** Two channels that meet under the fountain, whose tile lies from 0 to 100. */
export function channels(box: Box): string {
  const { x, y, width, height } = inside(box);
  return `M${x} 50H${x + width}M50 ${y}V${y + height}`;
}

/** A star in every corner. */
export function corners(box: Box): string {
  const { x, y, width, height } = inside(box);
  return [x, x + width].flatMap((east) => [y, y + height].map((south) => star(east, south, 8, 15, 10))).join('');
}
