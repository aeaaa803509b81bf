/** A position in words, for who reads with the ears: one line a thing on the table. */

import { BUILDINGS } from '$art/buildings';
import { t } from '$lib/i18n.svelte';
import { tileOf } from '$lib/tiles';
import { buildingText, cardText, countText, listed, tileText } from '$lib/words';
import type { AlcazabaView, AlhambraView, CityView, DiceView, Game, MarkerView, TurnView, ZatreView } from '$protocol';

const counted = (tiles: readonly string[]) =>
  listed(
    BUILDINGS.map((kind) => ({ kind, count: tiles.filter((tile) => tileOf(tile).kind === kind).length }))
      .filter(({ count }) => count)
      .map(({ kind, count }) => countText(count, kind)),
  ) || t('describe.none');

function city(name: string, shown: CityView): string[] {
  const lines = [t('describe.city', { name, tiles: counted(shown.tiles.map((placed) => placed.tile).slice(1)), wall: shown.wall })];
  for (const placed of shown.tiles.slice(1)) {
    const walls = [...tileOf(placed.tile).walls].join(' ') || t('city.no-walls');
    lines.push(t('describe.tile', { tile: tileText(placed.tile), x: placed.cell[0], y: placed.cell[1], walls }));
  }
  if (shown.reserve.length) lines.push(t('describe.reserve', { name, tiles: listed(shown.reserve.map(tileText)) }));
  return lines;
}

const turn = (shown: TurnView | null, names: string[]) =>
  shown && shown.dice.length
    ? [t('describe.dice', { who: names[shown.seat]!, n: shown.throws, dice: listed(BUILDINGS.map((kind) => ({ kind, count: shown.dice.filter((die) => die === kind).length })).filter(({ count }) => count).map(({ kind, count }) => countText(count, kind))) })]
    : [];

const markers = (building: string, shown: MarkerView[], names: string[]) =>
  t('describe.column', {
    column: buildingText(building),
    markers: listed(shown.map((marker) => t('dice.marker', { who: names[marker.player]!, row: marker.row, throws: marker.throws }))) || t('dice.empty'),
  });

function alhambra(view: AlhambraView, names: string[]): string[] {
  return [
    t('describe.market', { tiles: listed(view.market.filter((square) => square.tile).map((square) => `${tileText(square.tile!)} (${t(`currency.${square.currency}`)})`)) || t('describe.none') }),
    t('describe.money', { cards: listed(view.display.filter((card) => card !== null).map((card) => cardText(card))) || t('describe.none') }),
    ...view.seats.flatMap((seat, n) => [
      ...city(names[n]!, seat.city),
      seat.hand ? t('describe.hand', { name: names[n]!, cards: listed(seat.hand.map(cardText)) || t('describe.none') }) : t('describe.hand-size', { name: names[n]!, count: seat.hand_size }),
    ]),
    ...(view.dirk ? [t('describe.ghost', { name: names[view.seats.length]!, tiles: counted(view.dirk.tiles) })] : []),
  ];
}

const dice = (view: DiceView, names: string[]) => [
  ...turn(view.turn, names),
  ...view.columns.flatMap((column) => [
    markers(column.building, column.markers, names),
    ...(column.track.length ? [t('describe.track', { column: buildingText(column.building), stacks: column.track.map((stack) => `${stack.space}: ${listed(stack.players.map((player) => names[player]!))}`).join('; ') })] : []),
  ]),
];

const alcazaba = (view: AlcazabaView, names: string[]) => [
  ...turn(view.turn, names),
  ...view.columns.map((column) => `${markers(column.building, column.markers, names)} ${t('describe.prizes', { tiles: listed(column.tiles.map(tileText)) || t('describe.none') })}`),
  ...view.players.flatMap((player, n) => city(names[n]!, player.city)),
];

function zatre(view: ZatreView, names: string[]): string[] {
  const rows = new Map<number, string[]>();
  for (const tile of view.tiles) rows.set(tile.cell[1], [...(rows.get(tile.cell[1]) ?? []), `${tile.cell[0]}: ${tile.value}`]);
  return [
    ...[...rows].sort(([a], [b]) => a - b).map(([y, tiles]) => t('describe.row', { y, tiles: tiles.join(', ') })),
    ...view.sheets.map((sheet, side) => t('describe.sheet', { who: listed(view.seats.flatMap((seat, n) => (seat.side === side ? [names[n]!] : []))), total: sheet.total, rows: sheet.rows.filter((row) => row.complete).length })),
  ];
}

export function described(kind: string, game: Game, names: string[]): string[] {
  const points = names.map((name, player) => t('describe.points', { name, points: game.points[player] ?? 0, now: game.now[player] ?? 0 }));
  const position = game.position;
  switch (kind) {
    case 'alhambra':
      return [...points, ...alhambra(position as AlhambraView, names)];
    case 'alhambra_dice':
      return [...points, ...dice(position as DiceView, names)];
    case 'alcazaba':
      return [...points, ...alcazaba(position as AlcazabaView, names)];
    case 'zatre':
      return [...points, ...zatre(position as ZatreView, names)];
    default:
      return points;
  }
}
