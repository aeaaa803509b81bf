/** Where moves of Alcazaba begin on its board. */

import type { Touches } from '../game';
import { choiceTouches, keepTouches, markTouches, plotTouches } from '../parts/touches';
import type { Action, AlcazabaView, PickPrize } from './types';

export const touches: Touches = (action, game) => {
  const move = action as Action;
  switch (move.type) {
    case 'keep':
      return keepTouches(move, (game.position as AlcazabaView).turn);
    case 'mark':
      return markTouches(move.column, false);
    case 'pick':
      return choiceTouches('.left div.tray', 'pick', (each) => (each as PickPrize).prize === move.prize, game);
    case 'place':
      return plotTouches('.left', move.tile, move.cell);
    case 'add':
      return plotTouches('.corner', move.tile, move.cell);
    default:
      return [];
  }
};
