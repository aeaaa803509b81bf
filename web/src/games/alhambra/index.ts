import { starAndCross } from '$art/ornament';
import type { Room } from '../game';
import LineMark from '../parts/LineMark.svelte';
import SourceMark from '../parts/SourceMark.svelte';
import { describe } from './describe';
import Picture from './Picture.svelte';
import { PARTS } from './types';
import { words } from './words';

export const room: Room = {
  Board: () => import('./Board.svelte'),
  Editor: () => import('./Editor.svelte'),
  Companion: () => import('../parts/CityCompanion.svelte'),
  travels: () => import('./motion'),
  Picture,
  wall: starAndCross(0.54, 0.3),
  words,
  describe,
  parts: PARTS,
  Mark: LineMark,
  SourceMark,
  lesson: () => import('./lesson'),
};
