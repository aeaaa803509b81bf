import { cellText } from '../parts/cells';
import { t } from '$lib/i18n.svelte';
import { about, type Reader } from '$lib/words';
import type { Happening, Line } from '$protocol';
import type { Action } from './types';
import type { Words } from '../game';

function move(action: Action, seat: number, reader: Reader): string {
  switch (action.type) {
    case 'lay':
      return about('event.lay-cell', seat, { value: action.value, cell: cellText(action.cell) }, reader);
    case 'draw':
      return about(action.tiles ? 'event.draw-one' : 'event.draw-none', seat, {}, reader);
    case 'stop':
      return about('event.stop', seat, {}, reader);
  }
}

function happening({ kind, args }: Happening, reader: Reader): string | null {
  const { seat, tile, points, reason } = args as Record<string, string | number>;
  switch (kind) {
    case 'end':
      return t(`event.end-${reason}`);
    case 'starter':
      return about('event.starter', Number(seat), { tile: tile! }, reader);
    case 'turn':
      return points ? about('event.made', Number(seat), { count: points }, reader) : null;
    default:
      return null;
  }
}

function why({ source, why }: Line): string {
  if (source === 'held') return t('why.held', { tiles: (why.tiles as number[]).join(' + ') });
  if (source.startsWith('row-')) return whyRow(why as Row);
  const { row, count } = why as { row: number; count: number };
  if (source === 'bonus') return t('why.bonus', { row });
  return source === 'crosses' ? whyDoubled(count, row) : t('why.lines', { count, row });
}

type Row = { boxes: number[]; bonus: number; cross: boolean };

const whyRow = ({ boxes, bonus, cross }: Row) => t(cross ? 'why.row-cross' : 'why.row', { boxes: boxes.join(' + '), bonus });

/** Crosses fill the sheet from its top, so the first so many rows have one. */
const whyDoubled = (crosses: number, rows: number) => (crosses ? `${t('why.crossed', { count: crosses })}; ` : '') + t('why.doubled', { count: rows });

function source(name: string): string {
  if (name === 'held') return t('part.minus');
  if (name.startsWith('row-')) return t('source.row', { n: name.slice(4) });
  return name.startsWith('sum-') ? t('source.sum', { n: name.slice(4) }) : t(`source.${name}`);
}

export const words: Words = {
  move: (action, seat, reader) => move(action as Action, seat, reader),
  luck: ({ outcome }) => outcome && t('event.drawn-tile', { tile: outcome }),
  happening,
  icons: { draw: 'prize', stop: 'flag' },
  asks: { lay: 'lay', draw: 'draw' },
  source,
  why,
};
