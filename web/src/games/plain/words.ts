/** A game that says everything itself: the server tells moves, luck, events and positions as phrases. */

import { has, t } from '$lib/i18n.svelte';
import { phraseLines, phraseText } from '$lib/phrase';
import type { Reader } from '$lib/words';
import type { Game, Option } from '$protocol';
import type { Words } from '../game';

/** A move as it is chosen: by its sentence, or by its notation while that has not come. */
export const moveText = (option: Option, reader: Reader) => (option.said ? phraseText(option.said, reader) : option.move);

export const describe = (game: Game, names: string[]) => phraseLines(game.described ?? [], { names, you: game.seat === null ? [] : [game.seat] });

const named = (key: string, name: string) => (has(key) ? t(key) : name);

export const words: Words = {
  move: () => '',
  luck: () => null,
  happening: () => null,
  asks: {},
  source: (source) => named(`source.${source}`, source),
  why: () => '',
};
