/** How a page gets attention: its icon when it is your turn, and soft sounds if they are on. */

import type { Words } from '$games/game';
import type { Step } from '$protocol';
import { scoringsOf } from './scorings';
import { settings } from './settings.svelte';
import type { Sound } from './sounds';

export function icon(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link) link.href = mine ? '/icon-turn.svg' : '/icon.svg';
}

/** A sound, where somebody has asked for sounds; they are fetched when the first is played. */
export function sound(which: Sound): void {
  if (settings.sound) void import('./sounds').then(({ play }) => play(which), () => {});
}

const SOUNDS: Partial<Record<NonNullable<Words['icons']>[string], Sound>> = { tile: 'tile', coin: 'coin', dice: 'dice', marker: 'marker', prize: 'tile' };

/** What is heard of steps that came together: their scoring, or the last move. */
export function heardOf(steps: readonly Step[], words: Words): Sound | null {
  if (steps.some((step) => scoringsOf(step).length)) return 'scoring';
  const last = steps.findLast((step) => step.what.type === 'played')?.what;
  if (last?.type !== 'played') return null;
  return SOUNDS[words.icons?.[(last.action as { type: string }).type] ?? 'tile'] ?? null;
}
