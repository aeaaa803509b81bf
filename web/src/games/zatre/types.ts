// Made of view and moves in src/sabika/games/zatre by `make types`; edited there, not here.

export const PARTS: readonly string[] = []; // whose sentences it uses besides its own

/** Tiles that lie face down. */
export interface ClosedHand {
  type: "closed";
  size: number;
}

/** The turn on the board is over, and its lines are written down (Z13). */
export interface DoneNote {
  type: "done";
  as_it_lies: boolean;
}

/** Draw one tile, or none, where tiles may be kept (Z11). */
export interface DrawTiles {
  type: "draw";
  tiles: number;
}

/** The game is over: the tiles that each player still holds (Z20). */
export interface EndNote {
  type: "end";
  held: number[][];
}

/** A tile was laid on the board; with a tile of another player the turn before it ends. */
export interface LayNote {
  type: "lay";
  player: number;
  value: number;
  cell: [number, number];
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

/** The turn on the board, before it is over. */
export interface OpenTurn {
  player: number;
  laid: [number, number][];
  lines: MadeLine[];
  crosses: number;
  points: number;
  owing: [number, number] | null;
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

/** A turn as it goes on the sheet: how many lines of 10, 11 and 12, and how many crosses (Z13 to Z16). */
export interface TurnNote {
  type: "turn";
  player: number;
  tens: number;
  elevens: number;
  twelves: number;
  crosses: number;
}

/** All that is written down of a game. */
export interface ZatrePaper {
  sides: number[];
  sheets: SheetView[];
  tiles: ZatrePlaced[];
  room: [number, number, number][];
  left: number[];
  turn: OpenTurn | null;
  held: number[][] | null;
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

export type Note = TurnNote | LayNote | DoneNote | EndNote;
