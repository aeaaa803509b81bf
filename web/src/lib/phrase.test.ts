import { beforeAll, expect, test, vi } from 'vitest';
import vectors from '../../../tests/phrases.json'; // the program's resolver gives the same
import { learn, speak, t, turnTo, type Catalogue, type Language } from './i18n.svelte';
import { phraseText, type Phrase } from './phrase';

vi.stubGlobal('document', { documentElement: { lang: '' } });

const catalogues: Record<string, Catalogue> = vectors.catalogues;
type Case = { name: string; language?: Language; you?: number; phrase: Phrase; sentence: string };

beforeAll(async () => {
  await learn('spoken', async (language) => catalogues[language] ?? {});
  turnTo('spoken');
});

test.each(vectors.cases as Case[])('$name', async ({ language = 'en', you, phrase, sentence }) => {
  await speak(language);
  const told = () => phraseText(phrase, { names: vectors.names, you: you === undefined ? [] : [you] });
  told(); // what is not said in the language is fetched
  await vi.waitFor(() => expect(told()).toBe(sentence));
});

test('with several readers at one screen nobody is spoken to', async () => {
  await speak('en');
  const phrase = { key: 'roll', args: { who: { player: 0 }, faces: 2 } };
  expect(phraseText(phrase, { names: vectors.names, you: [0, 1] })).toBe('Ana rolls 2');
});

test('a game says it its own way, and what it does not say is said as everywhere', async () => {
  await speak('en');
  expect(t('list.and', { first: 'a', last: 'b' })).toBe('a and b');
  expect(t('table.ended')).toBe('The game is over.');
  turnTo();
  expect(t('roll')).toBe('roll');
  turnTo('spoken');
});
