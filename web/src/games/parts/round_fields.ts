/** A round with dice in the fields of a position: `5-3:1,2-1:2/-/…` are the markers, `pav2-tow6` the dice. */

import { listOf, listText, seatsOf, withSeat, type Fields } from '$lib/position';
import { BUILDINGS, type Building } from './buildings';
import type { MarkerView } from './types';

export const markersIn = (text: string): MarkerView[] =>
  listOf(text).map((marker) => {
    const [row = 0, throws = 0, player = 0] = marker.split(/[-:]/).map(Number);
    return { row, throws, player: player - 1 };
  });

/** Put a player's marker on a cell, or take away what stands there; null: take away. */
export function withMarker(fields: Fields, column: number, row: number, throws: number, player: number | null): Fields {
  const others = markersIn(seatsOf(fields.space)[column] ?? '-').filter((each) => each.row !== row || each.throws !== throws);
  const stands = player === null ? others : [...others, { row, throws, player }];
  const sorted = stands.toSorted((a, b) => b.row - a.row || a.throws - b.throws);
  return { space: withSeat(fields.space, column, listText(sorted.map((each) => `${each.row}-${each.throws}:${each.player + 1}`))) };
}

/** The faces of dice, one for each. */
export const facesIn = (text: string): Building[] =>
  (text === 'none' ? [] : text.split('-')).flatMap((part) => {
    const kind = BUILDINGS.find((each) => each.startsWith(part.slice(0, 3)));
    return kind ? Array<Building>(Number(part.slice(3)) || 1).fill(kind) : [];
  });
export const diceText = (faces: readonly Building[]) =>
  BUILDINGS.flatMap((kind) => {
    const count = faces.filter((face) => face === kind).length;
    return count ? [`${kind.slice(0, 3)}${count}`] : [];
  }).join('-') || 'none';
