/** The rules of the games, rule by rule, from the games' own rooms; fetched when they are opened. */

import type { Language } from '$lib/i18n.svelte';

export type Rule = { id: string; text: string };
export type Ruling = { id: string; question: string; ruling: string };
export type RuleTable = { rule: string; head: string[]; rows: string[][] };
export type Rulebook = {
  sections: { title: string; rules: Rule[] }[];
  rulings: Ruling[];
  tables: RuleTable[];
  borrows: Record<string, string>; // by the letter of their numbers: games whose rules this one uses as well
};

const FILES = import.meta.glob<Rulebook>('../../../src/sabika/games/*/rules/*.json', { import: 'default' });
const file = (game: string, language: string) => FILES[`../../../src/sabika/games/${game}/rules/${language}.json`];

export const hasRules = (game: string) => file(game, 'en') !== undefined;

/** In the reader's language, or in English where that has none; null for a game of another package. */
export const rulebookOf = async (game: string, language: Language) => (await (file(game, language) ?? file(game, 'en'))?.()) ?? null;

/** A rule by its number; a part without a text of its own, like Z8a, is told by the whole rule. */
export function ruleOf(book: Rulebook, number: string): Rule | undefined {
  const rules = book.sections.flatMap((section) => section.rules);
  return rules.find(({ id }) => id === number) ?? rules.find(({ id }) => id === number.replace(/[a-e]$/, ''));
}

/** A rule with its parts: A17, A17a, A17b. */
export const withParts = (book: Rulebook, { id }: Rule) =>
  book.sections.flatMap((section) => section.rules).filter((each) => each.id === id || each.id.replace(/[a-e]$/, '') === id);

/** The rulings on rules: those that a rule names, `[R X16, Q8]`, and those that bear its number. */
export function rulingsOn(book: Rulebook, rules: readonly Rule[]): Ruling[] {
  const marks = rules.flatMap(({ text }) => [...text.matchAll(/\[[RA]([^\]]*)\]/g)].map((mark) => mark[1]!));
  const named = new Set([...marks.flatMap((mark) => mark.match(/[A-Z]\d+/g) ?? []), ...rules.map(({ id }) => id)]);
  return book.rulings.filter(({ id }) => id.split(', ').some((each) => named.has(each)));
}
