/** What this browser saw of a table, kept beyond a reload: it shows later whether a record is that game (docs/luck.md). */

import type { Step } from '../protocol';
import { Told, type Piece } from './digest';

const KEY = 'digests';
const MOST = 200; // tables that are remembered
const FIRM = new Set(['started', 'ended']); // steps after which nothing can be taken back
const PIECES = 5; // of one game: the first ones and the last

/** Follows a table, and notices when what is told now does not follow from what was told before. */
export class Witness {
  doubt = false;
  private told: Told | null;

  constructor(private readonly table: string) {
    const last = keptPieces(table).at(-1);
    this.told = last ? new Told(last.version, last.digest, last.before, last.open) : null;
  }

  /** As it was worked out here, from where this browser came in. */
  get digest(): string {
    return this.told?.digest ?? '';
  }

  /** Hear of a version: what happened before it, and the digest that the server gives; null: no word of the game. */
  hear(version: number, steps: readonly Step[], given: string | null): void {
    if (this.told && this.told.version > version) return; // another tab is ahead
    const followed = this.told?.follow(steps, version) ?? false;
    if (given === null) return;
    if (followed && this.told!.digest !== given) this.doubt = true;
    if (!followed) this.told = new Told(version, given, [], !FIRM.has(steps.at(-1)?.what.type ?? ''));
    if (!this.doubt) keepPiece(this.table, this.told!, followed);
  }
}

function all(): Record<string, Piece | Piece[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Piece | Piece[]>;
  } catch {
    return {};
  }
}

/** Every piece of a game that this browser saw, in order; one that an older page kept was alone. */
export const keptPieces = (table: string): Piece[] => [all()[table] ?? []].flat().map((piece) => ({ ...piece, before: piece.before ?? [] }));

/** Keep a piece in place of the last one, which it follows from; one that starts over replaces nothing seen before. */
function keepPiece(table: string, { version, digest, before, open }: Piece, follows: boolean): void {
  const former = follows ? keptPieces(table).slice(0, -1) : keptPieces(table).slice(0, PIECES - 1);
  const { [table]: _, ...others } = all();
  const latest = [...Object.entries(others).slice(1 - MOST), [table, [...former, { version, digest, before, ...(open && { open }) }]]];
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // A browser that keeps nothing shows the digest all the same.
  }
}
