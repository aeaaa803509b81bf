// Made of view and moves in src/sabika/games/alcazaba by `make types`; edited there, not here.

import type { AddBuilding, BuildNote, CityView, GhostNote, GiveBuilding, KeepDice, MarkerView, NameFirst, PlaceBuilding, PlaceMarker, RemoveBuilding, RemoveNote, ReserveBuilding, ScoreNote, SwapBuilding, SwapNote, TurnView } from '../parts/types';

export const PARTS: readonly string[] = ["city","dice","buildings"]; // whose sentences it uses besides its own

/** A column of the board. */
export interface AlcazabaColumnView {
  building: string;
  tiles: string[];
  first_player_chip: boolean;
  markers: MarkerView[];
}

/** A player with a seat. */
export interface AlcazabaPlayerView {
  markers: number;
  fallen: number;
  resting: number;
  city: CityView;
  points: number;
}

/** The table of Alcazaba; it looks the same from every seat. */
export interface AlcazabaView {
  viewer: number | null;
  stage: string;
  round: number;
  actor: number | null;
  first_player: number | null;
  turn: TurnView | null;
  columns: AlcazabaColumnView[];
  evaluated: string | null;
  won: string | null;
  players: AlcazabaPlayerView[];
  carlo: CarloView | null;
  stacks: number;
  bag_size: number;
  aside: string[];
  scorings_held: number;
}

/** The third player of a table of two. */
export interface CarloView {
  markers: number;
  fallen: number;
  tiles: string[];
  points: number;
}

/** Take a tile of the column, or the first-player chip (C57). */
export interface PickPrize {
  type: "pick";
  prize: string;
}

export type Action = KeepDice | PlaceMarker | NameFirst | AddBuilding | RemoveBuilding | SwapBuilding | PlaceBuilding | ReserveBuilding | GiveBuilding | PickPrize;

export type Note = BuildNote | RemoveNote | SwapNote | GhostNote | ScoreNote;
