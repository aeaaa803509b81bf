/** What distinguishes players: colour, edge and initial. */

/** A player's colour; the ghost is the last without a seat. */
export const seatColour = (player: number, seats: number) => (player < seats ? `var(--seat-${player})` : 'var(--seat-ghost)');

/** Which edge of app.css a player has. */
export const edgeOf = (player: number, seats: number) => (player < seats ? player : 'ghost');

/** What stands on a player's markers and discs: an initial, with a number where two would be alike. */
export function initials(names: readonly string[]): string[] {
  const first = names.map((name) => (name[0] ?? '').toUpperCase());
  return first.map((letter, n) => (first.indexOf(letter) === first.lastIndexOf(letter) ? letter : letter + (first.slice(0, n).filter((each) => each === letter).length + 1)));
}
