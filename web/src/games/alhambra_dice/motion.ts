/** Where markers, chips and discs are in the Dice Game, and where they go. */

import type { Travels } from '../game';
import { columnAt, columnOf, markerFlight } from '../parts/dice_motion';
import type { Action, DiceView } from './types';

const panelOf = (player: number) => `.players > li:nth-child(${player + 1})`;

export const travels: Travels = {
  flights({ action, seat, happened }, before) {
    const move = action as Action;
    const view = before.position as DiceView;
    const marks = move.type === 'mark' || move.type === 'displace' ? [markerFlight(move.column, seat, panelOf(seat))] : [];
    const prizes = happened
      .filter(({ kind, args }) => kind === 'prize' && args.chip)
      .map(({ args }) => ({ from: `${columnAt(String(args.column))} .prize > *`, to: panelOf(Number(args.player)) }));
    return view.columns.length ? [...marks, ...prizes] : [];
  },
  place: (played) => columnOf(played),
  drawing: () => '.place .tracks .board',
};
