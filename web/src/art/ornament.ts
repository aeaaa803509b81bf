/** Star-and-polygon walls: lines of our own drawing, one pattern a game. */

type Point = readonly [number, number];

export type Wall = { size: number; path: string };

const round = (n: number) => Math.round(n * 100) / 100;

const along = (points: readonly Point[]) => points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');

/** A star with `corners` points around (x, y); `turn` in parts of a full turn. */
export function star(x: number, y: number, corners: number, outer: number, inner: number, turn = 0): string {
  const points: Point[] = [];
  for (let n = 0; n < 2 * corners; n++) {
    const angle = 2 * Math.PI * (n / (2 * corners) + turn);
    const radius = n % 2 === 0 ? outer : inner;
    points.push([x + radius * Math.sin(angle), y - radius * Math.cos(angle)]);
  }
  return `M${along(points)}Z`;
}

/** Eight-pointed stars with crosses between them; `inner` makes them sharper or blunter. */
export function starAndCross(inner: number, heart: number): Wall {
  const size = 120;
  const half = size / 2;
  const centres: Point[] = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
    [half, half],
  ];
  const stars = centres.map(([x, y]) => star(x, y, 8, half * 0.72, half * inner));
  const hearts = centres.map(([x, y]) => star(x, y, 8, half * heart, half * heart * 0.7, 1 / 16));
  const bars = [
    `M${along([[half * 0.72, 0], [half * 1.28, 0]])}`,
    `M${along([[half * 0.72, size], [half * 1.28, size]])}`,
    `M${along([[0, half * 0.72], [0, half * 1.28]])}`,
    `M${along([[size, half * 0.72], [size, half * 1.28]])}`,
  ];
  return { size, path: [...stars, ...hearts, ...bars].join('') };
}

/** Ten-fold girih: decagons of crossing lines. */
export function girih(step: number): Wall {
  const size = 140;
  const half = size / 2;
  const lines: string[] = [];
  for (const [x, y] of [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
    [half, half],
  ] as const) {
    lines.push(star(x, y, 10, half * 0.86, half * 0.56));
    const ring: Point[] = [];
    for (let n = 0; n < 10; n++) {
      const angle = (2 * Math.PI * ((n * step) % 10)) / 10;
      ring.push([x + half * 0.56 * Math.sin(angle), y - half * 0.56 * Math.cos(angle)]);
    }
    lines.push(`M${along(ring)}Z`);
  }
  return { size, path: lines.join('') };
}

/** The wall of a game that has none of its own: seeded by its name, so that each has another. */
export function wallOf(game: string): Wall {
  const seed = [...game].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 997, 7);
  return seed % 3 ? starAndCross(0.42 + (seed % 7) * 0.025, 0.2 + (seed % 5) * 0.03) : girih(seed % 2 ? 1 : 3);
}
