import { wallOf } from '$art/ornament';
import type { Room } from '../game';
import Picture from './Picture.svelte';
import { words } from './words';

/** The room of a game that has none of its own. */
export const plainRoom = (game: string): Room => ({
  Board: () => import('./Board.svelte'),
  Picture,
  wall: wallOf(game),
  words,
  describe: () => [], // the board itself
  parts: [],
  phrases: true,
  points: 'board',
});
