/** The board of Zatre as it is drawn (Z2): . dark, + light, @ red, # no square; from -7,-7 in the north-west. */

export const ROWS = [
  '####..+#+..####',
  '#+...........+#',
  '#.+.........+.#',
  '#..+.......+..#',
  '....+.....+....',
  '.....+...+.....',
  '+.....+.+.....+',
  '#......@......#',
  '+.....+.+.....+',
  '.....+...+.....',
  '....+.....+....',
  '#..+.......+..#',
  '#.+.........+.#',
  '#+...........+#',
  '####..+#+..####',
];

export type Square = { x: number; y: number; kind: 'dark' | 'light' | 'red' };
const KIND: Record<string, Square['kind']> = { '.': 'dark', '+': 'light', '@': 'red' };

export const SQUARES: Square[] = ROWS.flatMap((row, y) =>
  [...row].flatMap((letter, x) => (KIND[letter] ? [{ x: x - 7, y: y - 7, kind: KIND[letter] }] : [])),
);
