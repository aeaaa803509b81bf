import { girih } from '$art/ornament';
import type { Room } from '../game';
import { describe } from './describe';
import Picture from './Picture.svelte';
import { PARTS, type ZatreView } from './types';
import { words } from './words';

export const room: Room = {
  Board: () => import('./Board.svelte'),
  travels: () => import('./motion'),
  Picture,
  wall: girih(1),
  words,
  describe,
  parts: PARTS,
  lesson: [[], ['lay'], ['lay'], [], []],
  shared: (position) => new Set((position as ZatreView).seats.map(({ side }) => side)).size < (position as ZatreView).seats.length,
  now: false,
  points: 'board',
};
