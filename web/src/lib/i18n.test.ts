import { expect, test, vi } from 'vitest';
import { speak, t } from './i18n.svelte';

vi.stubGlobal('document', { documentElement: { lang: '' } });

test('one and you are both heard', async () => {
  await speak('en');
  expect(t('event.made', { who: 'Ana', count: 2 })).toBe('Ana makes 2 points');
  expect(t('event.made', { who: 'Ana', count: 1 })).toBe('Ana makes one point');
  expect(t('event.made', { who: 'you', count: 2 })).toBe('you make 2 points');
  expect(t('event.made', { who: 'you', count: 1 })).toBe('you make one point');
});
