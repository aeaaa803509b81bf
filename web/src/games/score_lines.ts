/** Checks what a game says of score lines, in all languages. For the tests of the games' rooms. */

import { expect, test, vi } from 'vitest';
import { LANGUAGES, speak } from '$lib/i18n.svelte';
import type { Line } from '$protocol';
import { enter } from './index';

type Case = [source: string, points: number, why: Line['why'], told: string];

/** A line of a score says why it is what it is; `told` is in English. */
export function explains(game: string, cases: Record<string, Case>): void {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  test.each(Object.entries(cases))('%s', async (_, [source, points, why, told]) => {
    const { words } = await enter(game);
    const line: Line = { player: 0, part: 'first', source, points, why };
    for (const language of LANGUAGES) {
      await speak(language);
      if (language === 'en') expect(words.why(line)).toBe(told);
      expect(`${words.source(source)} ${words.why(line)}`).not.toMatch(/[{}]|NaN|undefined|[a-z]\.[a-z]/);
    }
  });
}

/** A prize names its column. */
export function namesColumns(game: string, prizes: Record<string, [args: Record<string, unknown>, told: string]>): void {
  test.each(Object.entries(prizes))('a prize names its column: %s', async (_, [args, told]) => {
    const { words } = await enter(game);
    await speak('en');
    expect(words.happening({ kind: 'prize', args }, { names: ['Ana', 'Ben'], you: [0] })).toBe(told);
  });
}
