/** How fast things move here: as somebody has set it, and not at all where the browser is asked for less motion. */

import { MediaQuery } from 'svelte/reactivity';
import { settings } from './settings.svelte';

const less = new MediaQuery('(prefers-reduced-motion: reduce)');
const LASTS = { calm: 300, quick: 170, none: 0 } as const; // ms

export const pace = {
  get moves(): boolean {
    return settings.motion !== 'none' && !less.current;
  },
  get lasts(): number {
    return this.moves ? LASTS[settings.motion] : 0;
  },
};
