/** The discs of a building track in a field: `5:1,3:2+3`, the highest space first, the lowest disc of a stack first. */

import { listOf, listText } from '$lib/position';

const stacksIn = (text: string) => listOf(text).map((stack) => ({ space: Number(stack.split(':')[0]), players: (stack.split(':')[1] ?? '').split('+').map(Number) }));

/** Where a player's disc stands; 0: not on the track. */
export const spaceOf = (text: string, player: number) => stacksIn(text).find(({ players }) => players.includes(player + 1))?.space ?? 0;

/** Put a player's disc on a space, on top of those that lie there. */
export function withDisc(text: string, player: number, space: number): string {
  const others = stacksIn(text).map((stack) => ({ ...stack, players: stack.players.filter((each) => each !== player + 1) }));
  const there = others.find((stack) => stack.space === space);
  if (there) there.players.push(player + 1);
  else if (space > 0) others.push({ space, players: [player + 1] });
  const left = others.filter(({ players }) => players.length).toSorted((a, b) => b.space - a.space);
  return listText(left.map((stack) => `${stack.space}:${stack.players.join('+')}`));
}
