/** What every board is given, and what it reports. A board decides no rule: it offers the options it was given. */

import type { Game, Line, Option } from '$protocol';
import type { Snippet } from 'svelte';

export type Proposal = { move: string; text: string };

export type BoardProps = {
  game: Game; // as this viewer sees it
  names: string[]; // of every player, the ghost last
  proposed: Proposal | null; // chosen and not yet confirmed
  onpropose: (proposal: Proposal | null) => void;
  ontry: (move: string) => Promise<{ legal: boolean; text: string }>; // ask the rules about a move that is no option
  onodds?: () => Promise<number[][] | null>; // the chance of every cell of the result space, by column, the best cell first
  onscore?: () => Promise<Line[]>; // what a scoring now would write
  talk?: Snippet | undefined; // what happened and what is said, where a board has room for it
};

export const actionsOf = <Kind extends { type: string }>(options: Option[] | null, type: Kind['type']) =>
  (options ?? []).filter((option) => (option.action as Kind).type === type) as (Option & { action: Kind })[];

/** Equal as bags: the same things equally often. */
export function sameBag(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const left = [...one].sort();
  const right = [...other].sort();
  return left.every((each, n) => each === right[n]);
}

/** The players' colours and names for a legend; the ghost is the last without a seat. */
export const seatColour = (player: number, seats: number) => (player < seats ? `var(--seat-${player})` : 'var(--seat-ghost)');

/** Which edge of app.css a player has. */
export const edgeOf = (player: number, seats: number) => (player < seats ? player : 'ghost');

/** What stands on a player's markers and discs: an initial, with a number where two would be alike. */
export function initials(names: readonly string[]): string[] {
  const first = names.map((name) => (name[0] ?? '').toUpperCase());
  return first.map((letter, n) => (first.indexOf(letter) === first.lastIndexOf(letter) ? letter : letter + (first.slice(0, n).filter((each) => each === letter).length + 1)));
}

/** The number of a cell of the result space, the best first: 8 symbols in 1, 2, 3 throws, then 7, and so on. */
export const cellNumber = (row: number, throws: number) => (8 - row) * 3 + throws - 1;
