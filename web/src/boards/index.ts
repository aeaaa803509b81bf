/** The board of each game, fetched when it is played. */

import type { Component } from 'svelte';
import type { BoardProps } from './board';

type Loader = () => Promise<{ default: Component<BoardProps> }>;

export const BOARDS: Record<string, Loader> = {
  alhambra: () => import('./alhambra/Alhambra.svelte'),
  alhambra_dice: () => import('./alhambra_dice/Dice.svelte'),
  alcazaba: () => import('./alcazaba/Alcazaba.svelte'),
  zatre: () => import('./zatre/Zatre.svelte'),
};
