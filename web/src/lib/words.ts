/** Moves and happenings in sentences, with the words of the catalogue. */

import { BUILDINGS } from '$art/buildings';
import { cardOf } from '$art/currencies';
import { has, t, type Args } from './i18n.svelte';
import { tileOf } from './tiles';
import type { Frame, Games, Happening, Line, LuckLine, Option, Step } from '$protocol';

type Part = Record<string, unknown>;

export const tileText = (name: string) =>
  tileOf(name).kind === 'fountain' ? t('building.fountain') : `${t(`building.${tileOf(name).kind}`)} ${tileOf(name).price}`;
export const cardText = (name: string) => `${t(`currency.${cardOf(name).currency}`)} ${cardOf(name).value}`;
export const cellText = (cell: unknown) => (cell as number[]).join(', ');
export const buildingText = (name: string) => t(`building.${name}`);
export const countText = (count: number, building: string) => `${count} × ${buildingText(building)}`;
/** A bot of the house in the reader's language; one of another package has only its name. */
export const botText = (name: string) => (has(`bot.${name}`) ? t(`bot.${name}`) : name);

/** The bots that one would play with. */
export const levelsOf = (known: Games) => known.bots.filter((bot) => bot !== 'random');

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
  if (key === 'cell') return Array.isArray(part) ? cellText(part) : String(part);
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
  return listed([...counts].map(([face, count]) => countText(count, face)));
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
  const tell = (key: string, more: Args = {}) => about(`event.${key}`, seat, { ...args, ...more }, names, you);
  switch (action.type) {
    case 'buy': {
      const paid = (action.payment as string[]).reduce((sum, card) => sum + cardOf(card).value, 0);
      const over = paid - tileOf(String(action.tile)).price;
      return tell(over ? 'overpay' : 'buy', { cards: args.payment!, over });
    }
    case 'keep':
      return tell((action.dice as string[]).length ? 'keep' : 'throw-all');
    case 'mark':
      return tell('mark-column');
    case 'displace':
      return tell('displace-column');
    case 'black':
      return tell('black', { column: buildingText(String(action.symbol)) });
    case 'prize':
      return tell(`choose-${String(action.prize)}`);
    case 'name':
      return tell('name', { other: nameOf(Number(action.seat), names, you) });
    case 'pick':
      return String(action.prize).split('-').length === 3 ? tell('pick', { tile: tileText(String(action.prize)) }) : tell('pick-chip');
    case 'give': // to the third of a table of two, whose name comes last
      return tell(names.at(-1) === 'Carlo' ? 'give-carlo' : 'give');
    case 'draw':
      return tell(action.tiles ? 'draw-one' : 'draw-none');
    default:
      return tell(action.type);
  }
}

/** What followed: null where the move has said it already, or where it is shown larger. */
export function happeningText(happening: Happening, names: string[], you: readonly number[]): string | null {
  const { kind } = happening;
  const args = happening.args as Part;
  const player = Number(args.player ?? args.seat ?? -1);
  const tell = (key: string, more: Args = {}) => about(`event.${key}`, player, more, names, you);
  switch (kind) {
    case 'end':
      return t(`event.end-${String(args.reason)}`);
    case 'scoring':
      return t('event.scoring', { n: Number(args.scoring) });
    case 'reshuffled':
      return t('event.reshuffled', { count: Number(args.cards) });
    case 'gift':
      return t('event.gift', { tile: tileText(String(args.tile)) });
    case 'skipped':
      return tell('skipped');
    case 'round':
      return about('event.round', Number(args.seat), { round: Number(args.round) }, names, you);
    case 'marked':
    case 'fell-off':
      return tell(kind === 'marked' ? 'mark-column' : 'fell-off', { column: buildingText(String(args.column)) });
    case 'prize':
      return tell('prize', { prize: prizeText(args) });
    case 'starter':
      return tell('starter', { tile: Number(args.tile) });
    case 'turn':
      return Number(args.points) ? tell('made', { count: Number(args.points) }) : null;
    default:
      return null;
  }
}

function prizeText(args: Part): string {
  const prize = String(args.prize);
  if (prize.split('-').length === 3) return tileText(prize);
  if (prize === 'points' || prize === 'chip') return t(`dice.prize-${prize}`);
  return t('chip.first-player');
}

/** Where points of a score came from. */
export function sourceText(source: string): string {
  if (source === 'wall') return t('source.wall');
  if (source === 'chips') return t('source.chips');
  if (source === 'held') return t('part.minus');
  if (source.startsWith('row-')) return t('source.row', { n: Number(source.slice(4)) });
  return source.split('-').length === 3 ? tileText(source) : buildingText(source);
}

/** Why a line of a score is what it is. */
export function scoreText(line: Line): string {
  const why = line.why as Record<string, unknown>;
  if (line.source === 'wall') return t('why.wall', { count: Number(why.count ?? line.points) });
  if (why.space !== undefined) return t('why.space', { space: Number(why.space), place: Number(why.place) });
  if (why.group !== undefined && Number(why.group) > 1) return t('why.shared', { count: Number(why.count), place: Number(why.place), group: Number(why.group), pot: Number(why.pot) });
  if (why.place !== undefined) return t('why.place', { count: Number(why.count), place: Number(why.place) });
  if (why.boxes !== undefined) return t(why.cross ? 'why.row-cross' : 'why.row', { boxes: (why.boxes as number[]).join(' + '), bonus: Number(why.bonus) });
  return '';
}

/** The first of these that is among the options says what is asked. */
const ASKS = ['place', 'reserve', 'prize', 'pick', 'name', 'buy', 'take', 'lay', 'draw', 'keep', 'mark'];

/** What somebody can do now, in a sentence. */
export function askText(options: readonly Option[]): string {
  const kinds = new Set(options.map((option) => (option.action as Part).type));
  const asked = ASKS.find((each) => kinds.has(each));
  return asked ? t(`ask.${asked === 'reserve' ? 'place' : asked}`) : t('action.choose');
}

/** What luck decided at a table of this game. */
export function luckText(luck: LuckLine, kind: string, names: string[], you: readonly number[]): string | null {
  const drawn = luck.outcome;
  if (!drawn) return null;
  switch (luck.kind) {
    case 'lot':
      return about(kind === 'alhambra' ? 'event.lot' : 'event.lot-dice', Number(drawn.replace('seat-', '')) - 1, {}, names, you);
    case 'dice':
      return t('event.dice', { dice: thrownText(drawn) });
    case 'die':
      return t('event.die', { column: buildingText(drawn) });
    case 'carlo':
      return t('event.carlo', { column: buildingText(drawn) });
    case 'tower':
      return t('event.leave', { tile: tileText(drawn) });
    case 'money':
      return t('event.drawn-card', { card: cardText(drawn) });
    default:
      return t('event.drawn-tile', { tile: drawn.includes('-') ? tileText(drawn) : drawn });
  }
}

/** A throw as a record writes it: pav2-tow3. */
const thrownText = (thrown: string) =>
  listed(thrown.split('-').map((faces) => countText(Number(faces.slice(3)), BUILDINGS.find((kind) => kind.startsWith(faces.slice(0, 3)))!)));

/** The step that leads to a frame of a replay. */
export function frameText(frame: Frame, kind: string, names: string[]): string {
  if (frame.action && frame.seat !== null) return moveText(frame.action as Part & { type: string }, frame.seat, names, []);
  return (frame.luck && luckText(frame.luck, kind, names, [])) || t('replay.start');
}

/** A step of a table of this game in lines for the log. */
export function stepLines(step: Step, kind: string, names: string[], you: readonly number[]): string[] {
  const what = step.what;
  switch (what.type) {
    case 'moved': {
      const moved = moveText(what.action as Part & { type: string }, what.seat, names, you);
      const followed = new Set(what.happened.map((happening) => happeningText(happening, names, you) ?? ''));
      followed.delete(moved); // a marker that is placed is also one that stands there
      return [moved + (what.by ? ` (${botText(what.by)})` : ''), ...followed].filter(Boolean);
    }
    case 'began':
      return [t('table.began'), ...what.luck.filter((luck) => luck.kind === 'lot').map((luck) => luckText(luck, kind, names, you) ?? '')];
    case 'said':
      return [];
    case 'readied':
      return [about(what.ready ? 'table.readied' : 'table.unreadied', what.seat, {}, names, you)];
    case 'muted':
      return [about(what.muted ? 'table.muted' : 'table.unmuted', what.seat, {}, names, you)];
    case 'taken-back':
    case 'held':
    case 'returned':
    case 'gave-up':
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
