/** Where markers, chips and discs are in the Dice Game, and where they go. */

import type { Flight } from '$lib/motion';
import type { Happening } from '$protocol';
import type { Travels } from '../game';
import { columnAt, columnOf, markerFlight } from '../parts/dice_motion';
import type { Action, DiceView } from './types';

type Prize = { player: number; column: string; prize: 'chip' | 'points'; chip: string; swaps: string[] };

const POINTS = { chip: 1, points: 2 } as const;
const panelOf = (player: number) => `.players > li:nth-child(${player + 1})`;
const discAt = (track: string, player: number) => `.tracks .disc[data-track="${track}"][data-player="${player}"]`;

/** A prize leaves its column: the chip for its owner, the points for the tracks where they count. */
function prizeFlights({ args }: Happening): Flight[] {
  const { player, column, prize, chip, swaps } = args as Prize;
  const tracks = new Set([...(POINTS[prize] > swaps.length ? [column] : []), ...swaps]);
  const points = [...tracks].map((track): Flight => ({ from: `${columnAt(column)} .prize`, to: discAt(track, player), new: true }));
  return chip ? [{ from: `${columnAt(column)} .prize > *`, to: panelOf(player) }, ...points] : points;
}

export const travels: Travels = {
  flights({ action, seat, happened }, before) {
    const move = action as Action;
    const view = before.position as DiceView;
    const marks = move.type === 'mark' || move.type === 'displace' ? [markerFlight(move.column, seat, panelOf(seat))] : [];
    const prizes = happened.filter(({ kind }) => kind === 'prize').flatMap(prizeFlights);
    return view.columns.length ? [...marks, ...prizes] : [];
  },
  place: (played) => columnOf(played),
  drawing: () => '.place .tracks .board',
};
