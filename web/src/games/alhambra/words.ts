import { t } from '$lib/i18n.svelte';
import { about, listed, nameOf, type Reader } from '$lib/words';
import type { Happening, Line, LuckLine } from '$protocol';
import type { Action, BuyBuilding } from './types';
import type { Words } from '../game';
import { cityBrief, cityMove, citySource, cityWhy, tileText } from '../parts/city';
import { tileOf } from '../parts/tiles';
import { cardOf } from './currencies';

export const cardText = (name: string) => `${t(`currency.${cardOf(name).currency}`)} ${cardOf(name).value}`;
export const cardsText = (cards: readonly string[]) => listed(cards.map(cardText));
export const sumOf = (cards: readonly string[]) => cards.reduce((sum, card) => sum + cardOf(card).value, 0);

function move(action: Action, seat: number, reader: Reader): string {
  switch (action.type) {
    case 'take':
      return about('event.take', seat, { cards: cardsText(action.cards) }, reader);
    case 'buy':
      return bought(action, seat, reader);
    case 'give':
      return about('event.give', seat, { tile: tileText(action.tile) }, reader);
    default:
      return cityMove(action, seat, reader);
  }
}

function bought({ tile, payment }: BuyBuilding, seat: number, reader: Reader): string {
  const over = sumOf(payment) - tileOf(tile).price;
  return about(over ? 'event.overpay' : 'event.buy', seat, { tile: tileText(tile), cards: cardsText(payment), over }, reader);
}

function luck({ kind, outcome }: LuckLine, reader: Reader): string | null {
  if (!outcome) return null;
  if (kind === 'lot') return about('event.lot', Number(outcome.replace('seat-', '')) - 1, {}, reader);
  if (outcome === 'scoring') return t('event.drawn-scoring');
  if (kind === 'money') return t('event.drawn-card', { card: cardText(outcome) });
  return t(kind === 'tower' ? 'event.leave' : 'event.drawn-tile', { tile: tileText(outcome) });
}

/** Who gets a tile that is left at the end, and the sums that decide it. */
function lastTile({ player, source, why }: Line, reader: Reader): string {
  const { currency, sums } = why as { currency: string; sums: number[] };
  const told = sums.map((sum, seat) => `${nameOf(seat, reader)} ${sum}`).join(', ');
  const args = { tile: tileText(source), currency: t(`currency.${currency}`), sums: told };
  return player < 0 ? t('score.last-tile-stays', args) : about('score.last-tile', player, args, reader);
}

function happening({ kind, args }: Happening, reader: Reader): string | string[] | null {
  const { reason, scoring, cards, tile, seat, sum } = args as Record<string, string | number>;
  switch (kind) {
    case 'dealt': {
      const dealt = args.cards as string[];
      return about('event.dealt', Number(seat), { cards: cardsText(dealt), count: dealt.length, sum: sum! }, reader);
    }
    case 'starter':
      return about(`event.starter-${reason}`, Number(seat), {}, reader);
    case 'last-tiles':
      return (args.lines as Line[]).map((line) => lastTile(line, reader));
    case 'end':
      return t(`event.end-${reason}`);
    case 'scoring':
      return t('event.scoring', { n: scoring! });
    case 'reshuffled':
      return t('event.reshuffled', { count: cards! });
    case 'gift':
      return t('event.gift', { tile: tileText(String(tile)) });
    case 'skipped':
      return about('event.skipped', Number(seat), {}, reader);
    default:
      return null;
  }
}

export const words: Words = {
  move: (action, seat, reader) => move(action as Action, seat, reader),
  luck,
  happening,
  icons: { take: 'coin', buy: 'coin' },
  asks: { place: 'place', reserve: 'place', buy: 'buy', take: 'take' },
  source: citySource,
  why: cityWhy,
  brief: cityBrief,
  sentence: (line, reader) => (line.part === 'last-tiles' ? lastTile(line, reader) : null),
};
