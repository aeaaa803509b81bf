// Made of views and moves in src/sabika/games/parts by `make types`; edited there, not here.

/** Build a tile of the reserve (A18). */
export interface AddBuilding {
  type: "add";
  tile: string;
  cell: [number, number];
}

/** A tile was built (A17). */
export interface BuildNote {
  type: "build";
  player: number;
  tile: string;
  cell: [number, number];
  as_it_lies: boolean;
}

/** All that is written down of a game of cities. */
export interface CitiesPaper {
  cities: CityPaper[];
  ghost: string[] | null;
  left: string[];
  held: number[];
  open: number[];
}

/** A city, and what may be done there by A17 and A18. Tiles are identified by their walls: `NE`, or `none`. */
export interface CityPaper {
  city: CityView;
  sites: Record<string, [number, number][]>;
  swaps: Record<string, string[]>;
  loose: string[];
  beside: [number, number][];
}

/** A city as it lies on the table. */
export interface CityView {
  tiles: Placed[];
  reserve: string[];
  wall: number;
  stretch: [number, number, string][];
}

/** The ghost got a tile. */
export interface GhostNote {
  type: "ghost";
  tile: string;
}

/** Give a new tile to the ghost (A16). */
export interface GiveBuilding {
  type: "give";
  tile: string;
}

/** Keep these dice and throw the others (D10). */
export interface KeepDice {
  type: "keep";
  dice: string[];
}

/** A marker in the result space. */
export interface MarkerView {
  row: number;
  throws: number;
  player: number;
}

/** Name the first player of the next round (D31). */
export interface NameFirst {
  type: "name";
  seat: number;
}

/** Build a new tile (A16). */
export interface PlaceBuilding {
  type: "place";
  tile: string;
  cell: [number, number];
}

/** End the turn: place a marker for a type (D12). */
export interface PlaceMarker {
  type: "mark";
  column: string;
}

/** A tile in a city. */
export interface Placed {
  tile: string;
  cell: [number, number];
}

/** Put a tile of the city on the reserve (A18). */
export interface RemoveBuilding {
  type: "remove";
  tile: string;
}

/** A tile of the city went to the reserve (A18). */
export interface RemoveNote {
  type: "remove";
  player: number;
  tile: string;
  as_it_lies: boolean;
}

/** Put a new tile on the reserve (A16). */
export interface ReserveBuilding {
  type: "reserve";
  tile: string;
}

/** A scoring is held now. */
export interface ScoreNote {
  type: "score";
  scoring: number;
}

/** Put a tile of the reserve in the place of one in the city (A18). */
export interface SwapBuilding {
  type: "swap";
  tile: string;
  leaver: string;
}

/** A tile took the place of one in the city (A18). */
export interface SwapNote {
  type: "swap";
  player: number;
  tile: string;
  leaver: string;
  as_it_lies: boolean;
}

/** A turn while the dice are out. */
export interface TurnView {
  seat: number;
  throws: number;
  dice: string[];
  kept: string[];
}
