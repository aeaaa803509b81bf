/** The record of a finished game, checked here in the browser: the server's word is not needed (docs/luck.md). */

import { after, digestOf, type Piece } from './digest';
import { checkDraws, commitmentOf, keyOf } from './luck';
import { bytes, hex, sha256 } from './sha256';

/** Its lines, as far as they are looked at here. */
export type GameRecord = { header: string[]; steps: string[]; seed: string };

const FOOT = /^(resigned|result|digest|seed): /;
const LUCK = /^luck (\S+): \S+ of (\d+) -> (\S+)$/;
const SILENT = '0'.repeat(32); // the nonce of a bot, and of a seat that promised none

export function readRecord(text: string): GameRecord {
  const lines = text.split('\n');
  const blank = lines.indexOf('');
  const rest = lines.slice(blank + 1).filter((line) => line);
  const seed = rest.find((line) => line.startsWith('seed: '))?.slice(6) ?? '';
  return { header: lines.slice(0, blank), steps: rest.filter((line) => !FOOT.test(line)), seed };
}

const field = (record: GameRecord, name: string) => record.header.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
const listed = (record: GameRecord, name: string) => field(record, name).split(', ');

// The luck.

/** How many draws there are, and the lines that the seed, its commitment and the nonces' commitments do not bear out. */
export function checkLuck(record: GameRecord): { draws: number; wrong: string[] } {
  const [id, commit] = [field(record, 'id'), field(record, 'commit')];
  const sealed = commitmentOf(field(record, 'luck'), id, record.seed) === commit;
  const { draws, wrong } = checkDraws(record.steps, keyOf(id, listed(record, 'nonces'), record.seed));
  return { draws, wrong: [...(sealed ? [] : [`commit: ${commit}`]), ...brokenPromises(record), ...wrong] };
}

/** A nonce counts only if its seat had committed to it, and a bot has none; version 1 does not say. */
function brokenPromises(record: GameRecord): string[] {
  const [nonces, seats] = [listed(record, 'nonces'), listed(record, 'seats')];
  const commits = record.header[0] === 'sabika record 1' ? null : listed(record, 'nonce commits');
  const numbers = [`nonces: ${nonces.join(', ')}`, `nonce commits: ${commits?.join(', ')}`];
  if (nonces.length !== seats.length || !nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))) return [numbers[0]!];
  if (!commits) return [];
  if (commits.length !== seats.length) return [numbers[1]!];
  const bots = listed(record, 'bots');
  const kept = nonces.map((nonce, seat) => {
    if (commits[seat] === '-') return nonce === SILENT;
    return !bots.includes(String(seat + 1)) && commits[seat] === hex(sha256(bytes(nonce)));
  });
  return nonces.flatMap((nonce, seat) => (kept[seat] ? [] : [`${seat + 1}: nonce ${nonce}`]));
}

// The course.

/** The header as everybody reads it: a position that one seat alone saw is left out. */
const openly = (line: string) => (line.startsWith('position: ') && line.split(' of ')[0]!.includes(' seat ') ? 'position: ?' : line);

/** A step as everybody was told it while the game went on. */
const told = (line: string, secret: ReadonlySet<string>) => line.replace(LUCK, (_, label: string, total: string, outcome: string) => `luck ${label}: ? of ${total} -> ${secret.has(label) ? '?' : outcome}`);

/** The digests after no step, after the first, and so on. `secret`: draws that not everybody saw, which a record does not
 * say. Whoever is lied to about those finds no digest again, and never a wrong one. */
export function digestsOf(record: GameRecord, secret: ReadonlySet<string>): string[] {
  const found = [digestOf(['sabika digest 1', ...record.header.map(openly)].join('\n'))];
  for (const line of record.steps) found.push(after(found.at(-1)!, told(line, secret)));
  return found;
}

/** The last step up to which this is the game whose pieces somebody kept; null: it is another one.
 *
 * `undone`: a move that was seen last is not in the record. It may have been taken back while nobody looked. */
export function knownStep(digests: readonly string[], pieces: readonly Piece[]): { step: number; undone: boolean } | null {
  const found = pieces.map(({ digest, before, open }) => {
    const step = digests.indexOf(digest);
    return { step: step < 0 ? Math.max(open ? 0 : -1, ...before.map((each) => digests.indexOf(each))) : step, undone: step < 0 };
  });
  if (found.some(({ step }) => step < 0)) return null;
  return { step: Math.max(...found.map(({ step }) => step)), undone: found.some(({ undone }) => undone) };
}
