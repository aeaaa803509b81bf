import { expect, test, vi } from 'vitest';
import type { Words } from '$games/game';
import type { Frame, Step } from '$protocol';
import { speak, t } from './i18n.svelte';
import { entriesOf } from './log';
import { frameLines, stepLines } from './words';

vi.stubGlobal('document', { documentElement: { lang: '' } });

/** A game in which players say what they do. */
const words: Words = {
  move: (action, seat, { names }) => `${names[seat]}: ${(action as { type: string }).type}`,
  luck: ({ outcome }) => outcome,
  happening: ({ kind }) => kind,
  asks: {},
  source: (source) => source,
  why: () => '',
};
const names = ['Ana', 'Ben'];

test('what is no longer so is told as well', async () => {
  await speak('en');
  const told = (what: object) => stepLines({ what } as Step, words, { names, you: [0] });
  expect(told({ type: 'readied', seat: 1, ready: true, commit: null })).toEqual(['Ben is ready']);
  expect(told({ type: 'readied', seat: 1, ready: false, commit: null })).toEqual(['Ben is no longer ready']);
  expect(told({ type: 'muted', seat: 0, muted: true })).toEqual(['you are muted']);
  expect(told({ type: 'muted', seat: 0, muted: false })).toEqual(['you may chat again']);
  expect(told({ type: 'hinted', seat: 1 })).toEqual(['Ben asks for a hint']);
  expect(told({ type: 'hinted', seat: 0 })).toEqual(['you ask for a hint']);
  expect(told({ type: 'closed', why: 'operator' })).toEqual(['The operator of this server has closed the table.']);
  expect(told({ type: 'closed', why: 'idle' })).toEqual(['The table has been closed.']);
});

test('a step that only a newer server knows is passed over', async () => {
  const step = { version: 7, what: { type: 'sneezed', seat: 1 } } as unknown as Step;
  expect(entriesOf(step, words, { names, you: [0] })).toEqual([]);
});

test('a move is told once, with the bot that made it for somebody', async () => {
  await speak('de');
  const happened = ['Ana: hop', 'the end'].map((kind) => ({ kind, args: {} }));
  const told = (by: string) => stepLines({ what: { type: 'played', seat: 0, by, action: { type: 'hop' }, happened } } as unknown as Step, words, { names, you: [] });
  expect(told('')).toEqual(['Ana: hop', 'the end']);
  expect(told('builder')).toEqual([`Ana: hop (${t('bot.builder')})`, 'the end']);
});

test('a frame of a replay is a move, a piece of luck or the beginning', async () => {
  await speak('en');
  const told = (frame: object) => frameLines({ action: null, seat: null, luck: null, happened: [], ...frame } as unknown as Frame, words, { names, you: [] });
  expect(told({ action: { type: 'hop' }, seat: 1 })).toEqual(['Ben: hop']);
  expect(told({ luck: { outcome: 'six' }, happened: [{ kind: 'the end', args: {} }] })).toEqual(['six', 'the end']);
  expect(told({ luck: { outcome: null } })).toEqual([]); // hidden: nothing is told, and it is not the beginning
  expect(told({})).toEqual(['Start']);
});
