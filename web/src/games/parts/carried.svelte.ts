/** A piece that is taken up in an editor of positions, until it is put down somewhere else. */

export type Move = { piece: string; from: string; to: string };

export class Carried {
  piece = $state<string | null>(null);
  from = $state('');

  constructor(private readonly move: (move: Move) => void) {}

  /** Take a piece up, or put the same one back. */
  lift(piece: string, from: string): void {
    const same = this.piece === piece && this.from === from;
    this.piece = same ? null : piece;
    this.from = same ? '' : from;
  }

  /** Put it down there. */
  put(to: string): void {
    const { piece, from } = this;
    this.drop();
    if (piece !== null && from !== to) this.move({ piece, from, to });
  }

  drop(): void {
    this.piece = null;
    this.from = '';
  }
}

/** Places are named by what they are and whose: `reserve:2`. */
export const whose = (place: string) => Number(place.split(':')[1] ?? 0);
