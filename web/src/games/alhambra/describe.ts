import { t } from '$lib/i18n.svelte';
import { listed } from '$lib/words';
import type { Game } from '$protocol';
import type { AlhambraView } from './types';
import { cityLines, tilesText, tileText } from '../parts/city';
import { cardsText } from './words';

type Seat = AlhambraView['seats'][number];

function handLine({ hand, hand_size }: Seat, name: string): string {
  if (!hand) return t('describe.hand-size', { who: name, count: hand_size });
  return t('describe.hand', { who: name, cards: cardsText(hand) || t('describe.none') });
}

export function describe(game: Game, names: string[]): string[] {
  const view = game.position as AlhambraView;
  const offered = view.market.flatMap(({ tile, currency }) => (tile ? [`${tileText(tile)} (${t(`currency.${currency}`)})`] : []));
  const money = view.display.filter((card) => card !== null);
  return [
    t('describe.market', { tiles: listed(offered) || t('describe.none') }),
    t('describe.money', { cards: cardsText(money) || t('describe.none') }),
    ...view.seats.flatMap((seat, n) => [...cityLines(names[n]!, seat.city), handLine(seat, names[n]!)]),
    ...(view.dirk ? [t('describe.ghost', { who: names.at(-1)!, tiles: tilesText(view.dirk.tiles) })] : []),
  ];
}
