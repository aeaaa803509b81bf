/** What is being set for a new table, and making it. */

import type { GameInfo, NewTable } from '$protocol';
import * as api from './api';
import { t } from './i18n.svelte';
import { keepNonce, promise } from './nonces';
import { somebody } from './person.svelte';
import { go } from './route.svelte';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
export const CLOCKS = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 3 * DAY, 14 * DAY]; // for one move; then a bot holds the seat
export const clockText = (time: number) => (time < DAY ? t('clock.minutes', { count: time / MINUTE }) : t('clock.days', { count: time / DAY }));

export class Setup {
  chosen = $state<string | null>(null); // the game whose table is being set
  level = $state('builder');
  wanted = $state(2); // rivals, as far as a game has seats for them
  company = $state<'bots' | 'friends' | 'here'>('bots'); // who the others are
  isPublic = $state(false);
  clock = $state(3 * DAY);
  options = $state<Record<string, Record<string, string>>>({}); // of each game
  busy = $state(false);
  problem = $state('');

  readonly friends = $derived(this.company === 'friends');

  readonly rivalsIn = (game: GameInfo) => Math.min(Math.max(this.wanted, game.fewest - 1), game.most - 1);

  /** One click: against bots, whatever is being set for another game. */
  now(game: GameInfo): void {
    if (this.chosen !== game.name) this.company = 'bots';
    void this.start(game);
  }

  /** Open what can be set for a game, or close it again. */
  toggle(game: GameInfo, others: 'bots' | 'friends'): void {
    const open = this.chosen === game.name && this.friends === (others === 'friends');
    this.chosen = open ? null : game.name;
    this.company = open ? 'bots' : others;
  }

  async start(game: GameInfo): Promise<void> {
    this.busy = true;
    this.problem = '';
    try {
      await somebody(t('person.guest'));
      go(`/table/${await this.make(game)}`);
    } catch (error) {
      this.problem = api.trouble(error);
    } finally {
      this.busy = false;
    }
  }

  private async make(game: GameInfo): Promise<string> {
    const { nonce, commit } = promise();
    const made = await api.makeTable({
      game: game.name,
      seats: [{ type: 'me', name: null }, ...Array.from({ length: this.rivalsIn(game) }, (_, n) => this.other(n))],
      options: this.options[game.name] ?? {},
      ...(this.friends && { clock: { move: this.clock } }),
      public: this.friends && this.isPublic,
      ready: !this.friends,
      commit: this.friends ? null : commit,
    });
    keepNonce(made.id, 0, nonce);
    return made.id;
  }

  private other(n: number): NewTable['seats'][number] {
    if (this.company === 'here') return { type: 'me', name: t('table.player', { n: n + 2 }) };
    return this.friends ? { type: 'person' } : { type: 'bot', bot: this.level };
  }
}
