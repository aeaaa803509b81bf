/** What a review says: its own sentences, which the program prints too, beside those of the game. */

import { has, language, learn, subject, wordsOf, type Catalogue } from '$lib/i18n.svelte';
import { botText } from '$lib/words';
import type { ReviewedDecision } from '$protocol';
import { isDecision, type Entry } from './review.svelte';

const ROOT = '../../../src/sabika/review/locales';
const FILES = import.meta.glob<Catalogue>('../../../src/sabika/review/locales/*.json', { import: 'default' });

/** Know the sentences of reviews from now on. */
export const learnReview = () => learn('review', (spoken) => FILES[`${ROOT}/${spoken}.json`]!());

/** A sentence of the review. */
export const say = wordsOf('review');

/** What the game that the page is about calls a kind of its luck; without a word of its own the kind itself. */
export const kindText = (kind: string) => (has(`luck.${kind}`) ? wordsOf(subject())(`luck.${kind}`) : kind);

/** Whoever decided: a player, or the bot that stood in for one. */
export const moverText = ({ seat, by }: ReviewedDecision, names: readonly string[]) => (by ? say('by', { by: botText(by), who: names[seat]! }) : names[seat]!);

/** Whose decision or luck it was, in which turn and round, as the players count. */
export function placeText(entry: Entry, names: readonly string[]): string {
  const { seat, turn, round } = entry.place;
  if (!isDecision(entry) && seat === null) return round ? say('place.only-round', { round }) : say('place.set-up');
  const who = isDecision(entry) ? moverText(entry, names) : names[seat!]!;
  if (round) return turn ? say('place.round-turn', { who, round, turn }) : say('place.round', { who, round });
  return turn ? say('place.turn', { who, turn }) : who;
}

/** The same with the step of the record. */
export const whenText = (entry: Entry, names: readonly string[]) => say('when', { place: placeText(entry, names), step: entry.step });

/** Where a game goes on from: a step of another one, or any position. */
export type Begins = { source: string | null; step: number | null };

export const beginsText = ({ source, step }: Begins) => (source ? say('begins.from', { origin: say('when', { place: source, step: step! }) }) : say('begins'));

const number = (value: number, digits: number, sign: boolean) =>
  value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: sign ? 'exceptZero' : 'negative' });

/** A chance, or by how much it changed; no line ends before the sign. */
export const percent = (part: number, sign = false) => `${number(100 * part, 0, sign)}\u00a0%`;

export const pointsText = (points: number, sign = false) => number(points, 1, sign);
