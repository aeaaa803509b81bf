/** Scorings as they are held: one that all had a part in opens over the board, another is noted in passing. */

import { Refused } from './api';
import type { Live } from './live.svelte';
import { isLarge, sameScoring, scoringsOf } from './scorings';
import type { Happening, HeldScorings, Step } from '$protocol';

const NOTED = 6000; // ms that a note stays

export class ScoringMoments {
  held = $state.raw<Happening[]>([]); // all scorings so far, as far as they are known
  open = $state<number | null>(null); // which of them is shown
  note = $state.raw<Happening | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly live: Live) {}

  /** What has just happened. Nobody who is writing is interrupted. */
  readonly notice = (steps: readonly Step[]) => {
    const found = steps.flatMap(scoringsOf);
    if (!found.length) return;
    const large = found.findLast(isLarge);
    if (large && !writing()) void this.show(large);
    else this.noteDown(found.at(-1)!);
  };

  /** Show a scoring, and ask for those before it: who has come late does not know them. */
  readonly show = async (scoring: Happening) => {
    if (!noteIsHeld()) this.note = null; // else the focus comes back to it
    this.held = [scoring];
    this.open = 0;
    const held = await this.ask();
    if (this.open === null || this.held[this.open] !== scoring) return; // closed, or another is shown
    const at = held.findLastIndex((each) => sameScoring(each, scoring));
    if (at < 0) return;
    this.held = held;
    this.open = at;
  };

  /** Show the last one. */
  readonly showLast = async () => {
    const held = await this.ask();
    if (!held.length) return;
    this.held = held;
    this.open = held.length - 1;
  };

  readonly close = () => (this.open = null);

  private noteDown(scoring: Happening): void {
    clearTimeout(this.timer);
    this.note = scoring;
    this.timer = setTimeout(this.fade, NOTED);
  }

  /** The note goes, unless somebody is on it by keys or will come back to it. */
  private readonly fade = () => {
    if (this.open !== null || noteIsHeld()) this.timer = setTimeout(this.fade, NOTED);
    else this.note = null;
  };

  private async ask(): Promise<Happening[]> {
    try {
      return (await this.live.question<HeldScorings>({ type: 'scorings' })).held;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [];
    }
  }
}

const noteIsHeld = () => document.querySelector('div.note > button:focus-visible') !== null;
const writing = () => document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement;
