/** Where markers and tiles are in Alcazaba, and where they go. */

import type { Travels } from '../game';
import { columnAt, columnOf, markerFlight } from '../parts/dice_motion';
import { cellAt, panelOf, tileAt } from '../parts/places';
import type { Action, AlcazabaView } from './types';

export const travels: Travels = {
  flights({ action, seat, happened }, before, me) {
    const move = action as Action;
    const view = before.position as AlcazabaView;
    const rival = seat === me ? null : seat;
    if (move.type === 'mark') return [markerFlight(move.column, seat, rival === null ? '.left .turn' : panelOf(seat))];
    if (move.type === 'place') return [{ from: tileAt(rival, move.tile, '.left .tray'), to: cellAt(rival, move.cell) }];
    if (move.type === 'add') return [{ from: tileAt(rival, move.tile, '.corner'), to: cellAt(rival, move.cell) }];
    return happened
      .filter(({ kind }) => kind === 'prize')
      .map(({ args }) => {
        const prize = args.prize === 'first-player' ? ':last-child:not([data-tile])' : `[data-tile="${String(args.prize)}"]`;
        const player = Number(args.player);
        const to = player === me ? '.left .turn' : player < view.players.length ? panelOf(player) : '.rival.ghost';
        return { from: `${columnAt(String(args.column))} .prize > ${prize}`, to };
      });
  },
  place: (played, me) => {
    const { action, seat } = played;
    return 'cell' in (action as object) ? cellAt(seat === me ? null : seat, (action as { cell: [number, number] }).cell) : columnOf(played);
  },
  drawing: (player, me) => `${player === me ? '.place .city' : `.place ${panelOf(player)}`} svg`,
};
