import { beforeAll, expect, test, vi } from 'vitest';
import { LANGUAGES, speak, t } from '$lib/i18n.svelte';
import { enter } from '../index';
import { words } from './words';

vi.stubGlobal('document', { documentElement: { lang: '' } });
const names = ['Ana', 'Ben', 'Dirk'];

beforeAll(() => enter('alhambra'));

test.each(LANGUAGES)('%s speaks to the reader', async (language) => {
  await speak(language);
  const action = { type: 'take', cards: ['b4', 'y2'] };
  const mine = words.move(action, 0, { names, you: [0] });
  const hers = words.move(action, 0, { names, you: [1] });
  expect(hers).toContain('Ana');
  expect(mine).not.toContain('Ana');
  expect(mine).toContain(t('currency.blue'));
  expect(mine).not.toContain('{');
});

test('moves and luck are told by its own rules', async () => {
  await speak('en');
  const reader = { names, you: [] };
  expect(words.move({ type: 'give', tile: 'tower-9-NE' }, 0, reader)).toBe('Ana gives tower 9 to Dirk');
  expect(words.move({ type: 'buy', tile: 'tower-9-NE', payment: ['b8', 'b3'] }, 1, reader)).toBe('Ben buys tower 9 for blue 8 and blue 3, 2 too much');
  expect(words.luck({ kind: 'lot', n: 1, total: 2, k: 1, outcome: 'seat-2' }, reader)).toBe('Ben starts, drawn by lot (A8)');
  expect(words.luck({ kind: 'money', n: 31, total: 60, k: 59, outcome: 'scoring' }, reader)).toBe('a scoring card is turned up from the pile (A20)');
});
