/** A digest of what everybody at a table was told (docs/luck.md): followed here step by step. */

import type { LuckLine, Played, Step } from '../protocol';
import { bytes, hex, joined, sha256 } from './sha256';

const text = (letters: string) => new TextEncoder().encode(letters);
export const digestOf = (letters: string) => hex(sha256(text(letters)));
export const after = (digest: string, line: string) => hex(sha256(joined(bytes(digest), text(line))));

const luckText = ({ kind, n, total, outcome, secret }: LuckLine) => `luck ${kind}/${n}: ? of ${total} -> ${secret ? '?' : outcome}`;
const moveText = ({ seat, by, move }: Played) => `${seat + 1}${by ? ` (${by})` : ''}: ${move}`;

/** The digest once this move and its luck were told. */
export const digestAfter = (digest: string, played: Played) => [moveText(played), ...played.luck.map(luckText)].reduce(after, digest);

/** A piece of a game that this browser was told without a gap: the digest at its end, by a version of the table. */
export type Piece = {
  version: number;
  digest: string;
  before: string[]; // the digests before moves that may be taken back
  open?: boolean; // so may a move from before this browser came in, whose digest it does not know
};

/** A piece that goes on. */
export class Told implements Piece {
  constructor(
    public version: number,
    public digest: string,
    public before: string[] = [],
    public open = false,
  ) {}

  /** Go on to a version with what happened since; false: it cannot be followed from here. */
  follow(steps: readonly Step[], version: number): boolean {
    const missed = steps.filter((step) => step.version > this.version); // there is one for each version
    if (missed.length !== version - this.version) return false;
    this.version = version;
    return missed.every(({ what }) => this.take(what));
  }

  private take(what: Step['what']): boolean {
    if (what.type === 'started') return false;
    if (what.type === 'ended') [this.before, this.open] = [[], false];
    if (what.type === 'played') {
      this.open &&= !what.luck.length;
      this.before = what.luck.length ? [] : [...this.before, this.digest]; // nothing is taken back across luck
      this.digest = digestAfter(this.digest, what);
    }
    if (what.type === 'undone') {
      const former = this.before.at(-1);
      if (former === undefined) return false;
      this.before = this.before.slice(0, -1);
      this.digest = former;
    }
    return true;
  }
}
