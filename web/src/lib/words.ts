/** What happens at a table in sentences; what happens in the game is said by the game's own words. */

import type { Words } from '$games/game';
import type { Closed, Frame, Games, Happening, Played, Option, Started, Step } from '$protocol';
import { has, t, type Args } from './i18n.svelte';
import { phraseLines } from './phrase';

/** That a table was closed, and why, where that is worth a sentence of its own. */
function closedText(why: Closed['why']): string {
  if (why === 'key') return t('table.closed-key');
  return why === 'operator' ? t('table.closed-operator') : t('table.closed');
}

/** Who is told something: what the players are called, the ghost last, and which of them are the reader. */
export type Reader = { names: readonly string[]; you: readonly number[] };

/** A bot of the house in the reader's language; one of another package has only its name. */
export const botText = (name: string) => (has(`bot.${name}`) ? t(`bot.${name}`) : name);

/** The bots that one would play with. */
export const levelsOf = (known: Games) => known.bots.filter((bot) => bot !== 'random');

/** Several names as spoken: a, b and c. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return t('list.and', { first: names.slice(0, -1).join(', '), last: names.at(-1)! });
}

/** Is this player the reader? With several of them at one screen none is. */
export const isReader = (player: number, { you }: Reader) => you.length === 1 && you[0] === player;

export const nameOf = (player: number, reader: Reader) => (isReader(player, reader) ? t('you') : (reader.names[player] ?? ''));

/** The sentence of a key, about a player: `#you` where that is the reader. */
export const about = (key: string, player: number, args: Args, reader: Reader) =>
  t(key, { ...args, who: isReader(player, reader) ? 'you' : (reader.names[player] ?? '') });

/** What somebody can do now, in a sentence. */
export function askText(options: readonly Option[], words: Words): string {
  const kinds = new Set(options.map((option) => (option.action as { type: string }).type));
  const asked = Object.keys(words.asks).find((kind) => kinds.has(kind));
  return t(asked ? `ask.${words.asks[asked]}` : 'action.choose');
}

/** A move or a piece of luck; luck that the reader may not know is not told. */
function firstLine({ action, seat, luck }: Frame, words: Words, reader: Reader): string | null {
  if (action && seat !== null) return words.move(action, seat, reader);
  return luck ? words.luck(luck, reader) : t('replay.start');
}

/** The step that leads to a frame of a replay, and what followed. */
export function frameLines(frame: Frame, words: Words, reader: Reader): string[] {
  if (frame.said) return frame.said.length ? phraseLines(frame.said, reader) : [t('replay.start')];
  const first = firstLine(frame, words, reader);
  return [...new Set([...(first ? [first] : []), ...followedLines(frame.happened, words, reader)])];
}

const followedLines = (happened: readonly Happening[], words: Words, reader: Reader): string[] =>
  happened.flatMap((happening) => words.happening(happening, reader) ?? []);

/** A move, and what followed that it has not said already. */
function playedLines({ action, seat, happened }: Played, words: Words, reader: Reader): string[] {
  return [...new Set([words.move(action, seat, reader), ...followedLines(happened, words, reader)])].filter(Boolean);
}

/** What was dealt openly, and who begins and why. */
function startLines({ luck, happened }: Started, words: Words, reader: Reader): string[] {
  const lots = luck.filter(({ kind }) => kind === 'lot').flatMap((drawn) => words.luck(drawn, reader) ?? []);
  return [...followedLines(happened, words, reader), ...lots];
}

/** A stretch of time as a clock shows it: hours, minutes, seconds. */
function hoursText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, at) => (at ? String(part).padStart(2, '0') : part)).join(':');
}

/** A step of a table in lines for the log. */
export function stepLines(step: Step, words: Words, reader: Reader): string[] {
  const what = step.what;
  switch (what.type) {
    case 'played': {
      const [moved = '', ...followed] = step.said ? phraseLines(step.said, reader) : playedLines(what, words, reader);
      return [moved + (what.by ? ` (${botText(what.by)})` : ''), ...followed];
    }
    case 'started':
      if (step.said) return [t('table.started'), ...phraseLines(step.said, reader)];
      return [t('table.started'), ...startLines(what, words, reader)];
    case 'said':
      return [];
    case 'readied':
      return [about(what.ready ? 'table.readied' : 'table.unreadied', what.seat, {}, reader)];
    case 'muted':
      return [about(what.muted ? 'table.muted' : 'table.unmuted', what.seat, {}, reader)];
    case 'undone':
    case 'hinted':
    case 'held':
    case 'returned':
    case 'resigned':
      return [about(`table.${what.type}`, what.seat, {}, reader)];
    case 'seated':
    case 'stood':
    case 'removed':
      return [t(`table.${what.type}`, { who: what.name })];
    case 'lapsed':
      return [t('table.lapsed', { who: listed(what.names) })];
    case 'closed':
      return [closedText(what.why)];
    case 'ended':
      return [t('table.ended')];
    case 'uncounted':
      return [t('table.uncounted', { time: hoursText(what.ms) })];
    default:
      return [];
  }
}
