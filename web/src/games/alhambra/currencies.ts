/** Money: a colour and a shape for each currency. Cards are named `y4`: a letter and a value. */

export const CURRENCIES = ['yellow', 'green', 'blue', 'orange'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const COIN: Record<Currency, string> = {
  yellow: 'M12 2l2.900 6.400 7 .7-5.300 4.700 1.600 6.900L12 17.100l-6.200 3.600 1.600-6.900L2.100 9.100l7-.7Z', // a star: florin
  green: 'M15.500 2.600a10 10 0 1 0 0 18.800 8.200 8.200 0 1 1 0-18.800Z', // a crescent: dirham
  blue: 'M12 1.500 21 12l-9 10.500L3 12Z', // a diamond: dinar
  orange: 'M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19Z', // a circle: ducat
};

const BY_LETTER: Record<string, Currency> = { y: 'yellow', g: 'green', b: 'blue', o: 'orange' };

export type Card = { name: string; currency: Currency; value: number };

export function cardOf(name: string): Card {
  const currency = BY_LETTER[name[0] ?? ''];
  if (!currency) throw new Error(`no money card: ${name}`);
  return { name, currency, value: Number(name.slice(1)) };
}
