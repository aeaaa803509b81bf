/** Where tiles are on the board of Zatre, and where they go. */

import type { Travels } from '../game';
import type { Action, ZatreView } from './types';

const UNIT = 40;
const cellAt = ([x, y]: readonly [number, number]) => `.board svg g[transform="translate(${x * UNIT} ${y * UNIT})"]`;

export const travels: Travels = {
  flights({ action, seat }, before, me) {
    const move = action as Action;
    if (move.type !== 'lay') return [];
    const to = cellAt(move.cell);
    if (seat === me) return [{ from: `.hold .tile[data-value="${move.value}"]`, to }];
    const { seats } = before.position as ZatreView;
    const first = seats.findIndex(({ side }) => side === seats[seat]?.side); // whose edge the sheet of a side has
    return [{ from: `.place details[data-edge="${first}"] > summary`, to, new: true }];
  },
  place: ({ action }) => ('cell' in (action as object) ? cellAt((action as { cell: [number, number] }).cell) : null),
  drawing: () => '.place .board svg',
};
