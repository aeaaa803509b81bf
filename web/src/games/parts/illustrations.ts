/** The buildings as they are painted on their tiles: light from the left, and the dearer the richer. In a square of 100. */

import type { Kind } from './buildings';

/** A colour, and everything on the tile that has it: one path each keeps a large city light. */
export type Layer = readonly [colour: string, path: string];

const STONE = { lit: '#fff3da', shade: '#cfae83', dark: '#3a2c3f', line: '#b08d62' };
const CAST = '#1a122455';
const GOLD = '#ffd27a';
const GROUND = 79; // where everything stands

const n = (value: number) => Math.round(value * 10) / 10;
const box = (x: number, y: number, width: number, height: number) => `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
/** The side of a box that is turned away from the light: it runs back to the right. */
const flank = (x: number, y: number, height: number, depth: number) =>
  `M${n(x)} ${n(y)}l${n(depth)} ${n(-depth / 2)}v${n(height)}l${n(-depth)} ${n(depth / 2)}Z`;
/** The shadow of something `height` high on the ground. */
const cast = (x: number, width: number, height: number) => {
  const far = Math.min(height * 0.45, 88 - x - width);
  return `M${n(x + 2)} ${GROUND}l${n(far)} -6H${n(x + width + far)}L${n(x + width)} ${GROUND}Z`;
};
const arch = (x: number, base: number, width: number, height: number) =>
  `M${n(x)} ${n(base)}v${n(width / 2 - height)}a${n(width / 2)} ${n(width / 2)} 0 0 1 ${n(width)} 0V${n(base)}Z`;
/** A horseshoe: the arch closes in again below its widest place. */
const horseshoe = (x: number, base: number, radius: number, leg: number) => {
  const neck = radius * 0.78;
  return `M${n(x - neck)} ${n(base)}v${n(-leg)}A${n(radius)} ${n(radius)} 0 1 1 ${n(x + neck)} ${n(base - leg)}V${n(base)}Z`;
};
const dome = (x: number, base: number, width: number, height: number) =>
  `M${n(x - width / 2)} ${n(base)}C${n(x - width * 0.56)} ${n(base - height * 0.6)} ${n(x - width * 0.2)} ${n(base - height * 0.8)} ${n(x)} ${n(base - height)}` +
  `C${n(x + width * 0.2)} ${n(base - height * 0.8)} ${n(x + width * 0.56)} ${n(base - height * 0.6)} ${n(x + width / 2)} ${n(base)}Z`;
/** The half of a dome or a tree that lies in the shade. */
const farHalf = (x: number, base: number, width: number, height: number) =>
  `M${n(x)} ${n(base - height)}C${n(x + width * 0.2)} ${n(base - height * 0.8)} ${n(x + width * 0.56)} ${n(base - height * 0.6)} ${n(x + width / 2)} ${n(base)}H${n(x + width * 0.1)}` +
  `C${n(x + width * 0.26)} ${n(base - height * 0.5)} ${n(x + width * 0.1)} ${n(base - height * 0.8)} ${n(x)} ${n(base - height)}Z`;
const merlons = (x: number, y: number, width: number, many: number, high = 4.5) => {
  const step = width / (2 * many - 1);
  return Array.from({ length: many }, (_, at) => box(x + 2 * at * step, y - high, step, high + 0.3)).join('');
};
const row = (many: number, draw: (at: number) => string) => Array.from({ length: many }, (_, at) => draw(at)).join('');
const ball = (x: number, y: number, radius: number) => `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(2 * radius)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-2 * radius)} 0Z`;

/** An open dome on four pillars; richer: wider, on a drum, with smaller domes beside it. */
function pavilion(rank: number): Layer[] {
  const width = 34 + 2 * rank;
  const left = 50 - width / 2;
  const base = GROUND - 4 - Math.floor(rank / 2);
  const eaves = base - 19 - rank;
  const high = 18 + 1.6 * rank;
  const drum = rank >= 2 ? 4 : 0;
  const sides = rank >= 4 ? [left + 4.5, left + width - 4.5] : [];
  const gap = (width - 4) / 3;
  const main = [50, eaves - 4 - drum, width * (rank >= 4 ? 0.62 : 0.86), high] as const;
  const domes: (readonly [number, number, number, number])[] = [main, ...sides.map((x) => [x, eaves - 4, 13, 11] as const)];
  return [
    [CAST, cast(left, width, 34)],
    [STONE.dark, box(left + 3, eaves, width - 6, base - eaves)],
    [STONE.shade, row(3, (at) => box(left + gap * (at + 0.5) + 1, eaves, 2.4, base - eaves)) + box(left - 3, base, width + 6, GROUND - base) + (drum ? box(50 - main[2] * 0.42, eaves - 4 - drum, main[2] * 0.84, drum + 0.4) : '')],
    [STONE.lit, row(4, (at) => box(left + gap * at, eaves, 4, base - eaves)) + box(left - 2, eaves - 4, width + 4, 4.5) + box(left - 3, base, width + 6, 2)],
    [STONE.line, row(4, (at) => box(left + gap * at + 2.8, eaves + 1, 1.2, base - eaves - 1)) + box(left - 2, eaves, width + 4, 1)],
    ['#8fe0ee', domes.map((each) => dome(...each)).join('')],
    ['#3f93b8', domes.map((each) => farHalf(...each)).join('')],
    [GOLD, domes.map(([x, y, , h]) => ball(x, y - h - 1.4, h > 12 ? 2 : 1.4)).join('') + (rank >= 3 ? box(50 - main[2] * 0.42, eaves - 5.2, main[2] * 0.84, 1.2) : '')],
  ];
}

/** A horseshoe gate; richer: higher, with battlements, windows and a turret on either side. */
function seraglio(rank: number): Layer[] {
  const width = 36 + 2 * rank;
  const left = 46 - width / 2;
  const top = 45 - 1.7 * rank - (rank >= 5 ? -3 : 0);
  const radius = 8.6 + 0.45 * rank;
  const leg = 12 + rank * 0.5;
  const right = left + width;
  const turrets = rank >= 4 ? [left - 1, right - 8] : [];
  const windows = rank >= 2 ? [left + 4, right - 7.5] : [];
  const spokes = row(7, (at) => {
    const angle = Math.PI * (1.08 - (at * 1.16) / 6);
    const [c, s] = [Math.cos(angle), -Math.sin(angle)];
    const [x, y] = [46, GROUND - leg - radius * 0.62];
    const [inner, outer, half] = [radius, radius + 4.6, 1.5];
    return `M${n(x + c * inner - s * half)} ${n(y + s * inner + c * half)}L${n(x + c * outer - s * half * 1.5)} ${n(y + s * outer + c * half * 1.5)} ${n(x + c * outer + s * half * 1.5)} ${n(y + s * outer - c * half * 1.5)} ${n(x + c * inner + s * half)} ${n(y + s * inner - c * half)}Z`;
  });
  return [
    [CAST, cast(left, width, 40)],
    [STONE.shade, flank(right, top, GROUND - top, 9) + (turrets.length ? flank(right + 1, top - 12, 14, 5) : '')],
    [STONE.lit, box(left, top, width, GROUND - top) + (rank >= 1 ? merlons(left, top, width, 5 + (rank > 2 ? 1 : 0)) : box(left - 1.5, top - 3, width + 3, 3.4)) + turrets.map((x) => box(x, top - 12, 9, 13)).join('')],
    ['#a83024', spokes + turrets.map((x) => `M${n(x - 1)} ${n(top - 12)}L${n(x + 4.5)} ${n(top - 21)} ${n(x + 10)} ${n(top - 12)}Z`).join('') + (rank >= 3 ? box(left, top + 2, width, 1.6) : '')],
    [STONE.dark, horseshoe(46, GROUND, radius, leg) + windows.map((x) => arch(x, top + 13, 3.6, 7)).join('') + turrets.map((x) => arch(x + 3, top - 3, 3, 6)).join('')],
    [GOLD, horseshoe(46, GROUND, radius * 0.56, leg * 0.92) + (rank >= 6 ? row(2, (at) => ball(turrets[at]! + 4.5, top - 22, 1.5)) : '')],
    ['#c98a3c', `M46 ${n(GROUND - leg - radius * 1.1)}V${GROUND}h${n(radius * 0.43)}V${n(GROUND - leg * 0.92)}Z`],
  ];
}

/** A row of three arches; richer: a tiled roof, then a gallery above it. */
function arcades(rank: number): Layer[] {
  const width = 50 + 1.6 * rank;
  const left = 46 - width / 2;
  const gallery = rank >= 3 ? 9 + rank : 0;
  const eaves = 52 - 1.3 * rank - gallery * 0.35;
  const right = left + width;
  const floor = GROUND - 3;
  const bay = (width - 4) / 3;
  const small = (width - 4) / 6;
  const low = eaves + gallery;
  const roof = rank >= 1 ? 8 + rank * 0.7 : 0;
  const opening = (at: number) => arch(left + 4 + bay * at, floor, bay - 4, floor - low - 4);
  return [
    [CAST, cast(left, width, 26)],
    [STONE.shade, flank(right, eaves, GROUND - eaves, 8) + box(left - 2, floor, width + 4, 3)],
    [STONE.lit, box(left, eaves, width, floor - eaves) + box(left - 2, floor, width + 4, 1.4)],
    [STONE.dark, row(3, opening) + (gallery ? row(6, (at) => arch(left + 3.4 + small * at, low - 0.5, small - 2.8, gallery - 3)) : '')],
    ['#f0b65c', row(3, (at) => arch(left + 4 + bay * at + (bay - 4) * 0.5, floor, (bay - 4) * 0.32, (floor - low) * 0.5))],
    [STONE.line, row(3, (at) => box(left + 3.4 + bay * at, floor - (floor - low) * 0.52, bay - 2.8, 1.2)) + box(left, low - 0.4, width, 1.2) + (rank >= 5 ? box(left, eaves + 1.6, width, 1) : '')],
    [roof ? '#d97a45' : STONE.lit, roof ? `M${n(left - 2.5)} ${n(eaves)}l5 ${n(-roof)}H${n(right + 4)}l-1.5 ${n(roof)}Z` : merlons(left, eaves, width, 7, 4)],
    ['#9a4a24', roof ? `M${n(right + 2.5)} ${n(eaves)}l1.5 ${n(-roof)} 6 ${n(roof - 4)}Z` + row(6, (at) => `M${n(left + 5 + (at * width) / 6)} ${n(eaves)}l1.5 ${n(-roof)}h1.100l-1.5 ${n(roof)}Z`) : ''],
  ];
}

/** A coffered window in its wall; richer: more coffers, a twin, a balcony, a tiled eave. */
function chambers(rank: number): Layer[] {
  const twin = rank >= 4;
  const width = twin ? 17 : 22 + 2 * rank;
  const high = 30 + 2 * rank;
  const foot = GROUND - 9;
  const centres = twin ? [35, 57] : [46];
  const [left, right] = [centres[0]! - width / 2 - 7, centres.at(-1)! + width / 2 + 7];
  const top = foot - high - 7;
  const [columns, rows] = [twin ? 2 : rank >= 2 ? 3 : 2, rank >= 3 ? 4 : rank >= 1 ? 3 : 2];
  const pane = (x: number) => {
    const [w, h] = [(width - 5) / columns, (high - width / 2 - 2) / rows];
    return row(columns * rows, (at) => box(x - width / 2 + 3 + (at % columns) * w, foot - 2 - (Math.floor(at / columns) + 1) * h, w - 1.4, h - 1.4)) +
      `M${n(x - width / 2 + 4)} ${n(foot - high + width / 2 - 1)}a${n(width / 2 - 4)} ${n(width / 2 - 4)} 0 0 1 ${n(width - 8)} 0Z`;
  };
  return [
    ['#4a3b2855', cast(left, right - left, 34)],
    ['#a9855c', flank(right, top, GROUND - top, 8)],
    ['#d9bd92', box(left, top, right - left, GROUND - top)],
    ['#8c5a34', `M${n(left - 3)} ${n(top)}l3-6H${n(right + 5)}l-2 6Z` + box(left - 2, GROUND - 4, right - left + 4, 4)],
    ['#5b3a24', centres.map((x) => arch(x - width / 2, foot, width, high)).join('') + flank(right + 2.5, top, 2, 6) + box(left - 3, top, right - left + 5, 1.5)],
    ['#ffcf6e', centres.map(pane).join('')],
    ['#fff1c9', centres.map((x) => arch(x - width / 2 - 2, foot, 2, high - width / 2 + 3)).join('') + box(left, top + 2, 1.6, GROUND - top - 6) + box(left + 3, foot, right - left - 6, 2.4)],
    ['#6e4528', (rank >= 3 ? row(twin ? 9 : 7, (at) => box(left + 4 + (at * (right - left - 10)) / (twin ? 8 : 6), foot + 1, 1.5, 5)) + box(left + 3, foot + 5.6, right - left - 6, 1.6) : '') + (rank >= 6 ? row(5, (at) => ball(left + 8 + (at * (right - left - 16)) / 4, top + 5, 1.5)) : '')],
  ];
}

/** Cypresses by a basin; richer: more trees, oranges, a jet of water. */
function garden(rank: number): Layer[] {
  const trees = [[28, 42 + rank], [57, 26 + rank * 1.5], [18, 24 + rank], [68, 33 + rank], [43, 30 + rank], [78, 24 + rank]].slice(0, 1 + Math.ceil(rank * 0.84)) as [number, number][];
  const behind = trees.toSorted(([, a], [, b]) => a - b);
  const reach = 11 + rank * 1.1;
  const pool = 47;
  const tree = (draw: typeof dome) => behind.map(([x, h]) => draw(x, GROUND - 11, 9 + h * 0.12, h)).join('');
  const basin = (size: number, y: number) => `M${n(pool - size)} ${n(y)}a${n(size)} ${n(size * 0.32)} 0 1 0 ${n(2 * size)} 0a${n(size)} ${n(size * 0.32)} 0 1 0 ${n(-2 * size)} 0Z`;
  const oranges = rank >= 4 ? [[60, 58], [65, 62], [56, 63], [25, 60], [20, 63]] : [];
  return [
    [CAST, behind.map(([x, h]) => `M${x} ${GROUND - 9}l${n(h * 0.4)} -5 5 2.500L${x + 5} ${GROUND - 8}Z`).join('')],
    ['#7a4f2c', behind.map(([x]) => box(x - 1.2, GROUND - 12, 2.4, 5)).join('')],
    ['#a8dc8a', tree(dome)],
    ['#14613c', tree(farHalf)],
    ['#ff9a3d', oranges.map(([x, y]) => ball(x!, y!, 1.7)).join('')],
    [STONE.shade, basin(reach + 2.5, GROUND)],
    [STONE.lit, basin(reach + 2.5, GROUND - 2)],
    ['#2b9fb5', basin(reach, GROUND - 1.6)],
    ['#d7f7ff', `M${n(pool - reach * 0.7)} ${n(GROUND - 2)}a${n(reach * 0.7)} ${n(reach * 0.2)} 0 0 1 ${n(reach * 0.9)} -${n(reach * 0.16)}l-1 1.200a${n(reach * 0.6)} ${n(reach * 0.2)} 0 0 0 -${n(reach * 0.7)} ${n(reach * 0.14)}Z` + (rank >= 3 ? `M${pool - 1} ${GROUND - 2}v-${8 + rank}q-5-1-6 6-0-9 7-8.5 7-.500 7 8.5-1-7-6-6v${8 + rank}Z` : '')],
  ];
}

/** A crenellated tower; richer: storey upon storey, a flared top, a turret, a flag. */
function tower(rank: number): Layer[] {
  const width = 21 + 1.4 * rank;
  const left = 45 - width / 2;
  const top = 50 - 3.6 * rank;
  const depth = 10 + rank * 0.5;
  const right = left + width;
  const crown = rank >= 2 ? 2.5 : 0;
  const turret = rank >= 4;
  const storeys = 1 + Math.floor(rank / 2);
  const storey = (GROUND - 15 - top - 8) / storeys;
  const [wall, low] = [box(left, top, width, GROUND - top), GROUND - 22 - rank];
  const head = (x: number, w: number, y: number, many: number) => box(x, y, w, 7) + merlons(x, y, w, many, 5);
  return [
    [CAST, cast(left, width + depth, 40 + 4 * rank)],
    [STONE.shade, flank(right, top, GROUND - top, depth) + flank(right + crown, top - 5, 12, depth) + (turret ? flank(left - 1, low - 4, GROUND - low + 4, 3) : '')],
    [STONE.lit, wall + head(left - crown, width + 2 * crown, top, rank >= 3 ? 4 : 3) + (turret ? box(left - 13, low, 13, GROUND - low) + head(left - 14.5, 15, low - 4, 3) : '')],
    [STONE.line, (crown ? box(left, top + 7, width, 1.6) : '') + row(storeys - 1, (at) => box(left, top + 9 + storey * (at + 1), width, 1.1)) + row(3, (at) => box(left + 2 + ((at * 7) % (width - 7)), GROUND - 5 - at * 9, 5, 1)) + (turret ? box(left - 13, low + 3, 13, 1.2) : '')],
    ['#8e6d4c', flank(right, top + (crown ? 7 : 0), 2, depth) + row(2, (at) => `M${n(right + crown + depth * (0.22 + at * 0.42))} ${n(top - 5 - depth * (0.11 + at * 0.21))}v4l2.4-1.200v-4Z`)],
    [STONE.dark, arch(45 - 3.4, GROUND, 6.8, 11) + row(storeys, (at) => arch(45 - (at % 2 ? 4.5 : 1.6), top + 17 + storey * at, 3.2, 7) + (at % 2 ? arch(46.5, top + 17 + storey * at, 3.2, 7) : '')) + (turret ? arch(left - 8, low + 12, 3, 6) : '')],
    ['#ffc862', row(storeys > 2 ? 1 : 0, () => arch(45 - 1.6, top + 17 + storey * 2, 3.2, 7))],
    ['#ff8f5e', rank >= 5 ? `M${n(right - 3)} ${n(top - 16)}l11 2.5-11 4Z` : ''],
    ['#fff3da', rank >= 5 ? box(right - 4, top - 16, 1.2, 12) : ''],
  ];
}

/** An eight-pointed basin seen from above, with its bowl and its water. */
function fountain(): Layer[] {
  const points = (size: number, inner: number, dx = 0, dy = 0) =>
    `M${row(16, (at) => {
      const [angle, far] = [(Math.PI * at) / 8, at % 2 ? inner : size];
      return `${at ? 'L' : ''}${n(50 + dx + far * Math.sin(angle))} ${n(50 + dy - far * Math.cos(angle))}`;
    })}Z`;
  return [
    [CAST, points(36, 28, 3, 4)],
    [STONE.shade, points(36, 28, 1.2, 1.8)],
    [STONE.lit, points(36, 28)],
    ['#12707a', points(30, 23)],
    ['#35c3c8', points(28, 21.5, 1.2, 1.8)],
    ['#c9fbf6', 'M32 48a18 18 0 0 1 16-16l-.500 1.600A17 17 0 0 0 34 48ZM66 56a17 17 0 0 1-9 10l-.600-1.500A15 15 0 0 0 64.5 56Z'],
    ['#0e5a6666', ball(52, 53, 11)],
    [STONE.shade, ball(50.8, 51, 11)],
    [STONE.lit, ball(50, 50, 10.5)],
    ['#2aa7b5', ball(50.4, 50.6, 8)],
    ['#effffc', 'M50 40c3.5 4.8 5.5 7.5 5.5 10.500a5.5 5.5 0 0 1-11 0c0-3 2-5.7 5.5-10.500Z'],
    ['#9fe6ea', 'M50 40c3.5 4.8 5.5 7.5 5.5 10.500a5.5 5.5 0 0 1-5.5 5.500c4-3.5 3-9 0-16Z'],
  ];
}

const CHEAPEST: Record<Kind, number> = { pavilion: 2, seraglio: 3, arcades: 4, chambers: 5, garden: 6, tower: 7, fountain: 0 };
const PAINTED: Record<Kind, (rank: number) => Layer[]> = { pavilion, seraglio, arcades, chambers, garden, tower, fountain };
const known = new Map<string, Layer[]>();

/** What is painted on a tile. */
export function illustration(kind: Kind, price: number): Layer[] {
  const key = `${kind} ${price}`;
  const rank = Math.min(6, Math.max(0, price - CHEAPEST[kind]));
  if (!known.has(key)) known.set(key, PAINTED[kind](rank).filter(([, path]) => path));
  return known.get(key)!;
}
