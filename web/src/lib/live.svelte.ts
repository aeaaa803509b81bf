/** A table as it is played: its socket, what it looks like now, and what is asked of it. */

import { PROTOCOL, type Advice, type Chances, type Done, type FromServer, type Game, type HeldScorings, type Problem, type Scoring, type Step, type TableInfo, type Tried, type Worth } from '$protocol';
import { look, Refused } from './api';
import { FrameByFrame } from './frame_by_frame';
import { kept } from './kept';
import { reloadPage } from './reload';
import { hex, random } from './sha256';
import { Witness } from './witness';

const KEPT = 200; // steps in the log
const MOMENTS = 80; // positions to step back to
const PATIENCE = [0, 300, 1000, 2000, 4000, 8000]; // before the n-th try to come back, in ms
const SHUT = ['no-table', 'no-page', 'no-spectators', 'banned']; // tables that one cannot come to
const SILENCE = 25_000; // after so long without a word the line is dead

/** The game after some steps, to be looked at again. */
export type Moment = { steps: Step[]; game: Game };

export type Connection = 'joining' | 'open' | 'lost' | 'gone';
type Waiting = { text: string; command: boolean; resolve: (answer: Answer) => void; reject: (why: Refused) => void };
type Answer = Done | Advice | Tried | Scoring | Chances | HeldScorings | Worth;
type Order = { type: string; [field: string]: unknown };

export class Live {
  connection = $state<Connection>('joining');
  problem = $state<Problem | null>(null); // why the table cannot be seen
  version = $state(0);
  table = $state.raw<TableInfo | null>(null);
  game = $state.raw<Game | null>(null);
  steps = $state.raw<Step[]>([]); // the last ones, oldest first
  talk = $state.raw<Step[]>([]);
  moments = $state.raw<Moment[]>([]); // the last ones, oldest first; the newest is now
  latest = $state.raw<Step[]>([]); // the last ones that came, to be shown as they happen; several messages may come at once
  present = $state.raw<boolean[]>([]);
  watching = $state(0);
  digest = $state(''); // as it was worked out here
  doubt = $state(false); // what the server tells now does not follow from what it told before
  ahead = 0; // how far the server's clock is before ours, ms

  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, Waiting>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private words = false; // are moves and positions told as phrases?
  private readonly witness: Witness;
  private readonly told = new FrameByFrame<FromServer>((message) => this.hear(message), ({ type }) => type === 'steps' || type === 'whole');
  private startOver = false; // what we have is not enough to go on from

  constructor(
    readonly id: string,
    private readonly speech: () => string,
  ) {
    this.witness = new Witness(id);
    this.connect();
    addEventListener('online', this.hurry);
    addEventListener('visibilitychange', this.hurry);
  }

  close(): void {
    this.connection = 'gone';
    this.told.clear();
    removeEventListener('online', this.hurry);
    removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  /** The server's time now. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** A person whose seat no bot holds, and who is not at the table now. */
  absent(player: number): boolean {
    const seat = this.table?.seats[player];
    return !!seat && !seat.bot && !!seat.name && !this.present[player];
  }

  /** Have something done; resolved when it is safe, rejected with why not. Sent again after a lost line. */
  order(what: Order): Promise<Done> {
    return this.send({ ...what, version: this.version }, true) as Promise<Done>;
  }

  /** Ask something that changes nothing. */
  question<Wanted extends Answer>(what: Order): Promise<Wanted> {
    return this.send(what, false) as Promise<Wanted>;
  }

  /** Join again, with the current person and language. Questions asked meanwhile wait. */
  renew(): void {
    const former = this.socket;
    clearTimeout(this.timer);
    this.connection = 'joining';
    this.connect();
    former?.close();
  }

  /** Have everything told in phrases from now on: for a game that has no words here. */
  askForPhrases(): void {
    if (this.words) return;
    this.words = this.startOver = true;
    this.renew();
  }

  private send(what: Order, command: boolean): Promise<Answer> {
    const id = hex(random(10));
    const text = JSON.stringify({ ...what, id });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { text, command, resolve, reject });
      if (this.connection === 'open') this.socket?.send(text);
    });
  }

  private readonly hurry = () => {
    if (this.connection === 'lost' && document.visibilityState === 'visible') {
      this.tries = 0;
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.id}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      const since = this.table && !this.startOver ? this.version : null;
      socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, since, language: this.speech(), ...(this.words && { words: true }) }));
      this.heard = Date.now();
      clearInterval(this.pulse);
      this.pulse = setInterval(() => this.listen(), 5000);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.told.take(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.connection === 'gone') return;
      clearInterval(this.pulse);
      if (event.code === 1008 && this.problem) return this.close();
      this.connection = this.table ? 'lost' : 'joining';
      void this.comeBack();
    };
  }

  private async comeBack(): Promise<void> {
    if (!this.table) await this.inquire();
    if (this.connection === 'gone') return;
    this.timer = setTimeout(() => this.connect(), PATIENCE[Math.min(this.tries++, PATIENCE.length - 1)]);
  }

  /** A line that never opened does not tell why; a plain question does. */
  private async inquire(): Promise<void> {
    try {
      await look(this.id);
    } catch (error) {
      if (!(error instanceof Refused) || !SHUT.includes(error.problem.code)) return;
      this.problem = error.problem;
      this.close();
    }
  }

  private listen(): void {
    if (Date.now() - this.heard > SILENCE) this.socket?.close();
    else if (this.connection === 'open') this.socket?.send(JSON.stringify({ type: 'ping' }));
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case 'whole':
        this.startOver = false;
        this.version = message.version;
        this.ahead = message.at - Date.now();
        this.table = message.table;
        this.game = message.game;
        this.steps = message.recent;
        this.talk = message.talk;
        this.latest = [];
        this.moments = message.game ? [{ steps: [], game: message.game }] : [];
        this.present = message.present;
        this.watching = message.watching;
        this.learn(message.game, message.recent);
        this.joined();
        break;
      case 'steps': {
        const last = this.steps.at(-1)?.version ?? -1;
        const fresh = message.steps.filter((step) => step.version > last); // after a lost line some may come twice
        this.version = message.version;
        this.ahead = message.at - Date.now();
        if (message.table) this.table = kept(this.table, message.table);
        if (message.game) this.game = message.game = kept(this.game, message.game);
        this.steps = [...this.steps, ...fresh].slice(-KEPT);
        this.talk = [...this.talk, ...fresh.filter((step) => step.what.type === 'said')].slice(-KEPT);
        this.latest = [...this.latest, ...fresh].slice(-KEPT);
        this.learn(message.game, message.steps);
        if (message.game) this.moments = [...this.moments, { steps: fresh, game: message.game }].slice(-MOMENTS);
        this.joined();
        break;
      }
      case 'presence':
        this.present = message.present;
        this.watching = message.watching;
        break;
      case 'refusal':
        if (message.id === null) this.shutOut(message.problem);
        else this.answered(message.id)?.reject(new Refused(message.problem));
        break;
      case 'done':
      case 'advice':
      case 'tried':
      case 'scoring':
      case 'chances':
      case 'scorings':
      case 'values':
        this.answered(message.id)?.resolve(message);
        break;
      case 'pong':
      case 'bye':
        break;
    }
  }

  /** Compare what is told with what was told before, and keep it. */
  private learn(game: Game | null, steps: Step[]): void {
    this.witness.hear(this.version, steps, game?.digest ?? null);
    this.digest = this.witness.digest;
    this.doubt = this.witness.doubt;
  }

  /** The table refuses us: a page of another version than the server reloads first. */
  private shutOut(problem: Problem): void {
    if (problem.code !== 'other-protocol' || !reloadPage()) this.problem = problem;
  }

  /** In sync: what was not answered when the line was lost is sent again; the server does nothing twice. */
  private joined(): void {
    if (this.connection === 'open') return;
    this.connection = 'open';
    this.tries = 0;
    for (const each of this.waiting.values()) this.socket?.send(each.text);
  }

  private answered(id: string): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }
}
