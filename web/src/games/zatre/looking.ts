/** What one sees of the board of Zatre, in units of its drawing. */

import type { Box } from '$lib/panzoom';
import type { Cell } from '../parts/tiles';

export const UNIT = 40; // a square
export const FRAME: Box = { x: -290, y: -290, width: 620, height: 630 };
export const LEAST_SQUARE = 22; // px; smaller ones are too small for a finger
const LEAST_SPAN = 7; // squares

/** How large a square is, in px, if all of the board is to be seen in so many. */
export const squareIn = (wide: number, high: number) => UNIT * Math.min(wide / FRAME.width, high / FRAME.height);

/** The tiles that are laid, and the squares around them. */
export function around(tiles: readonly { cell: Cell }[]): Box {
  const [x, width] = span(tiles.map(({ cell }) => cell[0]));
  const [y, height] = span(tiles.map(({ cell }) => cell[1]));
  return { x, y, width, height };
}

function span(taken: readonly number[]): [from: number, length: number] {
  const [from, to] = [Math.min(0, ...taken) - 1, Math.max(0, ...taken) + 2];
  const more = Math.max(0, LEAST_SPAN - (to - from)) / 2;
  return [(from - more) * UNIT, (to - from + 2 * more) * UNIT];
}
