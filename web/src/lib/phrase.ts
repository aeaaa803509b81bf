/** What a game says as key and arguments, turned into a sentence of the game that the page is about. */

import { t, type Args } from './i18n.svelte';
import { isReader, listed, nameOf, type Reader } from './words';

export type Phrase = { key: string; args?: Record<string, unknown> }; // each an Arg
type Arg = string | number | Phrase | Player | readonly Arg[]; // several are read as "a, b and c"
type Player = { player: number };

/** The sentence of a phrase; `who`, a player, is spoken to where that is the reader. */
export function phraseText({ key, args = {} }: Phrase, reader: Reader): string {
  const said: Args = {};
  for (const [name, arg] of Object.entries(args)) said[name] = spoken(arg as Arg, reader);
  const who = args.who as Arg | undefined;
  if (isPlayer(who) && isReader(who.player, reader)) said.who = 'you';
  return t(key, said);
}

/** Several phrases, a line each. */
export const phraseLines = (phrases: readonly Phrase[], reader: Reader) => phrases.map((phrase) => phraseText(phrase, reader));

function spoken(arg: Arg, reader: Reader): string | number {
  if (typeof arg !== 'object') return arg;
  if (isPlayer(arg)) return nameOf(arg.player, reader);
  if ('key' in arg) return phraseText(arg, reader);
  return listed(arg.map((each) => String(spoken(each, reader))));
}

const isPlayer = (arg: Arg | undefined): arg is Player => typeof arg === 'object' && 'player' in arg;

/** As the beginning of a line: with a capital letter. */
export const asLine = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
