/** A review as it comes: a quick one first, then what a closer look has found, until it is complete. */

import { Refused } from '$lib/api';
import type { Expected, Review, ReviewedDecision, ReviewedLuck, Reviewing } from '$protocol';
import { reviewOf, type Source } from './source';

export type Entry = ReviewedLuck | ReviewedDecision;
export const isDecision = (entry: Entry | undefined): entry is ReviewedDecision => entry?.type === 'decision';

const TRIES = 5; // where the server is busy, or did not hear from this page for a while
const PAUSE = 1500; // ms

export class ReviewRun {
  review = $state.raw<Review | null>(null);
  progress = $state.raw<Reviewing | null>(null);
  problem = $state.raw<unknown>(null);
  private closed = false;

  constructor(private readonly source: Source) {
    void this.run();
  }

  close(): void {
    this.closed = true;
  }

  private async run(): Promise<void> {
    let [known, failed] = [0, 0];
    while (!this.closed && !this.progress?.complete) {
      try {
        const answer = await reviewOf(this.source, known);
        this.progress = answer;
        this.review = answer.review ?? this.review;
        [known, failed] = [Math.max(known, answer.version), 0];
      } catch (error) {
        const again = error instanceof Refused && error.problem.code === 'busy' && ++failed < TRIES;
        if (!again) this.problem = error;
        if (!again) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }
}

/**
 * The chances of every side after each step; before the first, number 0. At the end those who resigned have none.
 * The account adds luck to an estimate that a decision corrects later: their sum may leave 0 to 1, a chance does not.
 */
export function curveOf(review: Review): number[][] {
  const found = [review.start.wins];
  for (const entry of review.entries) {
    const changes: Expected[] = isDecision(entry) ? [entry.gain, entry.revision] : [entry.gain];
    found.push(found.at(-1)!.map((win, side) => changes.reduce((sum, change) => sum + change.wins[side]!, win)));
  }
  if (review.resigned.length) found.push(found.pop()!.map((win, side) => win + review.resignation.wins[side]!));
  return found.map((wins) => wins.map((win) => Math.min(1, Math.max(0, win))));
}

/** The chance to win that a decision cost whoever made it. */
export const costOf = (review: Review, entry: ReviewedDecision) => -entry.gain.wins[review.sides[entry.seat]!]!;
export const pointsLost = (review: Review, entry: ReviewedDecision) => -entry.gain.points[review.sides[entry.seat]!]!;

/** The side of which it is told what a step changed: the reader's, or whose chance changed most; if level, the mover's. */
export function toldOf(review: Review, entry: Entry, seat: number | null): number {
  if (seat !== null) return review.sides[seat]!;
  const changed = entry.gain.wins.map((win) => Math.round(100 * Math.abs(win)));
  const mover = isDecision(entry) ? review.sides[entry.seat]! : -1;
  const most = Math.max(...changed);
  return changed[mover] === most ? mover : changed.indexOf(most);
}

/** What the sides are called: partners are named together. */
export const sideNames = (sides: readonly number[], names: readonly string[]) =>
  [...new Set(sides)].sort((a, b) => a - b).map((side) => names.filter((_, player) => sides[player] === side).join(' & '));
