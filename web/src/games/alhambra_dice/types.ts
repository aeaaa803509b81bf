// Made of view and moves in src/sabika/games/alhambra_dice by `make types`; edited there, not here.

import type { KeepDice, MarkerView, NameFirst, PlaceMarker, TurnView } from '../parts/types';

export const PARTS: readonly string[] = ["dice","buildings"]; // whose sentences it uses besides its own

/** A column of the board. */
export interface AlhambraDiceColumnView {
  building: string;
  chip: string | null;
  markers: MarkerView[];
  track: StackView[];
}

/** A player; Carlo is the last. */
export interface AlhambraDicePlayerView {
  markers: number;
  fallen: number;
  chips: string[];
  points: number;
}

/** The last throw does not count, with an annul chip (D29). */
export interface AnnulThrow {
  type: "annul";
}

/** The table of the Dice Game; it looks the same from every seat. */
export interface DiceView {
  viewer: number | null;
  stage: string;
  round: number;
  actor: number | null;
  first_player: number | null;
  turn: TurnView | null;
  black_die: string | null;
  columns: AlhambraDiceColumnView[];
  evaluated: string | null;
  prizes_given: string[];
  players: AlhambraDicePlayerView[];
  light_chips: number;
  dark_chips: number;
  gone: string[];
  scorings_held: number;
}

/** Place a marker on a cell that an opponent holds, with a displace chip (D28). */
export interface DisplaceMarker {
  type: "displace";
  column: string;
}

/** Set the black die to a type, with a black-die chip (D30). */
export interface SetBlackDie {
  type: "black";
  symbol: string;
}

/** The discs on one space of a building track. */
export interface StackView {
  space: number;
  players: number[];
}

/** Take two points, or one and the chip (D20); points may go to other columns by swap chips (D27). */
export interface TakePrize {
  type: "prize";
  prize: "chip" | "points";
  swaps: string[];
}

export type Action = KeepDice | PlaceMarker | NameFirst | DisplaceMarker | SetBlackDie | AnnulThrow | TakePrize;
