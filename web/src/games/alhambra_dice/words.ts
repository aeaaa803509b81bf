import { t } from '$lib/i18n.svelte';
import { about, listed, type Reader } from '$lib/words';
import type { Happening, Line, LuckLine } from '$protocol';
import type { Action } from './types';
import type { Words } from '../game';
import { buildingText, placeText, rankText } from '../parts/city';
import { diceHappening, diceLuck, diceMove, DICE_ICONS, PASSING } from '../parts/dice';

/** Points or a chip, and the columns that points are swapped to. */
export function prizeText(name: string, swaps: readonly string[] = []): string {
  const prize = t(`dice.prize-${name}`);
  return swaps.length ? t('dice.prize-swapped', { prize, columns: listed(swaps.map(buildingText)) }) : prize;
}

function move(action: Action, seat: number, reader: Reader): string {
  switch (action.type) {
    case 'displace':
      return about('event.displace-column', seat, { column: buildingText(action.column) }, reader);
    case 'black':
      return about('event.black', seat, { column: buildingText(action.symbol) }, reader);
    case 'annul':
      return about('event.annul', seat, {}, reader);
    case 'prize':
      return about(`event.choose-${action.prize}`, seat, {}, reader);
    default:
      return diceMove(action, seat, reader);
  }
}

function luck(drawn: LuckLine, reader: Reader): string | null {
  if (drawn.kind === 'carlo') return drawn.outcome && t('event.carlo', { column: buildingText(drawn.outcome) });
  return diceLuck(drawn, reader);
}

function happening(happened: Happening, reader: Reader): string | null {
  if (happened.kind !== 'prize') return diceHappening(happened, reader);
  const { player, prize, column, swaps } = happened.args as { player: number; prize: string; column: string; swaps: string[] };
  return about('event.prize-column', player, { prize: prizeText(prize, swaps), column: buildingText(column) }, reader);
}

/** Of several point chips what each is worth. */
function chipsText({ ones, twos, threes }: Record<string, number>): string {
  const worth = [...Array<number>(ones!).fill(1), ...Array<number>(twos!).fill(2), ...Array<number>(threes!).fill(3)];
  return worth.length > 1 ? worth.join(' + ') : '';
}

function why({ source, why }: Line): string {
  const { space, place, prize } = why as { space?: number; place?: number; prize?: string };
  if (prize) return t(`dice.prize-${prize}`);
  if (source === 'chips') return chipsText(why as Record<string, number>);
  return space === undefined ? '' : t('why.space', { space, place: rankText(place!) });
}

function brief(line: Line): string {
  const { space, place } = line.why as Record<string, number | undefined>;
  return space === undefined ? why(line) : t('brief.space', { space, place: placeText(place!) });
}

export const words: Words = {
  move: (action, seat, reader) => move(action as Action, seat, reader),
  luck,
  happening,
  icons: DICE_ICONS,
  asks: { prize: 'prize', name: 'name', keep: 'keep', mark: 'mark' },
  source: (source) => (source === 'chips' ? t('source.chips') : buildingText(source)),
  why,
  brief,
  passing: PASSING,
};
