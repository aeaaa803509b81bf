/** What has just happened at a table is seen and heard: pieces fly, a scoring opens, and it sounds where that is wanted. */

import { tick, untrack } from 'svelte';
import type { Room, Travels } from '$games/game';
import type { Game, Step } from '$protocol';
import { heardOf, sound } from './attention';
import type { Live } from './live.svelte';
import { ScoringMoments } from './scoring_moments.svelte';
import { Motion } from './motion';

export class Happenings {
  layer = $state<HTMLElement>(); // over the board
  pointed = $state<string | null>(null); // where somebody points at in the log
  readonly scorings: ScoringMoments;
  private readonly motion = new Motion(() => this.layer);
  private travels: Travels | null = null;
  private seen: Game | null = null; // what the board showed last
  private shown = -1; // version of the last step that was

  /** `away`: does somebody look at an earlier moment? Made while a component is. */
  constructor(
    private readonly live: Live,
    private readonly room: () => Room | null,
    private readonly away: () => boolean,
  ) {
    this.scorings = new ScoringMoments(live);
    $effect.pre(() => {
      const steps = live.latest.filter((step) => step.version > this.shown);
      this.shown = steps.at(-1)?.version ?? this.shown;
      untrack(() => this.show(steps));
    });
    $effect(() => this.stop);
  }

  /** How pieces move in this room. */
  furnish(room: Room): void {
    void room.travels?.().then(({ travels }) => (this.travels = travels), () => {});
  }

  /** Stop all motion: the player's next click ends it. */
  readonly stop = () => this.motion.stop();

  readonly point = (step: Step | null) => {
    this.pointed = step?.what.type === 'played' ? (this.travels?.place(step.what, this.live.game?.seat ?? 0) ?? null) : null;
  };

  private show(steps: readonly Step[]): void {
    const seen = document.visibilityState === 'visible';
    const caught = seen && this.motion.follows(steps.length) ? steps.map((step) => this.motion.catch(this.flightsOf(step))) : [];
    this.seen = this.live.game;
    if (!steps.length || this.away()) return;
    if (caught.length) void tick().then(() => requestAnimationFrame(() => caught.forEach((each) => this.motion.fly(each)))); // a task of its own
    this.scorings.notice(steps);
    const room = this.room();
    const heard = room && heardOf(steps, room.words);
    if (heard) sound(heard);
  }

  private flightsOf({ what }: Step) {
    const { seen, travels } = this;
    return what.type === 'played' && travels && seen?.position ? travels.flights(what, seen, seen.seat ?? 0) : [];
  }
}
