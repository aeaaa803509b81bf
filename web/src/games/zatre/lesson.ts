/** Where moves of Zatre begin on its board. */

import type { Touches } from '../game';
import type { Action } from './types';

const UNIT = 40; // a square of the board, in its drawing

export const touches: Touches = (action) => {
  const move = action as Action;
  if (move.type !== 'lay') return [];
  const [x, y] = move.cell;
  const tile = `.tile[data-value="${move.value}"]`;
  return [`.hold .hand:not(:has(${tile}[aria-pressed="true"])) ${tile}`, `.board .spot[transform="translate(${x * UNIT} ${y * UNIT})"]`];
};
