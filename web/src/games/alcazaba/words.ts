import { t } from '$lib/i18n.svelte';
import { about, type Reader } from '$lib/words';
import type { Happening, Line, LuckLine } from '$protocol';
import type { Action } from './types';
import type { Words } from '../game';
import { buildingText, cityBrief, cityMove, citySource, cityWhy, isTile, tileText } from '../parts/city';
import { diceHappening, diceLuck, diceMove, DICE_ICONS, PASSING } from '../parts/dice';

/** A tile, or the first-player chip. */
export const prizeText = (prize: string) => (isTile(prize) ? tileText(prize) : t('chip.first-player'));

function move(action: Action, seat: number, reader: Reader): string {
  switch (action.type) {
    case 'pick':
      return isTile(action.prize) ? about('event.pick', seat, { tile: tileText(action.prize) }, reader) : about('event.pick-chip', seat, {}, reader);
    case 'give':
      return about('event.give', seat, { tile: tileText(action.tile) }, reader);
    case 'keep':
    case 'mark':
    case 'name':
      return diceMove(action, seat, reader);
    default:
      return cityMove(action, seat, reader);
  }
}

function luck(drawn: LuckLine, reader: Reader): string | null {
  if (drawn.outcome && isTile(drawn.outcome)) return t(drawn.kind === 'stack' ? 'event.drawn-stack' : 'event.drawn-tile', { tile: tileText(drawn.outcome) });
  return diceLuck(drawn, reader);
}

function happening(happened: Happening, reader: Reader): string | null {
  if (happened.kind !== 'prize') return diceHappening(happened, reader);
  const { player, prize, column } = happened.args as { player: number; prize: string; column: string };
  const args = { prize: prizeText(prize), column: buildingText(column) };
  return about(isTile(prize) ? 'event.prize-column' : 'event.prize-chip', player, args, reader);
}

const why = (line: Line) => (line.why.prize ? prizeText(String(line.why.prize)) : cityWhy(line));

export const words: Words = {
  move: (action, seat, reader) => move(action as Action, seat, reader),
  luck,
  happening,
  icons: { ...DICE_ICONS, pick: 'prize' },
  asks: { place: 'place', reserve: 'place', pick: 'pick', name: 'name', keep: 'keep', mark: 'mark' },
  source: citySource,
  why,
  brief: (line) => (line.why.prize ? '' : cityBrief(line)),
  passing: PASSING,
};
