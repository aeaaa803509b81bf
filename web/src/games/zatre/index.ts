import { girih } from '$art/ornament';
import type { Room } from '../game';
import { describe } from './describe';
import Picture from './Picture.svelte';
import { PARTS, type ZatrePaper, type ZatreView } from './types';
import { words } from './words';

/** By player which sheet is theirs, at a table or on a sheet of the companion. */
const sidesOf = (position: ZatreView | ZatrePaper) => ('sides' in position ? position.sides : position.seats.map(({ side }) => side));

export const room: Room = {
  Board: () => import('./Board.svelte'),
  Editor: () => import('./Editor.svelte'),
  Companion: () => import('./Companion.svelte'),
  travels: () => import('./motion'),
  Picture,
  wall: girih(1),
  words,
  describe,
  parts: PARTS,
  lesson: () => import('./lesson'),
  shared: (position) => new Set(sidesOf(position as ZatreView | ZatrePaper)).size < sidesOf(position as ZatreView | ZatrePaper).length,
  now: false,
  points: 'board',
};
