/** Where moves of the Dice Game begin on its board. */

import type { Touches } from '../game';
import { actionsOf } from '../parts/options';
import { choiceTouches, keepTouches, markTouches } from '../parts/touches';
import type { Action, AnnulThrow, DiceView, SetBlackDie, TakePrize } from './types';

const CHIPS = '.turn .chips';

export const touches: Touches = (action, game) => {
  const move = action as Action;
  switch (move.type) {
    case 'keep':
      return keepTouches(move, (game.position as DiceView).turn);
    case 'mark':
    case 'displace':
      return markTouches(move.column, move.type === 'displace');
    case 'annul':
      return [`${CHIPS} button`];
    case 'black':
      return choiceTouches(CHIPS, 'black', (each) => (each as SetBlackDie).symbol === move.symbol, game, actionsOf<AnnulThrow>(game.options, 'annul').length);
    case 'prize':
      return choiceTouches(CHIPS, 'prize', (each) => (each as TakePrize).prize === move.prize, game);
    default:
      return [];
  }
};
