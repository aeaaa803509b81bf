/** The walls that a scoring counts are lit on the cities while it is shown. */

import type { Line } from '$protocol';

const wallOf = (sides: readonly unknown[]) => sides.join(' ');

class Lit {
  private walls = $state.raw<ReadonlySet<string>>(new Set());

  /** Light the walls of these lines; of none, put out the light. */
  show(lines: readonly Line[]): void {
    this.walls = new Set(lines.flatMap(({ why }) => (Array.isArray(why.sides) && why.sides.length ? [wallOf(why.sides)] : [])));
  }

  /** Is this the wall that was counted? A city that has grown since may have another. */
  readonly has = (sides: readonly unknown[]) => sides.length > 0 && this.walls.has(wallOf(sides));

  get any(): boolean {
    return this.walls.size > 0;
  }
}

export const lit = new Lit();
