/** The rooms of the games, each fetched when it is needed, together with what it says. */

import { learn, turnTo } from '$lib/i18n.svelte';
import { ownSentences, servedSentences } from './catalogues';
import type { Room } from './game';

const ROOMS = import.meta.glob<Room>(['./*/index.ts', '!./plain/index.ts'], { import: 'room' });
const own = (game: string) => ROOMS[`./${game}/index.ts`];
const known = new Map<string, Promise<Room>>();

/** The room of a game; its words are known from then on. */
export function roomOf(game: string): Promise<Room> {
  const found = known.get(game) ?? furnished(game);
  known.set(game, found);
  found.catch(() => known.delete(game)); // another time
  return found;
}

/** Come into the room of a game: what the page says is said in its words until it is left, even if that was before. */
export async function enter(game: string, stays = () => true): Promise<Room> {
  void own(game)?.().then((room) => room.Board()).catch(() => {}); // comes beside its words
  const room = await roomOf(game);
  if (stays()) turnTo(game);
  return room;
}

export const leave = () => turnTo();

async function furnished(game: string): Promise<Room> {
  const load = own(game);
  const room = load ? await load() : (await import('./plain')).plainRoom(game);
  await learn(game, load ? ownSentences(game, room.parts) : servedSentences(game));
  return room;
}
