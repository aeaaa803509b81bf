/** Sentences for people, from the catalogues that the program reads as well: of a game and its parts, and common ones.
 *
 * A sentence is looked for in the game's catalogue, then in the common one; what is missing is shown in English, and
 * what nobody says as its key. `key#one` is said where `count` is 1 (or another of the language's plural categories),
 * `key#you` where `who` is the reader, and `key#one#you` where both are so.
 */

export const LANGUAGES = ['en', 'es', 'it', 'hu', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  it: 'Italiano',
  hu: 'Magyar',
  de: 'Deutsch',
};

export type Catalogue = Readonly<Record<string, string>>;
export type Args = Record<string, string | number>;
export type Source = (language: Language) => Promise<Catalogue>; // where sentences come from
type Catalogues = Readonly<Record<string, Catalogue>>; // by game; those of none are the common ones

const COMMON = '';
const FILES = import.meta.glob<Catalogue>('../../../src/sabika/locales/*.json', { import: 'default' });
const sources = new Map<string, Source>([[COMMON, (language) => FILES[`../../../src/sabika/locales/${language}.json`]!()]]);

let wanted: Language = 'en';
let spoken = $state.raw<{ language: Language; catalogues: Catalogues }>({ language: 'en', catalogues: {} });
let english = $state.raw<Catalogues>({}); // as far as something was missing
let here = $state(COMMON); // the game that the page is about
const missed = new Set<string>(); // games whose English was asked for

export const language = () => spoken.language;

/** The language that the browser asks for, as far as we speak it. */
export function preferred(asked: readonly string[]): Language {
  for (const each of asked) {
    const found = LANGUAGES.find((known) => known === each.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}

/** Change the language: at once, when all that is needed has come. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  const found: Record<string, Catalogue> = next === spoken.language ? { ...spoken.catalogues } : {};
  for (;;) {
    const lacking = [...sources].filter(([game]) => !(game in found)); // more may be learned meanwhile
    if (!lacking.length) break;
    await Promise.all(lacking.map(async ([game, source]) => (found[game] = await source(next))));
  }
  if (wanted !== next) return;
  spoken = { language: next, catalogues: found };
  document.documentElement.lang = next;
}

/** Know what a game says, from now on in every language that is spoken. */
export async function learn(game: string, source: Source): Promise<void> {
  sources.set(game, source);
  await speak(wanted);
}

/** From now on the page is about this game; about none without one. */
export function turnTo(game = COMMON): void {
  here = game;
}

/** The game that the page is about; empty for none. */
export const subject = () => here;

/** The sentence of a key with its arguments, in the words of the game that the page is about. */
export const t = (key: string, args: Args = {}) => say(here, key, args);

/** The same in the words of a certain game. */
export const wordsOf = (game: string) => (key: string, args: Args = {}) => say(game, key, args);

/** Is there such a sentence, in the words of the game that the page is about or of another? */
export const has = (key: string, game = here) => catalogueWith(game, key) !== undefined;

function say(game: string, key: string, args: Args): string {
  const sentences = catalogueWith(game, key) ?? translated(game, key);
  let variant = key;
  if (typeof args.count === 'number') variant = known(sentences, `${key}#${category(args.count)}`) ?? variant;
  if (args.who === 'you') variant = known(sentences, `${variant}#you`) ?? variant;
  const filled = args.who === 'you' ? { ...args, who: catalogueWith(game, 'you')?.you ?? 'you' } : args;
  return (sentences[variant] ?? key).replace(/\{(\w+)\}/g, (gap, name: string) => String(filled[name] ?? gap));
}

const known = (sentences: Catalogue, key: string) => (Object.hasOwn(sentences, key) ? key : undefined);

const catalogueWith = (game: string, key: string, among = spoken.catalogues) =>
  [among[game], among[COMMON]].find((each) => each && Object.hasOwn(each, key));

/** English for what is not said in the reader's language; it is fetched when it is needed first. */
function translated(game: string, key: string): Catalogue {
  if (spoken.language !== 'en' && !missed.has(game)) {
    missed.add(game);
    const needed = [...new Set([game, COMMON])].filter((each) => sources.has(each));
    void Promise.all(needed.map(async (each) => [each, await sources.get(each)!('en')] as const)).then(
      (found) => (english = { ...english, ...Object.fromEntries(found) }),
      () => missed.delete(game),
    );
  }
  return catalogueWith(game, key, english) ?? {};
}

const plurals = new Map<Language, Intl.PluralRules>();

/** The plural category of a number in the language that is spoken. */
function category(count: number): string {
  const { language } = spoken;
  if (!plurals.has(language)) plurals.set(language, new Intl.PluralRules(language));
  return plurals.get(language)!.select(count);
}
