/** Tables and people by REST. */

import type { DeviceCode, Done, FoundPosition, Games, Made, Me, NewSheet, NewTable, PositionAdvice, Problem, PuzzleAnswer, PuzzleList, PuzzleView, Replay, SetUp, Sheet, SheetCommand, Sketch, Tables, Verified, Whole } from '../protocol';
import { has, t } from './i18n.svelte';
import { hex, random } from './sha256';

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

/** What somebody is told when something failed: rules speak for themselves, all else in the reader's language. */
export function trouble(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  const { code, text } = error.problem;
  if (!text) return t('home.offline');
  return has(`problem.${code}`) ? t(`problem.${code}`) : text;
}

/** Somebody answered, or nobody did: what is no JSON is from no server of ours, or was broken off. */
export async function answered<Answer>(asked: Promise<Response>): Promise<Answer> {
  let answer: Response;
  let found: unknown;
  try {
    answer = await asked;
    found = answer.status === 204 ? undefined : await answer.json();
  } catch {
    throw new Refused({ type: 'problem', code: 'busy', text: '', rule: null, version: null });
  }
  if (!answer.ok) throw new Refused(found as Problem);
  return found as Answer;
}

const ask = <Answer>(method: string, path: string, body?: unknown) =>
  answered<Answer>(
    fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
    }),
  );

export const games = () => ask<Games>('GET', '/games');
/** The sentences of a game and its parts. */
export const gameWords = (game: string, language: string) => ask<Record<string, string>>('GET', `/games/${encodeURIComponent(game)}/words/${language}`);
export const me = () => ask<Me | undefined>('GET', '/me'); // undefined: nobody yet
export const begin = (name: string) => ask<Me>('POST', '/people', { name });
export const rename = (name: string) => ask<Me>('PATCH', '/me', { name });
export const newCode = () => ask<DeviceCode>('POST', '/me/codes');
export const useCode = (code: string) => ask<Me>('POST', '/people/codes', { code });
export const makeTable = (plan: Partial<NewTable> & Pick<NewTable, 'game' | 'seats'>) =>
  ask<Made>('POST', '/tables', plan);
export const tables = (list: 'open' | 'mine', skip = 0) => ask<Tables>('GET', `/tables?list=${list}&skip=${skip}`);
export const look = (table: string) => ask<Whole>('GET', `/tables/${table}`);
/** A command without a socket to the table. */
export const order = async (table: string, what: { type: string; [field: string]: unknown }) =>
  ask<Done>('POST', `/tables/${table}/commands`, { ...what, id: hex(random(10)), version: (await look(table)).version });
/** Frames of a finished game, as a seat sees them. */
export const replay = (table: string, first: number, seat: number | null, words = false) =>
  ask<Replay>('GET', `/tables/${table}/replay?first=${first}${seat === null ? '' : `&seat=${seat}`}${words ? '&words=true' : ''}`);
/** That every move was legal: the rules are the server's, and `sabika verify` asks nobody. */
export const verify = (table: string) => ask<Verified>('GET', `/tables/${table}/verify`);
const puzzlePath = (game: string, number: number) => `/puzzles/${encodeURIComponent(game)}/${number}`;
export const puzzles = (game: string) => ask<PuzzleList>('GET', `/puzzles/${encodeURIComponent(game)}`);
export const puzzle = (game: string, number: number, words = false) => ask<PuzzleView>('GET', `${puzzlePath(game, number)}${words ? '?words=true' : ''}`);
/** Is it the best move? */
export const tryPuzzle = (game: string, number: number, move: string, language: string) =>
  ask<PuzzleAnswer>('POST', `${puzzlePath(game, number)}/tries`, { move, language });
export const solvePuzzle = (game: string, number: number, language: string) => ask<PuzzleAnswer>('POST', `${puzzlePath(game, number)}/solution`, { language });
export const recordPath = (table: string) => `/api/tables/${table}/record`;
/** Can a position be, and what follows from it? */
export const setUp = (sketch: Partial<Sketch> & Pick<Sketch, 'game'>) => ask<SetUp>('POST', '/positions', sketch);
/** What a good bot would do there. */
export const positionHint = (game: string, text: string) => ask<PositionAdvice>('POST', '/positions/hint', { game, text });
/** A decision of a finished game. */
export const positionAt = (table: string, step: number) => ask<FoundPosition>('GET', `/tables/${table}/position?step=${step}`);
export const newSheet = (plan: NewSheet) => ask<Made>('POST', '/companion', plan);
/** A sheet of the companion; undefined while it is at the version that is known. */
export const sheet = (id: string, known?: number) => ask<Sheet | undefined>('GET', `/companion/${encodeURIComponent(id)}${known === undefined ? '' : `?known=${known}`}`);
export const sheetBefore = (id: string, note: number) => ask<Sheet>('GET', `/companion/${encodeURIComponent(id)}?before=${note}`);
export const changeSheet = (id: string, command: SheetCommand) => ask<Sheet>('POST', `/companion/${encodeURIComponent(id)}`, command);
