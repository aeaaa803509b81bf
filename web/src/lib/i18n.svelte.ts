/** Sentences for people, from the same catalogues that the program reads: `key`, `key#one`, `key#you`. */

import english from '$locales/en.json';

export const LANGUAGES = ['en', 'es', 'it', 'hu', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  it: 'Italiano',
  hu: 'Magyar',
  de: 'Deutsch',
};

type Catalogue = Record<string, string>;
export type Args = Record<string, string | number>;

const speech = $state<{ language: Language; catalogue: Catalogue }>({ language: 'en', catalogue: english });

const LOADERS: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: async () => ({ default: english }),
  es: () => import('$locales/es.json'),
  it: () => import('$locales/it.json'),
  hu: () => import('$locales/hu.json'),
  de: () => import('$locales/de.json'),
};

export const language = () => speech.language;

/** The language that the browser asks for, as far as we speak it. */
export function preferred(asked: readonly string[]): Language {
  for (const each of asked) {
    const found = LANGUAGES.find((known) => known === each.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}

export async function speak(wanted: Language): Promise<void> {
  const { default: catalogue } = await LOADERS[wanted]();
  speech.language = wanted;
  speech.catalogue = catalogue;
  document.documentElement.lang = wanted;
}

/** The sentence of a key with its arguments; `key#one` where `count` is 1, `key#you` where `who` is "you", or both. */
export function t(key: string, args: Args = {}): string {
  const sentences = speech.catalogue;
  let variant = key;
  if (args.count === 1 && `${variant}#one` in sentences) variant += '#one';
  if (args.who === 'you' && `${variant}#you` in sentences) variant += '#you';
  const found = sentences[variant];
  if (found === undefined) throw new Error(`no sentence ${key} in ${speech.language}`);
  return found.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? `{${name}}`));
}

export const has = (key: string): boolean => key in speech.catalogue;
