/** A digest of what everybody at a table was told (docs/luck.md): followed here step by step, and kept in the browser. */

import type { LuckLine, Played, Step } from '../protocol';
import { bytes, hex, joined, sha256 } from './sha256';

const text = (letters: string) => new TextEncoder().encode(letters);
const after = (digest: string, line: string) => hex(sha256(joined(bytes(digest), text(line))));

const luckText = ({ kind, n, total, outcome, secret }: LuckLine) => `luck ${kind}/${n}: ? of ${total} -> ${secret ? '?' : outcome}`;
const moveText = ({ seat, by, move }: Played) => `${seat + 1}${by ? ` (${by})` : ''}: ${move}`;

/** The digest once this move and its luck were told. */
export const digestAfter = (digest: string, played: Played) => [moveText(played), ...played.luck.map(luckText)].reduce(after, digest);

/** What this page was told itself since it came. */
export class Told {
  private readonly before: string[] = []; // the digests before the moves that were made here

  constructor(public digest: string) {}

  /** Go on with what happened; false: it cannot be followed from here. */
  follow(steps: readonly Step[]): boolean {
    return steps.every(({ what }) => {
      if (what.type === 'started') return false;
      if (what.type === 'played') {
        this.before.push(this.digest);
        this.digest = digestAfter(this.digest, what);
      } else if (what.type === 'undone') {
        const former = this.before.pop();
        if (former === undefined) return false;
        this.digest = former;
      }
      return true;
    });
  }
}

export type Kept = { version: number; digest: string };
const KEY = 'digests';
const MOST = 200; // tables that are remembered

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

export const keptDigest = (table: string): Kept | null => all()[table] ?? null;

export function keepDigest(table: string, kept: Kept): void {
  const { [table]: _, ...others } = all();
  const latest = [...Object.entries(others).slice(1 - MOST), [table, kept]];
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // A browser that keeps nothing shows the digest all the same.
  }
}
