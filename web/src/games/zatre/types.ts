// Made of view and moves in src/sabika/games/zatre by `make types`; edited there, not here.

export const PARTS: readonly string[] = []; // whose sentences it uses besides its own

/** Tiles that lie face down. */
export interface ClosedHand {
  type: "closed";
  size: number;
}

/** Draw one tile, or none, where tiles may be kept (Z11). */
export interface DrawTiles {
  type: "draw";
  tiles: number;
}

/** Lay a tile on a square (Z8). */
export interface LayTile {
  type: "lay";
  value: number;
  cell: [number, number];
}

/** A line of 10 to 12 that this turn has made so far. */
export interface MadeLine {
  line: string;
  sum: number;
}

/** A row of a sheet. */
export interface RowView {
  cross: boolean;
  boxes: [number, number, number];
  bonus: number;
  complete: boolean;
  total: number;
}

/** The sheet of a player or a team. */
export interface SheetView {
  rows: RowView[];
  total: number;
}

/** Tiles that the viewer sees. */
export interface ShownHand {
  type: "shown";
  size: number;
  tiles: number[];
}

/** Keep the tiles that are left, where that is allowed (Z11). */
export interface StopLaying {
  type: "stop";
}

/** A tile on the board. */
export interface ZatrePlaced {
  value: number;
  cell: [number, number];
}

/** A player at the table. */
export interface ZatreSeatView {
  side: number;
  hand: ShownHand | ClosedHand;
  drawn: number | null;
}

/** The table of Zatre from one seat, or as a spectator sees it. */
export interface ZatreView {
  viewer: number | null;
  stage: string;
  turn: number;
  actor: number | null;
  starter: number | null;
  tiles: ZatrePlaced[];
  laid: [number, number][];
  lines: MadeLine[];
  seats: ZatreSeatView[];
  sheets: SheetView[];
  bag_size: number;
  ending: string;
}

export type Action = LayTile | DrawTiles | StopLaying;
