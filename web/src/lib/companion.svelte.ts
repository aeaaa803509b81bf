/** A sheet on which people with the box write down their game: kept by the server, written by every phone that has the link. */

import type { NewSheet, NoteLine, Sheet, SheetCommand } from '$protocol';
import * as api from './api';
import { language, t } from './i18n.svelte';
import { hex, random } from './sha256';

type Change = SheetCommand['change'];
type Waiting = { id: string; change: Change };
export type Kept = { id: string; game: string; players: string[] };

const EVERY = 2_000; // ms between two looks, while the page is seen
const AGAIN = 2_500; // ms until something that could not be sent is tried again
const SHEETS = 'sabika-sheets';
const MOST = 20; // sheets that a browser remembers

function read<Found>(name: string, none: Found): Found {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? 'null') as Found | null) ?? none;
  } catch {
    return none;
  }
}

function save(name: string, what: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing still writes.
  }
}

/** The sheets that were opened here, the last one first. */
export const keptSheets = () => read<Kept[]>(SHEETS, []);

const remember = (sheet: Kept) => save(SHEETS, [sheet, ...keptSheets().filter(({ id }) => id !== sheet.id)].slice(0, MOST));
const forget = (sheet: string) => save(SHEETS, keptSheets().filter(({ id }) => id !== sheet));

export async function begin(plan: NewSheet): Promise<string> {
  const { id } = await api.newSheet(plan);
  remember({ id, game: plan.game, players: plan.players });
  return id;
}

export class Paper {
  sheet = $state.raw<Sheet | null>(null);
  waiting = $state<Waiting[]>([]); // changes that the server has not answered yet, in order
  problem = $state('');
  lost = $state(false); // the server does not answer
  missing = $state(false); // there is no such sheet

  private sending = false;
  private timer: ReturnType<typeof setInterval>;
  private readonly queue: string;

  constructor(readonly id: string) {
    this.queue = `sabika-sheet-${id}`;
    this.waiting = read<Waiting[]>(this.queue, []);
    this.timer = setInterval(() => document.visibilityState === 'visible' && void this.look(), EVERY);
    void this.look().then(() => this.send());
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** See what others have written. */
  async look(): Promise<void> {
    if (this.sending) return;
    try {
      const found = await api.sheet(this.id, this.sheet?.version);
      if (found) this.show(found);
      this.lost = false;
      if (this.waiting.length) void this.send();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What stands before a note, for whoever mends it. */
  before = (number: number): Promise<Sheet> => api.sheetBefore(this.id, number);

  /** Change the sheet: at once, or as soon as the server can be reached; the same change is never made twice. */
  change(change: Change): void {
    this.problem = '';
    this.waiting.push({ id: hex(random(10)), change });
    this.keep();
    void this.send();
  }

  private async send(): Promise<void> {
    if (this.sending || !this.sheet) return;
    this.sending = true;
    try {
      while (this.waiting.length && (await this.sendFirst()));
    } finally {
      this.keep();
      this.sending = false;
    }
  }

  /** Was it answered, one way or another? */
  private async sendFirst(): Promise<boolean> {
    const { id, change } = this.waiting[0]!;
    try {
      const found = await api.changeSheet(this.id, { id, change, version: this.sheet!.version, language: language() });
      this.waiting.shift();
      this.show(found);
      this.lost = false;
      return true;
    } catch (error) {
      if (error instanceof api.Refused && error.problem.code === 'stale') return this.catchUp(change);
      if (error instanceof api.Refused && ['busy', 'too-many', 'failed'].includes(error.problem.code)) {
        this.lost = true;
        setTimeout(() => void this.send(), AGAIN);
        return false;
      }
      this.waiting.shift();
      this.fail(error);
      return true;
    }
  }

  /** Somebody else was first: what is new is written all the same, but what they changed too is not changed blindly. */
  private async catchUp(change: Change): Promise<boolean> {
    const seen = this.sheet!;
    try {
      const found = await api.sheet(this.id, seen.version);
      if (found) this.show(found);
    } catch (error) {
      this.fail(error);
      return false;
    }
    if (!('number' in change) || same(seen, this.sheet!, change.number)) return this.sendFirst();
    this.waiting.shift();
    this.problem = t('companion.changed');
    return true;
  }

  private show(found: Sheet): void {
    if (this.sheet && found.version < this.sheet.version) return;
    this.sheet = found;
    remember({ id: this.id, game: found.game, players: found.players });
  }

  private fail(error: unknown): void {
    if (error instanceof api.Refused && error.problem.code === 'busy') this.lost = true;
    else if (error instanceof api.Refused && error.problem.code === 'no-sheet') this.lose();
    else this.problem = api.trouble(error);
  }

  private lose(): void {
    this.missing = true;
    this.close();
    forget(this.id);
  }

  private keep(): void {
    if (this.waiting.length) save(this.queue, this.waiting);
    else
      try {
        localStorage.removeItem(this.queue);
      } catch {
        // nothing was kept
      }
  }
}

const same = (one: Sheet, other: Sheet, number: number) => JSON.stringify(noteOf(one, number)) === JSON.stringify(noteOf(other, number));
const noteOf = (sheet: Sheet, number: number): unknown => sheet.notes.find((line: NoteLine) => line.number === number)?.note;
