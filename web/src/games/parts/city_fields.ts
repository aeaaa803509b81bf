/** Cities in the fields of a position: `tower-9-NE@0,-1;garden-8-NW@-1,0`. */

import { listOf, listText, withSeat, without, type Fields } from '$lib/position';
import { whose, type Move } from './carried.svelte';
import { cellKey, type Cell } from './tiles';
import type { CityView, Placed } from './types';

function cellIn(text: string): [number, number] {
  const [x = 0, y = 0] = text.split(',').map(Number);
  return [x, y];
}

export const builtIn = (text: string): Placed[] =>
  listOf(text, ';').map((word) => {
    const [tile = '', cell = '0,0'] = word.split('@');
    return { tile, cell: cellIn(cell) };
  });
const cityText = (built: readonly Placed[]) => listText(built.map(({ tile, cell }) => `${tile}@${cell.join(',')}`), ';');

export const cityOf = (built: Placed[]): CityView => ({ tiles: [{ tile: 'fountain-0-none', cell: [0, 0] }, ...built], reserve: [], wall: 0, stretch: [] });

/** The free cells beside a city, as it is without the tile that is carried. */
export function plotsOf(built: readonly Placed[], carried: string | null): Cell[] {
  const cells: Cell[] = [[0, 0], ...built.filter(({ tile }) => tile !== carried).map(({ cell }) => cell)];
  const taken = new Set([...cells, ...built.map(({ cell }) => cell)].map((cell) => cellKey(cell)));
  const around = cells.flatMap(([x, y]): Cell[] => [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]]);
  return [...new Map(around.filter((cell) => !taken.has(cellKey(cell))).map((cell) => [cellKey(cell), cell])).values()];
}

/** A tile leaves a city or a reserve; null: it lay elsewhere. */
export function leaveCity(fields: Fields, { piece, from }: Move): Fields | null {
  const [place, seat] = [from.split(':')[0], whose(from)];
  if (place === 'city') return { cities: withSeat(fields.cities, seat, cityText(builtIn(fields.cities!.split('/')[seat]!).filter(({ tile }) => tile !== piece))) };
  if (place === 'reserve') return { reserves: withSeat(fields.reserves, seat, listText(without(listOf(fields.reserves!.split('/')[seat]), piece))) };
  return null;
}

/** A tile comes into a city or a reserve. */
export function joinCity(fields: Fields, { piece, to }: Move): Fields | null {
  const [place, seat, cell] = [to.split(':')[0], whose(to), to.split(':')[2]];
  if (place === 'cell') return { cities: withSeat(fields.cities, seat, cityText([...builtIn(fields.cities!.split('/')[seat]!), { tile: piece, cell: cellIn(cell!) }])) };
  if (place === 'reserve') return { reserves: withSeat(fields.reserves, seat, listText([...listOf(fields.reserves!.split('/')[seat]), piece])) };
  return null;
}

/** A move among plain lists and rows of slots. */
export function leaveList(fields: Fields, { piece, from }: Move): Fields {
  const [key, slot] = from.split(':');
  if (key === 'spare' || !(key! in fields)) return {};
  if (slot === undefined) return { [key!]: listText(without(listOf(fields[key!]), piece)) };
  return { [key!]: fields[key!]!.split(',').map((each, n) => (n === Number(slot) ? '-' : each)).join(',') };
}
export function joinList(fields: Fields, { piece, to }: Move): Fields {
  const [key, slot] = to.split(':');
  if (key === 'spare' || !(key! in fields)) return {};
  if (slot === undefined) return { [key!]: listText([...listOf(fields[key!]), piece]) };
  return { [key!]: fields[key!]!.split(',').map((each, n) => (n === Number(slot) ? piece : each)).join(',') };
}
