/** Every piece of luck of every recorded game has its words: a replay shows each of them. */

import { expect, test, vi } from 'vitest';
import { LANGUAGES, speak } from '$lib/i18n.svelte';
import { enter } from './index';

vi.stubGlobal('document', { documentElement: { lang: '' } });
const RECORDED = import.meta.glob<string>('../../../tests/recorded/*.txt', { query: '?raw', import: 'default' });
const NAMES = ['Ana', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'the ghost'];
const DRAW = /^luck ([a-z_-]+)\/(\d+): (\d+) of (\d+) -> (.+)$/gm;

const gameOf = (path: string) => path.replace(/.*\/([a-z_]+)-.*/, '$1');

test.each([...new Set(Object.keys(RECORDED).map(gameOf))])('%s', async (game) => {
  const { words } = await enter(game);
  const records = Object.keys(RECORDED).filter((path) => gameOf(path) === game);
  for (const language of LANGUAGES) {
    await speak(language);
    for (const path of records) {
      for (const [, kind, n, k, total, outcome] of (await RECORDED[path]!()).matchAll(DRAW)) {
        const told = words.luck({ kind: kind!, n: Number(n), k: Number(k), total: Number(total), outcome: outcome! }, { names: NAMES, you: [] });
        expect(told ?? '').not.toMatch(/[{}]|NaN|undefined|[a-z]\.[a-z]/);
      }
    }
  }
});
