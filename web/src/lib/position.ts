/** Positions as text: `GAME:1 key=value …`, one field after the other; what a field says is known in the room of its game. */

export type Fields = Readonly<Record<string, string>>;

export function fieldsOf(text: string): Fields {
  const [, ...words] = text.split(' ');
  return Object.fromEntries(words.map((word) => [word.slice(0, Math.max(0, word.indexOf('='))), word.slice(word.indexOf('=') + 1)]));
}

/** The same position with some fields changed. */
export function withFields(text: string, changes: Fields): string {
  const [head, ...words] = text.split(' ');
  return [head, ...words.map((word) => word.slice(0, Math.max(0, word.indexOf('=')))).map((key, n) => (key in changes ? `${key}=${changes[key]}` : words[n]!))].join(' ');
}

// In a link, behind its #: readable, with & for the spaces.
const PLAIN: Record<string, string> = { '%20': '&', '%3D': '=', '%2C': ',', '%2F': '/', '%3A': ':', '%3B': ';', '%40': '@', '%2B': '+' };
export const inLink = (text: string) => encodeURIComponent(text).replace(/%(20|3D|2C|2F|3A|3B|40|2B)/g, (sign) => PLAIN[sign]!);

/** The position of a link; empty for what is none. */
export function ofLink(hash: string): string {
  try {
    return decodeURIComponent(hash.replace(/^#/, '').replaceAll('&', ' '));
  } catch {
    return '';
  }
}

export const pathOf = (game: string, text: string) => `/editor/${game}#${inLink(text)}`;

// Lists within a field: `-` is an empty one, seats are parted by a slash.
export const listOf = (text: string | undefined, sign = ',') => (!text || text === '-' ? [] : text.split(sign));
export const listText = (items: readonly string[], sign = ',') => items.join(sign) || '-';
export const seatsOf = (text: string | undefined) => (text ?? '').split('/');
export const withSeat = (text: string | undefined, seat: number, value: string) => seatsOf(text).map((each, n) => (n === seat ? value : each)).join('/');

/** A list without one of a piece. */
export function without(items: readonly string[], piece: string): string[] {
  const at = items.indexOf(piece);
  return items.filter((_, n) => n !== at);
}
