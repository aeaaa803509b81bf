/** The wall that was counted, as a drawing: its sides as `x,y,side`, a cell one unit wide. */

const EDGE: Record<string, readonly [number, number, number, number]> = { N: [0, 0, 1, 0], E: [1, 0, 1, 1], S: [0, 1, 1, 1], W: [0, 0, 0, 1] };

export type WallDrawing = { box: string; cells: [number, number][]; path: string };

export function wallDrawing(sides: readonly string[]): WallDrawing | null {
  const found = sides.map((side) => side.split(',')).map(([x, y, side]) => ({ x: Number(x), y: Number(y), edge: EDGE[side!]! }));
  if (!found.length) return null;
  const xs = found.map(({ x }) => x);
  const ys = found.map(({ y }) => y);
  const [west, north] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - west + 1, Math.max(...ys) - north + 1];
  return {
    box: `${west - 0.3} ${north - 0.3} ${wide + 0.6} ${high + 0.6}`,
    cells: [...new Map(found.map(({ x, y }) => [`${x},${y}`, [x, y] as [number, number]])).values()],
    path: found.map(({ x, y, edge: [x1, y1, x2, y2] }) => `M${x + x1} ${y + y1}L${x + x2} ${y + y2}`).join(''),
  };
}
