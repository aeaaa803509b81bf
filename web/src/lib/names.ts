/** What the players of a table are called here. */

import { t } from './i18n.svelte';
import { botText } from './words';
import type { CardSeat, SeatInfo } from '$protocol';

type Seat = SeatInfo | CardSeat;

const named = (seat: Seat, n: number) => {
  if (seat.name === null) return t('table.seat', { n: n + 1 });
  return seat.name === seat.bot ? botText(seat.name) : seat.name;
};

/** The names of the seats; those that are alike are numbered. */
export function seatNames(seats: readonly Seat[]): string[] {
  const names = seats.map(named);
  return names.map((name, n) => {
    const alike = names.filter((each) => each === name).length;
    return alike < 2 ? name : `${name} ${names.slice(0, n + 1).filter((each) => each === name).length}`;
  });
}
