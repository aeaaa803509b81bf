/** The chances of the dice, shown on demand and gone with the throw that they were counted for. */

import type { Game } from '$protocol';

export class Odds {
  columns = $state.raw<number[][] | null>(null); // null: not shown

  constructor(
    private readonly game: () => Game,
    private readonly ask: () => Promise<number[][] | null>,
  ) {
    $effect(() => {
      void game();
      this.columns = null;
    });
  }

  /** Show them, or put them away again. */
  readonly toggle = async () => {
    const asked = this.game();
    const found = this.columns ? null : await this.ask();
    if (this.game() === asked) this.columns = found;
  };
}
