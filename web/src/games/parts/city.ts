/** Cities in words: tiles, what is done with them, and what stands where. */

import { has, t, type Args } from '$lib/i18n.svelte';
import { cellText } from './cells';
import { about, listed, type Reader } from '$lib/words';
import type { Line } from '$protocol';
import type { AddBuilding, CityView, PlaceBuilding, RemoveBuilding, ReserveBuilding, SwapBuilding } from './types';
import { BUILDINGS } from './buildings';
import { tileOf } from './tiles';

export type CityAction = PlaceBuilding | ReserveBuilding | AddBuilding | RemoveBuilding | SwapBuilding;

export const buildingText = (name: string) => t(`building.${name}`);
/** The letter of a building in the reader's language; none where no game with buildings is on the page. */
export const letterOf = (kind: string) => (has(`letter.${kind}`) ? t(`letter.${kind}`) : '');
/** First, second, third. */
export const rankText = (place: number) => (has(`rank.${place}`) ? t(`rank.${place}`) : String(place));
export const countText = (count: number, building: string) => `${count} × ${buildingText(building)}`;
export const tileText = (name: string) =>
  tileOf(name).kind === 'fountain' ? t('building.fountain') : `${buildingText(tileOf(name).kind)} ${tileOf(name).price}`;
/** A tile, not a die, a chip or a throw: three faces are written in three parts too. */
export const isTile = (name: string) => name.split('-').length === 3 && (BUILDINGS as readonly string[]).includes(name.split('-')[0]!);
export const wallsText = (name: string) => [...tileOf(name).walls].join(' ') || t('city.no-walls');

/** A tile told apart from all others. */
export const walledText = (name: string) => `${tileText(name)}, ${wallsText(name)}`;

/** A change to a city. */
export function cityMove(action: CityAction, seat: number, reader: Reader): string {
  const args: Args = { tile: tileText(action.tile) };
  if ('cell' in action) return about(`event.${action.type}-cell`, seat, { ...args, cell: cellText(action.cell) }, reader);
  if ('leaver' in action) args.leaver = tileText(action.leaver);
  return about(`event.${action.type}`, seat, args, reader);
}

/** Buildings by their number: 2 × tower, 1 × garden. */
export const countedText = (kinds: readonly string[]) =>
  listed(
    BUILDINGS.map((kind) => ({ kind, count: kinds.filter((each) => each === kind).length }))
      .filter(({ count }) => count)
      .map(({ kind, count }) => countText(count, kind)),
  );

export const tilesText = (tiles: readonly string[]) => countedText(tiles.map((tile) => tileOf(tile).kind)) || t('describe.none');

export function cityLines(name: string, city: CityView): string[] {
  const built = city.tiles.slice(1); // without the fountain
  const lines = [t('describe.city', { who: name, tiles: tilesText(built.map((placed) => placed.tile)), wall: city.wall })];
  for (const { tile, cell } of built) lines.push(t('describe.tile', { tile: tileText(tile), x: cell[0], y: cell[1], walls: wallsText(tile) }));
  if (city.reserve.length) lines.push(t('describe.reserve', { who: name, tiles: listed(city.reserve.map(tileText)) }));
  return lines;
}

/** Where points for a city came from. */
export function citySource(source: string): string {
  if (source === 'wall') return t('source.wall');
  return isTile(source) ? tileText(source) : buildingText(source);
}

/** The same in a word or two: how many, which place, and what is divided by those who share it. */
export function cityBrief({ source, why }: Line): string {
  const { count, place, group, pot, sums } = why as { count?: number; place?: number; group?: number; pot?: number; sums?: number[] };
  if (sums) return t('brief.sums', { sums: sums.join(' : ') });
  if (place === undefined || source === 'wall') return '';
  return t(group! > 1 && pot ? 'brief.shared' : 'brief.place', { count: count!, place: placeText(place), group: group!, pot: pot! });
}

/** A place among the players: 1st, 2nd .. */
export const placeText = (place: number) => t(`place.${place}`);

/** Why a line of a score for places or walls is what it is. */
export function cityWhy({ source, points, why }: Line): string {
  const { count, place, group, pot } = why as Record<string, number | undefined>;
  if (source === 'wall') return t('why.wall', { count: count ?? points });
  if (place === undefined) return '';
  const args = { pieces: t(`pieces.${source}`, { count: count! }), place: rankText(place) };
  if (group === undefined || group === 1) return t('why.place', args);
  return pot ? t('why.shared', { ...args, group, pot }) : t('why.tied', args);
}
