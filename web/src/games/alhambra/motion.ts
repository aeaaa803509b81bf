/** Where pieces are on the board of Alhambra, and where they go. */

import type { Travels } from '../game';
import { cellAt, panelOf, tileAt } from '../parts/places';
import type { Action, AlhambraView } from './types';

const square = (n: number) => `.market .square:nth-child(${n + 1}) > :last-child`;
const display = (n: number) => `.display > :nth-child(${n + 1})`;

export const travels: Travels = {
  flights({ action, seat }, before, me) {
    const view = before.position as AlhambraView;
    const move = action as Action;
    const mine = seat === me;
    const rival = mine ? null : seat;
    switch (move.type) {
      case 'take': {
        const lies = [...view.display];
        return move.cards.map((card) => {
          const n = lies.indexOf(card);
          lies[n] = null;
          return { from: display(n), to: mine ? '.hold .hand' : panelOf(seat) };
        });
      }
      case 'buy':
        return [{ from: square(view.market.findIndex(({ tile }) => tile === move.tile)), to: mine ? '.hold' : panelOf(seat) }];
      case 'place':
      case 'add':
        return [{ from: tileAt(rival, move.tile, '.hold'), to: cellAt(rival, move.cell) }];
      case 'reserve':
        return mine ? [{ from: tileAt(null, move.tile, '.hold'), to: tileAt(null, move.tile, '.hold') }] : [];
      default:
        return [];
    }
  },
  place: ({ action, seat }, me) => ('cell' in (action as object) ? cellAt(seat === me ? null : seat, (action as { cell: [number, number] }).cell) : null),
  drawing: (player, me) => `${player === me ? '.place .city' : `.place ${panelOf(player)}`} svg`,
};
