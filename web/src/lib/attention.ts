/** How a page tells that it is one's turn: its icon, and a soft sound where that is wanted. */

import { settings } from './settings.svelte';

export function icon(mine: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link) link.href = mine ? '/icon-turn.svg' : '/icon.svg';
}

let sounds: AudioContext | null = null;

/** Two struck tiles: made here, so that nothing has to be fetched. */
export function ring(): void {
  if (!settings.sound) return;
  sounds ??= new AudioContext();
  for (const [after, pitch] of [
    [0, 880],
    [0.12, 1320],
  ] as const) {
    const start = sounds.currentTime + after;
    const tone = sounds.createOscillator();
    const loudness = sounds.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    tone.connect(loudness).connect(sounds.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  }
}
