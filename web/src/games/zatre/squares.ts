import { star } from '$art/ornament';

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

const UNIT = 40;
const pieces = (squares: readonly Square[], draw: (x: number, y: number) => string) =>
  squares.map(({ x, y }) => draw(x * UNIT, y * UNIT)).join('');
const rounded = (inset: number, high = 0) => (x: number, y: number) => {
  const [size, r] = [UNIT - 2 * inset, inset < 0 ? 9 : 5];
  const [side, corner] = [size - 2 * r, (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`];
  return `M${x + inset + r} ${y + inset + high}h${side}${corner(r, r)}v${side}${corner(-r, r)}h${-side}${corner(-r, -r)}v${-side}${corner(r, -r)}Z`;
};
const of = (...kinds: Square['kind'][]) => SQUARES.filter(({ kind }) => kinds.includes(kind));

/** The table as it is painted, from below: a path for each kind of surface, so that all its squares are a dozen elements. */
export const TABLE: [layer: string, path: string][] = [
  ['cast', pieces(SQUARES, rounded(-8, 9))],
  ['under', pieces(SQUARES, rounded(-8, 5))],
  ['plate', pieces(SQUARES, rounded(-8))],
  ['bevel', pieces(SQUARES, rounded(0.5))],
  ['dark', pieces(of('dark'), rounded(1.5, 0.7))],
  ['light', pieces(of('light'), rounded(1.5, 0.7))],
  ['red', pieces(of('red'), rounded(1.5, 0.7))],
  ['sheen', pieces(SQUARES, (x, y) => `M${x + 3} ${y + 30}V${y + 7}q0-4 4-4h24Q${x + 12} ${y + 8} ${x + 3} ${y + 30}Z`)],
  ['star', pieces(of('light', 'red'), (x, y) => star(x + 20, y + 20.7, 8, 13, 8.5))],
];
