/** A finished game that is reviewed: of a table, or of a record that somebody has. */

import { answered } from '$lib/api';
import type { DecisionView, Judged, Replay, Reviewing } from '$protocol';

export type Source = { table: string } | { text: string };

type Query = Record<string, string | number | boolean>;

function ask<Answer>(source: Source, ofTable: string, ofRecord: string, query: Query): Promise<Answer> {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const path = 'table' in source ? `/tables/${source.table}/${ofTable}` : `/records/${ofRecord}`;
  return answered(fetch(`/api${path}?${asked}`, 'table' in source ? {} : { method: 'POST', headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: source.text }));
}

/** How far the review is, and the best there is; answered when there is more than one knows. */
export const reviewOf = (source: Source, known: number) => ask<Reviewing>(source, 'review', 'review', { deep: true, known });

/** Moments of the game, from this one on. */
export const framesOf = (source: Source, first: number, seat: number | null, words: boolean) =>
  ask<Replay>(source, 'replay', 'replay', { first, words, ...(seat !== null && { seat }) });

/** A decision as whoever made it saw it. */
export const decisionOf = (source: Source, step: number, words: boolean) => ask<DecisionView>(source, 'review/decision', 'decision', { step, words });

/** What another move would have been worth. */
export const verdictOn = (source: Source, step: number, move: string, language: string) => ask<Judged>(source, 'review/verdict', 'verdict', { step, move, language });
