/** The log of a table as entries: whose, with a picture, with the scorings that can be opened. */

import type { Words } from '$games/game';
import type { Happening, Step } from '$protocol';
import type { Icon } from './icons';
import { linesIn } from './scorings';
import { stepLines, type Reader } from './words';

export type Entry = {
  key: string;
  seat: number | null; // whose it is; null: everybody's
  icon: Icon;
  text: string;
  who: string; // who says it; empty: nobody
  scoring: Happening | null; // that it opens
  step: Step;
};

const ICONS: Partial<Record<Step['what']['type'], Icon>> = { said: 'talk', undone: 'back', ended: 'flag', started: 'flag', closed: 'flag' };

/** What a step says, a line an entry. */
export function entriesOf(step: Step, words: Words, reader: Reader): Entry[] {
  const { what } = step;
  const seat = 'seat' in what ? what.seat : null;
  const icon = ICONS[what.type] ?? 'person';
  const entry = (text: string, n: number): Entry => ({ key: `${step.version}-${n}`, seat, icon, text, who: '', scoring: null, step });
  if (what.type === 'said') return [{ ...entry(what.text, 0), who: what.name }];
  const lines = stepLines(step, words, reader);
  if (what.type !== 'played') return lines.map(entry);
  const moved = words.icons?.[(what.action as { type: string }).type] ?? 'tile';
  const scorings = what.happened.filter((each) => linesIn(each).length > 0);
  const opened = new Map(scorings.flatMap((each) => [words.happening(each, reader) ?? []].flat().map((text) => [text, each] as const)));
  return lines.map((text, n) => {
    const scoring = opened.get(text) ?? null;
    const shared = scoring ? linesIn(scoring).some((line) => line.player !== what.seat) : n > 0;
    return { ...entry(text, n), icon: scoring ? 'scoring' : n ? 'prize' : moved, scoring, seat: shared ? null : seat };
  });
}
