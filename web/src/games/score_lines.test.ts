/** A line of a score says why it is what it is. */

import { expect, test, vi } from 'vitest';
import { LANGUAGES, speak } from '$lib/i18n.svelte';
import type { Line } from '$protocol';
import { enter } from './index';

vi.stubGlobal('document', { documentElement: { lang: '' } });

type Case = [game: string, source: string, points: number, why: Line['why'], told: string];

const CASES: Record<string, Case> = {
  'two lines of a turn': ['zatre', 'sum-12', 8, { count: 2, row: 3 }, '2 lines, written in row 3'],
  'a full row': ['zatre', 'bonus', 3, { count: 1, row: 2 }, 'row 2 is full (Z17)'],
  'a new cross': ['zatre', 'crosses', 7, { count: 1, row: 1 }, '1 new cross; row 1 has a cross and counts twice (Z17)'],
  'points in rows that had their crosses before': ['zatre', 'crosses', 2, { count: 0, row: 3 }, 'rows 1 to 3 have crosses and count twice (Z17)'],
  'tiles left over': ['zatre', 'held', -9, { seat: 0, tiles: [4, 5] }, '4 + 5 (Z20)'],
  'a row of the sheet': ['zatre', 'row-1', 20, { row: 1, boxes: [1, 2, 4], bonus: 3, cross: true }, '(1 + 2 + 4, bonus 3) × 2'],
  'several point chips': ['alhambra_dice', 'chips', 5, { ones: 2, twos: 0, threes: 1 }, '1 + 1 + 3'],
  'one point chip': ['alhambra_dice', 'chips', 3, { ones: 0, twos: 0, threes: 1 }, ''],
  'a place on a track': ['alhambra_dice', 'tower', 6, { space: 2, place: 1 }, 'space 2, first'],
  'a place alone': ['alhambra', 'garden', 5, { count: 2, place: 1, group: 1, pot: 5 }, '2 gardens, first'],
  'a tie that is paid': ['alhambra', 'garden', 8, { count: 2, place: 1, group: 2, pot: 17 }, '2 gardens, tied for first (17 shared by 2, rounded down)'],
  'a tie for nothing': ['alcazaba', 'garden', 0, { count: 1, place: 3, group: 2, pot: 0 }, '1 garden, tied for third'],
  'a wall': ['alcazaba', 'wall', 6, { count: 6 }, '6 sides'],
};

test.each(Object.entries(CASES))('%s', async (_, [game, source, points, why, told]) => {
  const { words } = await enter(game);
  const line: Line = { player: 0, part: 'first', source, points, why };
  for (const language of LANGUAGES) {
    await speak(language);
    if (language === 'en') expect(words.why(line)).toBe(told);
    expect(`${words.source(source)} ${words.why(line)}`).not.toMatch(/[{}]|NaN|undefined|[a-z]\.[a-z]/);
  }
});

const PRIZES: Record<string, [game: string, args: Record<string, unknown>, told: string]> = {
  'points': ['alhambra_dice', { player: 1, column: 'tower', prize: 'points', chip: '', swaps: [] }, 'Ben gets 2 points in the tower column'],
  'swapped points': ['alhambra_dice', { player: 0, column: 'tower', prize: 'points', chip: '', swaps: ['garden'] }, 'you get 2 points (swapped: garden) in the tower column'],
  'a building': ['alcazaba', { player: 1, column: 'garden', prize: 'garden-10-none' }, 'Ben gets garden 10 from the garden column'],
  'the first-player chip': ['alcazaba', { player: 0, column: 'garden', prize: 'first-player' }, 'you get the first-player chip from the garden column'],
};

test.each(Object.entries(PRIZES))('a prize names its column: %s', async (_, [game, args, told]) => {
  const { words } = await enter(game);
  await speak('en');
  expect(words.happening({ kind: 'prize', args }, { names: ['Ana', 'Ben'], you: [0] })).toBe(told);
});
