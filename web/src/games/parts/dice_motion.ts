/** Where markers are in a result space, and where they go. */

import type { Played } from '$protocol';
import type { Flight } from '$lib/motion';
import { BUILDINGS } from './buildings';

export const columnAt = (building: string) => `.columns > section:nth-of-type(${(BUILDINGS as readonly string[]).indexOf(building) + 1})`;

/** A marker goes to its cell: it is the new one there, and lay nowhere before. */
export const markerFlight = (column: string, player: number, from: string): Flight => ({ from, new: true, to: `${columnAt(column)} .marker.seat-${player}.fresh` });

/** The column that a move is about. */
export const columnOf = ({ action }: Played) => ('column' in (action as object) ? columnAt((action as { column: string }).column) : null);
