/** The chances of the dice, shown on demand and gone with the throw that they were counted for. */

import type { Chances, Game } from '$protocol';

export class Odds {
  shown = $state.raw<Chances | null>(null);

  constructor(
    private readonly game: () => Game,
    private readonly ask: () => Promise<Chances | null>,
  ) {
    $effect(() => {
      void game();
      this.shown = null;
    });
  }

  /** Show them, or put them away again. */
  readonly toggle = async () => {
    const asked = this.game();
    const found = this.shown ? null : await this.ask();
    if (this.game() === asked) this.shown = found;
  };
}
