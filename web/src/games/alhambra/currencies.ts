/** Money: a colour and a shape for each currency. Cards are named `y4`: a letter and a value. */

export const CURRENCIES = ['yellow', 'green', 'blue', 'orange'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const COIN: Record<Currency, string> = {
  yellow: 'M12 2l2.9 6.4 7 .7-5.3 4.7 1.6 6.9L12 17.1l-6.2 3.6 1.6-6.9L2.1 9.1l7-.7Z', // a star: florin
  green: 'M15.5 2.6a10 10 0 1 0 0 18.8 8.2 8.2 0 1 1 0-18.8Z', // a crescent: dirham
  blue: 'M12 1.5 21 12l-9 10.5L3 12Z', // a diamond: dinar
  orange: 'M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z', // a circle: ducat
};

/** What is engraved on a coin, as lines. */
export const ENGRAVED: Record<Currency, string> = {
  yellow: 'M12 8v3M12 11l-2.6 3.2M12 11l2.6 3.2M9.2 10.4c1.4.3 2 .6 2.8 1.6.8-1 1.4-1.3 2.8-1.6M12 11v4.5', // a lily
  green: 'M13 4.3a8.3 8.3 0 0 0-6.9 12.6M8.2 18.6a8.3 8.3 0 0 0 2.8 1.3M4.7 10l2 .6M4.8 14.5l2-.8M6.8 6.8l1.5 1.5', // rays along the moon
  blue: 'M12 5.5 17.6 12 12 18.5 6.4 12ZM12 8.8 14.7 12 12 15.2 9.3 12Z', // a diamond in a diamond
  orange: 'M12 5.2a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 0 0 0-13.6ZM8.8 16v-4.2a3.2 3.2 0 0 1 6.4 0V16ZM12 8.6V16M8.8 12h6.4', // a gate in a ring
};

const BY_LETTER: Record<string, Currency> = { y: 'yellow', g: 'green', b: 'blue', o: 'orange' };

export type Card = { name: string; currency: Currency; value: number };

export function cardOf(name: string): Card {
  const currency = BY_LETTER[name[0] ?? ''];
  if (!currency) throw new Error(`no money card: ${name}`);
  return { name, currency, value: Number(name.slice(1)) };
}
