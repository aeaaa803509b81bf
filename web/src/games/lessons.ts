/** The lessons of the games: scenes and what is said in them, from the games' own rooms; fetched when they are opened. */

import type { Language } from '$lib/i18n.svelte';

/** One decision: patterns of moves that solve it, and of legal ones that miss the idea; the last of these fits all. */
export type SceneStep = { moves: string[]; slips: string[]; find?: boolean }; // find: nothing points before a try
export type Scene = { id: string; position: string; steps: SceneStep[] };
export type SceneWords = { title: string; steps: { task: string; slips: string[] }[]; done: string };
/** Said once, when a move of one of these kinds is possible for the first time, and none of the others. */
export type CoachLine = { kinds: string[]; unless?: string[]; text: string };
export type LessonWords = { scenes: Record<string, SceneWords>; coach: CoachLine[] };

const ROOT = '../../../src/sabika/games';
const SCENES = import.meta.glob<Scene[]>('../../../src/sabika/games/*/lessons/scenes.json', { import: 'default' });
const WORDS = import.meta.glob<LessonWords>(['../../../src/sabika/games/*/lessons/*.json', '!../../../src/sabika/games/*/lessons/scenes.json'], { import: 'default' });

export const hasLesson = (game: string) => `${ROOT}/${game}/lessons/scenes.json` in SCENES;

/** In the order in which they are learned; none for a game of another package. */
export const scenesOf = async (game: string) => (await SCENES[`${ROOT}/${game}/lessons/scenes.json`]?.()) ?? [];

/** In the reader's language, or in English where that has none. */
export async function lessonWords(game: string, language: Language): Promise<LessonWords> {
  const file = (each: string) => WORDS[`${ROOT}/${game}/lessons/${each}.json`];
  return (await (file(language) ?? file('en'))?.()) ?? { scenes: {}, coach: [] };
}

/** Does a move fit a pattern of notation, like `lay 4 *`? */
export function fits(move: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(move);
}
