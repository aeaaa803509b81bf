/** What games and the players of a table are called here. */

import { has, t, wordsOf } from './i18n.svelte';
import { asLine } from './phrase';
import { botText } from './words';
import type { CardSeat, SeatInfo } from '$protocol';

/** What a game is called; where it does not say, what the server calls it, or its name. */
export function titleOf(game: string, title = asLine(game.replace(/[_-]/g, ' '))): string {
  const t = wordsOf(game);
  return has('title', game) ? t('title') : title;
}

type Seat = SeatInfo | CardSeat;

const named = (seat: Seat, n: number) => {
  if (seat.name === null) return t('table.seat', { n: n + 1 });
  return seat.name === seat.bot ? botText(seat.name) : seat.name;
};

/** The names of all who have points: the seats, and the ghost of a game that has one. */
export const playerNames = (seats: readonly Seat[], players: number) => [...seatNames(seats), ...(players > seats.length ? [t('ghost')] : [])];

/** The names of the seats; those that are alike are numbered. */
export const seatNames = (seats: readonly Seat[]) => toldApart(seats.map(named));

/** Names, numbered where they are alike: builder 1, builder 2. */
export const toldApart = (names: readonly string[]) =>
  names.map((name, n) => {
    const alike = names.filter((each) => each === name).length;
    return alike < 2 ? name : `${name} ${names.slice(0, n + 1).filter((each) => each === name).length}`;
  });
