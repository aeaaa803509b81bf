import { beforeAll, expect, test, vi } from 'vitest';
import { speak } from '$lib/i18n.svelte';
import { enter } from '../index';
import { words } from './words';

vi.stubGlobal('document', { documentElement: { lang: '' } });
const names = ['Ana', 'Ben', 'Carlo'];

beforeAll(() => enter('alcazaba'));

test('moves and luck are told by its own rules', async () => {
  await speak('en');
  expect(words.move({ type: 'give', tile: 'tower-9-NE' }, 0, { names, you: [] })).toBe('Ana gives tower 9 to Carlo (C69)');
  expect(words.move({ type: 'pick', prize: 'first-player' }, 0, { names, you: [] })).toBe('Ana picks the first-player chip');
  expect(words.luck({ kind: 'lot', n: 1, total: 2, k: 1, outcome: 'seat-2' }, { names, you: [1] })).toBe('you are first player, drawn by lot (D4)');
  expect(words.luck({ kind: 'bag', n: 1, total: 2, k: 1, outcome: 'tower-9-NE' }, { names, you: [] })).toBe('tower 9 is drawn from the bag');
});

test('who keeps no dice throws all of them', async () => {
  await speak('en');
  expect(words.move({ type: 'keep', dice: ['tower', 'tower'] }, 0, { names, you: [] })).toBe('Ana keeps 2 × tower');
  expect(words.move({ type: 'keep', dice: [] }, 0, { names, you: [0] })).toBe('you throw all dice again');
});
