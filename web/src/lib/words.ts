/** Moves and happenings in sentences, with the words of the catalogue. */

import { cardOf } from '$art/currencies';
import { has, t, type Args } from './i18n.svelte';
import { tileOf } from './tiles';
import type { Happening, LuckLine, Step } from '$protocol';

type Part = Record<string, unknown>;

export const tileText = (name: string) =>
  tileOf(name).kind === 'fountain' ? t('building.fountain') : `${t(`building.${tileOf(name).kind}`)} ${tileOf(name).price}`;
export const cardText = (name: string) => `${t(`currency.${cardOf(name).currency}`)} ${cardOf(name).value}`;
export const cellText = (cell: unknown) => (cell as number[]).join(', ');
export const buildingText = (name: string) => t(`building.${name}`);

/** Several names as one speaks: a, b and c. */
export function listed(names: string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return t('list.and', { first: names.slice(0, -1).join(', '), last: names.at(-1)! });
}

/** What each part of an action or happening is called. */
function spoken(key: string, part: unknown, names: string[], you: readonly number[]): string | number {
  if (part === null || part === undefined) return '';
  if (key === 'tile' || key === 'leaver') return typeof part === 'string' ? tileText(part) : String(part);
  if (key === 'cards' || key === 'payment') return Array.isArray(part) ? listed(part.map((each) => cardText(String(each)))) : Number(part);
  if (key === 'cell') return cellText(part);
  if (key === 'dice') return diceText(part as string[]);
  if (key === 'building' || key === 'column') return buildingText(String(part));
  if (['seat', 'player', 'other'].includes(key)) return nameOf(Number(part), names, you);
  return typeof part === 'number' ? part : String(part);
}

export const nameOf = (player: number, names: string[], you: readonly number[]) =>
  you.includes(player) && you.length === 1 ? t('you') : (names[player] ?? '');

function diceText(dice: string[]): string {
  const counts = new Map<string, number>();
  for (const die of dice) counts.set(die, (counts.get(die) ?? 0) + 1);
  return listed([...counts].map(([face, count]) => `${count} ${buildingText(face)}`));
}

/** The sentence of a key, about a player: `#you` where that is the reader. */
export function about(key: string, player: number | null, args: Args, names: string[], you: readonly number[]): string {
  const mine = player !== null && you.length === 1 && you.includes(player);
  return t(key, { ...args, who: mine ? 'you' : player === null ? '' : (names[player] ?? '') });
}

export function argsOf(parts: Part, names: string[], you: readonly number[]): Args {
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, spoken(key, part, names, you)]));
}

/** What a seat did. */
export function moveText(action: Part & { type: string }, seat: number, names: string[], you: readonly number[]): string {
  const args = argsOf(action, names, you);
  if (action.type === 'buy') {
    args.cards = args.payment!;
    const paid = (action.payment as string[]).reduce((sum, card) => sum + cardOf(card).value, 0);
    const over = paid - tileOf(String(action.tile)).price;
    return about(over ? 'event.overpay' : 'event.buy', seat, { ...args, over }, names, you);
  }
  const key = `event.${action.type}`;
  return has(key) ? about(key, seat, args, names, you) : `${names[seat]}: ${action.type}`;
}

export function happeningText(happening: Happening, names: string[], you: readonly number[]): string | null {
  const { kind, args } = happening;
  const parts = argsOf(args as Part, names, you);
  const player = (args.seat ?? args.player ?? null) as number | null;
  if (kind === 'end') return t(`event.end-${args.reason as string}`);
  if (kind === 'reshuffled') return t('event.reshuffled', { count: Number(args.cards) });
  const key = `event.${kind}`;
  return has(key) ? about(key, player, parts, names, you) : null;
}

export function luckText(luck: LuckLine, names: string[], you: readonly number[]): string | null {
  if (!luck.outcome) return null;
  if (luck.kind === 'lot') return about('event.lot', Number(luck.outcome.replace('seat-', '')) - 1, {}, names, you);
  return null;
}

/** A step of the table in lines for the log. */
export function stepLines(step: Step, names: string[], you: readonly number[]): string[] {
  const what = step.what;
  switch (what.type) {
    case 'moved': {
      const by = what.by ? ` (${what.by})` : '';
      const found = [moveText(what.action as Part & { type: string }, what.seat, names, you) + by];
      for (const luck of what.luck) found.push(luckText(luck, names, you) ?? '');
      for (const happening of what.happened) found.push(happeningText(happening, names, you) ?? '');
      return found.filter(Boolean);
    }
    case 'began':
      return [t('table.began'), ...what.luck.map((luck) => luckText(luck, names, you) ?? '')].filter(Boolean);
    case 'said':
      return [];
    case 'taken-back':
    case 'readied':
    case 'held':
    case 'returned':
    case 'gave-up':
    case 'muted':
      return [about(`table.${what.type}`, what.seat, {}, names, you)];
    case 'sat':
    case 'stood':
    case 'removed':
      return [t(`table.${what.type}`, { who: what.name })];
    case 'ended':
    case 'closed':
      return [t(`table.${what.type}`)];
    default:
      return [];
  }
}
