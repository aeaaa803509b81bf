import { expect, test, vi } from 'vitest';
import { LANGUAGES, speak, t } from './i18n.svelte';
import { moveText } from './words';

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
