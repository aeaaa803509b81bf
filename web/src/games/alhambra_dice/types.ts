// Made of view and moves in src/sabika/games/alhambra_dice by `make types`; edited there, not here.

import type { KeepDice, MarkerView, NameFirst, PlaceMarker, ScoreNote, TurnView } from '../parts/types';

export const PARTS: readonly string[] = ["dice","buildings"]; // whose sentences it uses besides its own

/** A disc moved up: it lies on top of what stands on its new space (D34, D35). */
export interface AdvanceNote {
  type: "advance";
  player: number;
  column: "arcades" | "chambers" | "garden" | "pavilion" | "seraglio" | "tower";
  points: number;
}

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

/** The point chips that a player has now: how many of 1, 2 and 3 (D26). */
export interface ChipsNote {
  type: "chips";
  player: number;
  chips: [number, number, number];
}

/** A track, as the board shows it. */
export interface ColumnPaper {
  building: string;
  track: StackView[];
}

/** All that is written down of a game. */
export interface DicePaper {
  columns: ColumnPaper[];
  chips: [number, number, number][];
  held: number[];
  open: number[];
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

/** The discs on a space, from the lowest up. */
export interface StackNote {
  space: number;
  players: number[];
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

/** A track as it lies on the table, instead of what was written down of it. */
export interface TrackNote {
  type: "track";
  column: "arcades" | "chambers" | "garden" | "pavilion" | "seraglio" | "tower";
  stacks: StackNote[];
}

export type Action = KeepDice | PlaceMarker | NameFirst | DisplaceMarker | SetBlackDie | AnnulThrow | TakePrize;

export type Note = AdvanceNote | TrackNote | ChipsNote | ScoreNote;
