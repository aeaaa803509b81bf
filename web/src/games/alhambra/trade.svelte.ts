/** Money and buildings that are being chosen: cards to take, or a building and what pays for it. */

import { untrack } from 'svelte';
import { t } from '$lib/i18n.svelte';
import type { Game } from '$protocol';
import type { AlhambraView, BuyBuilding, TakeMoney } from './types';
import type { BoardProps, Proposal } from '../game';
import { tileText } from '../parts/city';
import { actionsOf, sameBag } from '../parts/options';
import { tileOf } from '../parts/tiles';
import { cardOf, CURRENCIES } from './currencies';
import { cardText, sumOf } from './words';

type Given = {
  game: () => Game;
  seat: () => number; // whose hand it is
  proposed: () => Proposal | null;
  onpropose: (proposal: Proposal | null) => void;
  onbegin: () => void; // something else is begun
  ontry: BoardProps['ontry'];
};

export class Trade {
  taken = $state<number[]>([]); // places in the display
  wanted = $state<string | null>(null); // a tile of the market
  paid = $state<number[]>([]); // places in the hand
  note = $state('');

  private readonly view = $derived.by(() => this.given.game().position as AlhambraView);
  readonly takes = $derived.by(() => actionsOf<TakeMoney>(this.given.game().options, 'take'));
  readonly buys = $derived.by(() => actionsOf<BuyBuilding>(this.given.game().options, 'buy'));

  /** Sorted; a key for each card, so that the one that comes is seen to come. */
  readonly hand = $derived.by(() => {
    const held = new Map<string, number>();
    return [...(this.view.seats[this.given.seat()]!.hand ?? [])]
      .map(cardOf)
      .sort((a, b) => CURRENCIES.indexOf(a.currency) - CURRENCIES.indexOf(b.currency) || a.value - b.value)
      .map((card) => {
        const nth = (held.get(card.name) ?? 0) + 1;
        held.set(card.name, nth);
        return { ...card, key: `${card.name} ${nth}` };
      });
  });

  constructor(private readonly given: Given) {
    // A new position ends whatever was begun.
    $effect(() => {
      void given.game();
      this.clear();
      given.onpropose(null);
    });
    // What is proposed from elsewhere, by a hint, is shown as if it had been chosen here.
    $effect(() => {
      const move = given.proposed()?.move;
      if (move) untrack(() => this.reflect(move));
    });
  }

  private reflect(move: string): void {
    const taken = this.takes.find((option) => option.move === move);
    const bought = this.buys.find((option) => option.move === move);
    if (taken && !sameBag(taken.action.cards, this.taken.map((n) => this.view.display[n]!))) {
      this.clear();
      this.taken = placesOf(taken.action.cards, this.view.display);
    } else if (bought && (bought.action.tile !== this.wanted || !sameBag(bought.action.payment, this.payment()))) {
      this.clear();
      this.wanted = bought.action.tile;
      this.paid = placesOf(bought.action.payment, this.hand.map((card) => card.name));
      this.note = this.noteOn(bought.action.tile, bought.action.payment);
    } else if (!taken && !bought && (this.taken.length || this.paid.length) && !move.startsWith('buy')) {
      this.clear(); // something else altogether
    }
  }

  private noteOn(tile: string, payment: readonly string[]): string {
    const over = sumOf(payment) - tileOf(tile).price;
    return over === 0 ? t('board.exact') : over > 0 ? t('board.over', { over }) : '';
  }

  /** Can this building be paid for? */
  readonly can = (tile: string) => this.buys.some((option) => option.action.tile === tile);

  clear(): void {
    this.taken = [];
    this.wanted = null;
    this.paid = [];
    this.note = '';
  }

  /** Put everything away, and what is built as well. */
  readonly cancel = () => {
    this.clear();
    this.given.onbegin();
    this.given.onpropose(null);
  };

  /** One more card to take, or one less. */
  readonly toggleTaken = (n: number) => {
    const next = this.taken.includes(n) ? this.taken.filter((each) => each !== n) : [...this.taken, n];
    this.cancel();
    if (next.includes(n) && !this.take(next)) this.take([n]); // not together with the others: a new beginning
    else if (!next.includes(n)) this.take(next);
  };

  private take(places: number[]): boolean {
    const cards = places.map((each) => this.view.display[each]!);
    const option = this.takes.find((each) => sameBag(each.action.cards, cards));
    this.taken = places;
    this.given.onpropose(option ? { move: option.move, text: t('board.take', { cards: cards.map(cardText).join(', ') }) } : null);
    return option !== undefined;
  }

  /** Buy: the best payment is laid out at once, and can be changed card by card. */
  readonly want = (tile: string) => {
    this.cancel();
    const [best] = this.buys.filter((option) => option.action.tile === tile).sort((a, b) => sumOf(a.action.payment) - sumOf(b.action.payment));
    if (!best) {
      this.note = t('board.too-dear', { tile: tileText(tile) });
      return;
    }
    this.wanted = tile;
    this.paid = placesOf(best.action.payment, this.hand.map((card) => card.name));
    void this.offer(tile);
  };

  readonly togglePaid = (n: number) => {
    if (!this.wanted) return;
    this.paid = this.paid.includes(n) ? this.paid.filter((each) => each !== n) : [...this.paid, n];
    void this.offer(this.wanted);
  };

  private readonly payment = () => this.paid.map((n) => this.hand[n]!.name);

  private async offer(tile: string): Promise<void> {
    const cards = this.payment();
    this.note = this.noteOn(tile, cards);
    const text = t('board.buy', { tile: tileText(tile), cards: cards.map(cardText).join(', ') });
    const option = this.buys.find((each) => each.action.tile === tile && sameBag(each.action.payment, cards));
    this.given.onpropose(option ? { move: option.move, text } : null);
    if (!option && cards.length) await this.tryOut(tile, cards, text);
  }

  /** More than is needed: the rules say whether that is allowed. */
  private async tryOut(tile: string, cards: string[], text: string): Promise<void> {
    const move = `buy ${tile} ${cards.join(' ')}`;
    const answer = await this.given.ontry(move);
    if (this.wanted !== tile || !sameBag(cards, this.payment())) return;
    if (answer.legal) this.given.onpropose({ move, text });
    else this.note = answer.text;
  }
}

/** Where these things lie among others that may be alike; each place is used once. */
function placesOf(wanted: readonly string[], among: readonly (string | null)[]): number[] {
  const free = among.map((name, n) => ({ name, n }));
  return wanted.map((name) => free.splice(free.findIndex((each) => each.name === name), 1)[0]!.n);
}
