/** Scorings among what happens: whatever wrote lines of a score. */

import type { Happening, Line, Played, Step } from '$protocol';
import { has, t } from './i18n.svelte';

const isLine = (each: unknown): each is Line => typeof each === 'object' && each !== null && 'points' in each && 'part' in each && 'source' in each;

/** The lines that something wrote; with some, it is a scoring. */
export const linesIn = ({ args }: Happening): Line[] => Object.values(args).flatMap((arg) => (Array.isArray(arg) ? arg.filter(isLine) : []));

/** The scorings of a step, the first one first. */
export const scoringsOf = ({ what }: Step): Happening[] =>
  what.type === 'played' ? (what as Played).happened.filter((each) => linesIn(each).length > 0) : [];

/** A scoring that everybody had a part in is shown large; what one player wrote, in passing. */
export const isLarge = (scoring: Happening) => new Set(linesIn(scoring).map((line) => line.player)).size > 1;

/** Points of every player by lines; nobody's lines are nobody's points. */
export const sumsOf = (lines: readonly Line[], players: number): number[] =>
  Array.from({ length: players }, (_, player) => lines.reduce((sum, line) => sum + (line.player === player ? line.points : 0), 0));

/** A part of a score by its name: `first`, or with a number at its end `round-3`. Of another package it may have no words. */
export function partText(part: string): string {
  if (has(`part.${part}`)) return t(`part.${part}`);
  const [, stem, n] = /^(.*)-(\d+)$/.exec(part) ?? [];
  return stem && has(`part.${stem}`) ? t(`part.${stem}`, { n: n! }) : part;
}

/** What a scoring is called. */
export const scoringTitle = (scoring: Happening) => [...new Set(linesIn(scoring).map((line) => line.part))].map(partText).join(' · ');

/** Is it the same scoring, told twice? */
export const sameScoring = (one: Happening, other: Happening) => one === other || JSON.stringify(one) === JSON.stringify(other);
