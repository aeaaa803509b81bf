import { expect, test, vi } from 'vitest';
import { LANGUAGES, preferred, speak, t } from './i18n.svelte';

vi.stubGlobal('document', { documentElement: { lang: '' } });

test.each(LANGUAGES)('%s is spoken', async (language) => {
  await speak(language);
  expect(document.documentElement.lang).toBe(language);
  expect(t('table.readied', { who: 'Ana' })).toContain('Ana');
  expect(t('table.readied', { who: 'you' })).not.toContain('{');
});

test('the first language that is asked for and spoken here, or English', () => {
  expect(preferred(['fr-FR', 'hu-HU', 'de'])).toBe('hu');
  expect(preferred(['fr'])).toBe('en');
});
