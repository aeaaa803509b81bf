/** Where a game's sentences come from: its own catalogue and those of its parts, or the server for other packages' games. */

import { gameWords } from '$lib/api';
import type { Catalogue, Source } from '$lib/i18n.svelte';

const ROOT = '../../../src/sabika/games';
const FILES = import.meta.glob<Catalogue>(['../../../src/sabika/games/*/locales/*.json', '../../../src/sabika/games/parts/locales/*/*.json'], { import: 'default' });

/** The sentences of one of our games: what it says itself comes before what its parts say, in their order. */
export const ownSentences =
  (game: string, parts: readonly string[]): Source =>
  async (language) => {
    const folders = [`${ROOT}/${game}/locales`, ...parts.map((part) => `${ROOT}/parts/locales/${part}`)];
    return overlaid(await Promise.all(folders.map((folder) => FILES[`${folder}/${language}.json`]?.() ?? {})));
  };

/** Those of a game that the client does not know; none where the server does not know it either. */
export const servedSentences =
  (game: string): Source =>
  (language) =>
    gameWords(game, language).catch(() => ({}));

/** Several catalogues as one: a sentence comes with all its variants from the first that has it. */
export function overlaid(catalogues: readonly Catalogue[]): Catalogue {
  const whole = (key: string) => key.split('#')[0]!;
  const found: Record<string, string> = {};
  for (const each of catalogues) {
    const said = new Set(Object.keys(found).map(whole));
    for (const [key, sentence] of Object.entries(each)) if (!said.has(whole(key))) found[key] = sentence;
  }
  return found;
}
