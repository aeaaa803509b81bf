/** Turns with eight dice in words: what is kept, marked and thrown, and what stands in the columns. */

import { t } from '$lib/i18n.svelte';
import { about, listed, nameOf, type Reader } from '$lib/words';
import type { Happening, LuckLine } from '$protocol';
import type { KeepDice, MarkerView, NameFirst, PlaceMarker, TurnView } from './types';
import { BUILDINGS } from './buildings';
import { buildingText, countedText, countText } from './city';

export type DiceAction = KeepDice | PlaceMarker | NameFirst;

/** What a move is done with. */
export const DICE_ICONS = { keep: 'dice', black: 'dice', annul: 'dice', mark: 'marker', displace: 'marker', prize: 'prize', name: 'flag' } as const;

/** Moves of a turn that are not worth telling once the next was made: dice that were thrown again. */
export const PASSING = ['keep'];

export function diceMove(action: DiceAction, seat: number, reader: Reader): string {
  switch (action.type) {
    case 'keep':
      return about(action.dice.length ? 'event.keep' : 'event.throw-all', seat, { dice: inOrder(action.dice) }, reader);
    case 'mark':
      return about('event.mark-column', seat, { column: buildingText(action.column) }, reader);
    case 'name':
      return about('event.name', seat, { other: nameOf(action.seat, reader) }, reader);
  }
}

/** As they lie there: the first face first. */
function inOrder(dice: readonly string[]): string {
  const faces = [...new Set(dice)];
  return listed(faces.map((face) => countText(dice.filter((die) => die === face).length, face)));
}

/** A throw as a record writes it: pav2-tow3. */
const thrownText = (thrown: string) =>
  listed(thrown.split('-').map((faces) => countText(Number(faces.slice(3)), BUILDINGS.find((kind) => kind.startsWith(faces.slice(0, 3)))!)));

export function diceLuck({ kind, outcome }: LuckLine, reader: Reader): string | null {
  if (!outcome) return null;
  if (kind === 'lot') return about('event.lot', Number(outcome.replace('seat-', '')) - 1, {}, reader);
  if (kind === 'dice') return t('event.dice', { dice: thrownText(outcome) });
  if (kind === 'die') return t('event.die', { column: buildingText(outcome) });
  return null;
}

export function diceHappening({ kind, args }: Happening, reader: Reader): string | null {
  const { player, seat, round, column, scoring, reason } = args as Record<string, string | number>;
  switch (kind) {
    case 'end':
      return t(`event.end-${reason}`);
    case 'scoring':
      return t('event.scoring', { n: scoring! });
    case 'round':
      return about('event.round', Number(seat), { round: round! }, reader);
    case 'marked':
      return about('event.mark-column', Number(player), { column: buildingText(String(column)) }, reader);
    case 'fell-off':
      return about('event.fell-off', Number(player), { column: buildingText(String(column)) }, reader);
    default:
      return null;
  }
}

type Markers = { markers: number; fallen: number; resting?: number };

/** What a player has of markers: in hand, fallen off, resting on the reserve board. */
export const markersText = ({ markers, fallen, resting = 0 }: Markers) =>
  [
    t('dice.markers', { count: markers }),
    ...(fallen ? [t('dice.fallen', { count: fallen })] : []),
    ...(resting ? [t('dice.resting', { count: resting })] : []),
  ].join(', ');

/** The throw on the table. */
export const turnLines = (turn: TurnView | null, names: readonly string[]) =>
  turn?.dice.length ? [t('describe.dice', { who: names[turn.seat]!, n: turn.throws, dice: countedText(turn.dice) })] : [];

/** A column with its markers. */
export function columnLine(building: string, markers: readonly MarkerView[], names: readonly string[]): string {
  const told = markers.map(({ player, row, throws }) => t('dice.marker', { who: names[player]!, row, throws }));
  return t('describe.column', { column: buildingText(building), markers: listed(told) || t('dice.empty') });
}
