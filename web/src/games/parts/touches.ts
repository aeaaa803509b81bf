/** What is touched for moves that several games have, as selectors. */

import type { Game } from '$protocol';
import { columnAt } from './dice_motion';
import { actionsOf } from './options';
import type { KeepDice, TurnView } from './types';

const UNIT = 100; // a cell of a city, in its drawing

/** First the tile within `hold`, unless it is carried, then its plot. */
export const plotTouches = (hold: string, tile: string, [x, y]: readonly [number, number]) => [
  `${hold} [data-tile="${tile}"][aria-pressed="false"]`,
  `.city svg g.spot[transform="translate(${x * UNIT} ${y * UNIT})"]`,
];

/** Die after die that is kept or let go, then the button that throws. */
export function keepTouches({ dice }: KeepDice, turn: TurnView | null): string[] {
  const left = [...dice];
  const wrong = (turn?.dice ?? []).map((face, n) => {
    const kept = left.includes(face) && left.splice(left.indexOf(face), 1).length > 0;
    return `.tray .dice .die:nth-child(${n + 1})[aria-pressed="${!kept}"]`;
  });
  return [...wrong, '.tray .row .button'];
}

/** The button of a column that places a marker, or displaces one. */
export const markTouches = (column: string, displaces: boolean) => [`${columnAt(column)} .marks button:nth-of-type(${displaces ? 2 : 1})`];

/** The n-th button of a row that offers all moves of a kind. */
export function choiceTouches(row: string, type: string, same: (action: unknown) => boolean, game: Game, before = 0): string[] {
  const at = actionsOf<{ type: string }>(game.options, type).findIndex(({ action }) => same(action));
  return [`${row} button:nth-of-type(${at + 1 + before})`];
}
