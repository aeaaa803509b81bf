// Made of view and moves in src/sabika/games/alhambra by `make types`; edited there, not here.

import type { AddBuilding, BuildNote, CityView, GhostNote, GiveBuilding, PlaceBuilding, RemoveBuilding, RemoveNote, ReserveBuilding, ScoreNote, SwapBuilding, SwapNote } from '../parts/types';

export const PARTS: readonly string[] = ["city","buildings"]; // whose sentences it uses besides its own

/** A player as others see him. */
export interface AlhambraSeatView {
  city: CityView;
  hand_size: number;
  hand: string[] | null;
  won: string[];
  points: number;
}

/** The table of Alhambra from one seat, or as a spectator sees it. */
export interface AlhambraView {
  viewer: number | null;
  stage: string;
  turn: number | null;
  actor: number | null;
  market: SquareView[];
  display: (string | null)[];
  pile_size: number;
  bag_size: number;
  spent: string[];
  scorings_held: number;
  waiting: string[];
  seats: AlhambraSeatView[];
  dirk: DirkView | null;
  gone: string | null;
  ending: string;
}

/** Buy a tile of the market with cards of its square's currency (A13). */
export interface BuyBuilding {
  type: "buy";
  tile: string;
  payment: string[];
}

/** The third player of a table of two. */
export interface DirkView {
  tiles: string[];
  points: number;
}

/** A square of the market. */
export interface SquareView {
  currency: string;
  tile: string | null;
  price: number;
}

/** Take cards of the display (A12). */
export interface TakeMoney {
  type: "take";
  cards: string[];
}

export type Action = TakeMoney | BuyBuilding | AddBuilding | RemoveBuilding | SwapBuilding | PlaceBuilding | ReserveBuilding | GiveBuilding;

export type Note = BuildNote | RemoveNote | SwapNote | GhostNote | ScoreNote;
