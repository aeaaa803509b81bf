/** Where moves of Alhambra begin on its board. */

import type { Touches } from '../game';
import { plotTouches } from '../parts/touches';
import type { Action, AlhambraView } from './types';

export const touches: Touches = (action, game) => {
  const move = action as Action;
  const view = game.position as AlhambraView;
  switch (move.type) {
    case 'take':
      return move.cards.map((card) => `.display > :nth-child(${view.display.indexOf(card) + 1})[aria-pressed="false"]`);
    case 'buy':
      return [`.market .square:nth-child(${view.market.findIndex(({ tile }) => tile === move.tile) + 1}) .piece[aria-pressed="false"]`];
    case 'place':
    case 'add':
      return plotTouches('.hold', move.tile, move.cell);
    default:
      return [];
  }
};
