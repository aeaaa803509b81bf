// The talk of a table: it moves when the game starts, and what others say where nobody sees it is told in the bar.
import { tick } from 'svelte';
import type { Live } from './live.svelte';

export class Talk {
  text = $state(''); // what is being written
  private heard = $state<number | null>(null); // up to this version

  constructor(
    private readonly live: Live,
    private readonly beside: () => boolean, // the board, where it is always seen
    private readonly you: () => number[],
  ) {
    $effect.pre(() => {
      void beside();
      const held = document.activeElement;
      if (held instanceof HTMLInputElement && held.id === 'say') void tick().then(() => goOnWriting(held));
    });
    $effect(() => {
      if (live.table && (this.heard === null || beside())) this.heard = live.version;
    });
  }

  /** The last that somebody else said, until one goes there. */
  readonly unseen = $derived.by(() => {
    const said = this.live.talk.at(-1);
    if (this.beside() || this.heard === null || said?.what.type !== 'said') return null;
    return said.version <= this.heard || this.you().includes(said.what.seat) ? null : said.what;
  });

  readonly listen = () => {
    this.heard = this.live.version;
    document.querySelector('[role=log]')?.scrollIntoView({ block: 'center' });
  };
}

/** Whoever is writing keeps on writing, without losing a letter. */
function goOnWriting(before: HTMLInputElement) {
  const say = document.querySelector<HTMLInputElement>('#say');
  if (!say || say === before) return;
  say.focus();
  say.setSelectionRange(before.selectionStart, before.selectionEnd);
}
