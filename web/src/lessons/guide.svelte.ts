/** A scene as somebody plays it: which step is next, what was tried, and whether it is solved. It decides no rule. */

import { fits, type Scene, type SceneWords } from '$games/lessons';
import type { Game } from '$protocol';

export type Remark = { kind: 'slip' | 'refused'; text: string };

export class Guide {
  at = $state(0); // the step that is asked
  remark = $state<Remark | null>(null); // on the last try
  tries = $state(0); // legal ones that were not the idea
  shows = $state(false); // does something point at the solution?
  frozen = $state.raw<Game | null>(null); // the position that solved it; what comes after is not looked at

  constructor(
    readonly scene: Scene,
    readonly words: () => SceneWords,
  ) {
    this.shows = !this.step?.find;
  }

  get step() {
    return this.scene.steps[this.at];
  }

  get solved(): boolean {
    return this.frozen !== null;
  }

  /** Is a legal move the idea? One that is not is not played: a sentence says why. */
  readonly allows = (move: string): boolean => {
    const step = this.step;
    if (!step || step.moves.some((pattern) => fits(move, pattern))) return true;
    const slip = step.slips.findIndex((pattern) => fits(move, pattern));
    this.tell({ kind: 'slip', text: this.words().steps[this.at]!.slips[slip] ?? '' });
    return false;
  };

  /** A move that the rules refuse was tried. */
  readonly refused = (text: string) => this.tell({ kind: 'refused', text });

  /** Something was chosen: what was said before is over. */
  readonly chosen = () => (this.remark = null);

  /** A move of the learner was played, and this is what the game looks like now. */
  played(game: Game): void {
    if (this.solved) return;
    this.at += 1;
    this.remark = null;
    this.shows = !this.step?.find;
    if (!this.step) this.frozen = game;
  }

  private tell(remark: Remark): void {
    this.remark = remark;
    if (remark.kind === 'slip') this.tries += 1;
    this.shows = true;
  }
}
