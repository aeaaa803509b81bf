/** Building tiles by their names: `tower-9-NE` has a type, a price and walls. */

import type { Kind } from './buildings';

export type Side = 'N' | 'E' | 'S' | 'W';
export const SIDES: readonly Side[] = ['N', 'E', 'S', 'W'];

export type Tile = { name: string; kind: Kind; price: number; walls: ReadonlySet<Side> };

const known = new Map<string, Tile>();

export function tileOf(name: string): Tile {
  let tile = known.get(name);
  if (!tile) {
    const [kind, price, walls] = name.split('-');
    tile = {
      name,
      kind: kind as Kind,
      price: Number(price),
      walls: new Set(walls === 'none' ? [] : ([...(walls ?? '')] as Side[])),
    };
    known.set(name, tile);
  }
  return tile;
}

export type Cell = readonly [number, number];
export const cellKey = ([x, y]: Cell) => `${x},${y}`;
