import { expect, test, vi } from 'vitest';
import { LANGUAGES, speak, t } from './i18n.svelte';
import type { Step } from '$protocol';
import { luckText, moveText, stepLines } from './words';

vi.stubGlobal('document', { documentElement: { lang: '' } });

test('one and you are both heard', async () => {
  await speak('en');
  expect(t('event.made', { who: 'Ana', count: 2 })).toBe('Ana makes 2 points');
  expect(t('event.made', { who: 'Ana', count: 1 })).toBe('Ana makes one point');
  expect(t('event.made', { who: 'you', count: 2 })).toBe('you make 2 points');
  expect(t('event.made', { who: 'you', count: 1 })).toBe('you make one point');
});

test.each(LANGUAGES)('%s is spoken, and speaks to the reader', async (language) => {
  await speak(language);
  expect(document.documentElement.lang).toBe(language);
  const action = { type: 'take', cards: ['b4', 'y2'] };
  const mine = moveText(action, 0, ['Ana', 'Ben'], [0]);
  const hers = moveText(action, 0, ['Ana', 'Ben'], [1]);
  expect(hers).toContain('Ana');
  expect(mine).not.toContain('Ana');
  expect(mine).toContain(t('currency.blue'));
  expect(mine).not.toContain('{');
});

test('a building is given to the third player of this table', async () => {
  await speak('en');
  const gift = { type: 'give', tile: 'tower-9-NE' };
  expect(moveText(gift, 0, ['Ana', 'Ben', 'Dirk'], [])).toBe('Ana gives tower 9 to Dirk');
  expect(moveText(gift, 0, ['Ana', 'Ben', 'Carlo'], [])).toBe('Ana gives tower 9 to Carlo (C69)');
});

test('who keeps no dice throws all of them', async () => {
  await speak('en');
  expect(moveText({ type: 'keep', dice: ['tower', 'tower'] }, 0, ['Ana'], [])).toBe('Ana keeps 2 × tower');
  expect(moveText({ type: 'keep', dice: [] }, 0, ['Ana'], [0])).toBe('you throw all dice again');
});

test('the lot is told by the rule of its game', async () => {
  await speak('en');
  const lot = { kind: 'lot', n: 1, total: 2, k: 1, outcome: 'seat-2' };
  expect(luckText(lot, 'alhambra', ['Ana', 'Ben'], [])).toBe('the lot decides that Ben starts (A8)');
  expect(luckText(lot, 'alcazaba', ['Ana', 'Ben'], [1])).toBe('the lot decides that you are first player (D4)');
});

test('what is no longer so is told as well', async () => {
  await speak('en');
  const told = (what: object) => stepLines({ what } as Step, 'zatre', ['Ana', 'Ben'], [0]);
  expect(told({ type: 'readied', seat: 1, ready: true, commit: null })).toEqual(['Ben is ready']);
  expect(told({ type: 'readied', seat: 1, ready: false, commit: null })).toEqual(['Ben is no longer ready']);
  expect(told({ type: 'muted', seat: 0, muted: true })).toEqual(['you are muted']);
  expect(told({ type: 'muted', seat: 0, muted: false })).toEqual(['you may write again']);
});

test('a move that a bot made for somebody is told once, with the bot', async () => {
  await speak('de');
  const action = { type: 'mark', column: 'tower' };
  const happened = [{ kind: 'marked', args: { seat: 0, column: 'tower' } }];
  const moved = moveText(action, 0, ['Ana', 'Ben'], []);
  const told = (by: string) => stepLines({ what: { type: 'moved', seat: 0, by, action, happened } } as unknown as Step, 'alcazaba', ['Ana', 'Ben'], []);
  expect(told('')).toEqual([moved]);
  expect(told('builder')).toEqual([`${moved} (${t('bot.builder')})`]);
});
