/** Building in your city: the tile that is carried, where it may stand, and what can be moved. */

import { untrack } from 'svelte';
import { cellText } from './cells';
import { t } from '$lib/i18n.svelte';
import type { Game, Option } from '$protocol';
import type { AddBuilding, GiveBuilding, PlaceBuilding, RemoveBuilding, ReserveBuilding, SwapBuilding } from './types';
import type { BoardProps, Proposal } from '../game';
import { tileText } from './city';
import { actionsOf } from './options';
import type { Cell } from './tiles';

type Given = {
  game: () => Game;
  proposed: () => Proposal | null;
  onpropose: (proposal: Proposal | null) => void;
  onbegin?: () => void; // something else is begun: whatever was chosen before is put away
  ontry: BoardProps['ontry'];
};

export class Builder {
  carried = $state<string | null>(null); // a tile to be placed, or one of the reserve
  rebuilding = $state(false); // my city's tiles can be picked
  picked = $state<string | null>(null);
  private note = $state(''); // why the carried tile may not stand where it was tried

  private readonly places = $derived.by(() => this.of<PlaceBuilding>('place'));
  private readonly adds = $derived.by(() => this.of<AddBuilding>('add'));
  private readonly swaps = $derived.by(() => this.of<SwapBuilding>('swap'));
  readonly reserves = $derived.by(() => this.of<ReserveBuilding>('reserve'));
  readonly gives = $derived.by(() => this.of<GiveBuilding>('give'));
  readonly removes = $derived.by(() => this.of<RemoveBuilding>('remove'));

  /** Tiles that have to be placed now. */
  readonly toPlace = $derived.by(() => [...new Set([...this.places, ...this.reserves, ...this.gives].map((option) => option.action.tile))]);
  /** Where the carried tile may stand, and how long the wall would be. */
  readonly spots = $derived.by(() => this.landings.map((option) => ({ cell: option.action.cell as Cell, wall: option.preview.wall_after })));
  /** Where it stands for now, until that is confirmed. */
  readonly at = $derived.by(() => [...this.places, ...this.adds].find((each) => each.move === this.given.proposed()?.move)?.action.cell ?? null);
  /** Tiles of the city that can be picked: to leave for the carried one, or for the reserve. */
  readonly picks = $derived.by(() => {
    if (this.carried && !this.toPlace.includes(this.carried)) return this.leavers(this.carried).map((option) => option.action.leaver);
    return this.rebuilding ? this.removes.map((option) => option.action.tile) : [];
  });
  private readonly landings = $derived.by(() => [...this.places, ...this.adds].filter((option) => option.action.tile === this.carried));

  constructor(private readonly given: Given) {
    // A new position ends whatever was begun.
    $effect(() => {
      void given.game();
      this.clear();
      this.rebuilding = false;
      this.carried = this.toPlace[0] ?? null;
    });
    // What is proposed from elsewhere, by a hint, is shown as if it had been chosen here.
    $effect(() => {
      const move = given.proposed()?.move;
      if (move) untrack(() => this.reflect(move));
    });
  }

  private reflect(move: string): void {
    const built = [...this.places, ...this.adds, ...this.swaps, ...this.reserves, ...this.gives].find((option) => option.move === move);
    const removed = this.removes.find((option) => option.move === move);
    if (built) {
      this.carried = built.action.tile;
      this.picked = built.action.type === 'swap' ? built.action.leaver : null;
    } else if (removed) {
      this.carried = null;
      this.rebuilding = true;
      this.picked = removed.action.tile;
    } else if (!this.toPlace.length) {
      this.clear(); // something else altogether
    }
  }

  /** What is asked while one rebuilds; null: whatever the options ask. */
  readonly ask = $derived.by(() => {
    if (this.note) return this.note;
    if (this.toPlace.length) return null;
    if (this.carried) return t('ask.rebuild-carried', { tile: tileText(this.carried) });
    return this.rebuilding ? t('ask.rebuild') : null;
  });

  /** Can this tile of the reserve be built? */
  readonly can = (tile: string) => this.adds.some((option) => option.action.tile === tile) || this.leavers(tile).length > 0;

  clear(): void {
    this.carried = null;
    this.picked = null;
    this.note = '';
  }

  /** Take a tile to be built; the same one again puts it back, unless it has to be placed. */
  readonly carry = (tile: string) => {
    const again = this.carried === tile && !this.toPlace.includes(tile);
    this.begin();
    this.carried = again ? null : tile;
  };

  /** Take a tile to be built, whatever was taken before. */
  readonly lift = (tile: string) => {
    this.begin();
    this.carried = tile;
  };

  readonly build = ([x, y]: Cell) => {
    this.note = '';
    const option = this.landings.find(({ action }) => action.cell[0] === x && action.cell[1] === y);
    this.propose(option, t('city.build', { tile: tileText(this.carried!), cell: cellText([x, y]) }));
  };

  /** A plot that is not offered: the rules say why. */
  readonly miss = async ([x, y]: Cell) => {
    const tile = this.carried!;
    this.given.onpropose(null);
    const answer = await this.given.ontry(`${this.toPlace.includes(tile) ? 'place' : 'add'} ${tile} ${x},${y}`);
    if (!answer.legal && this.carried === tile) this.note = answer.text;
  };

  readonly pick = (tile: string) => {
    this.picked = tile;
    if (this.carried) {
      const option = this.leavers(this.carried).find((each) => each.action.leaver === tile);
      this.propose(option, t('city.swap', { tile: tileText(this.carried), leaver: tileText(tile) }));
    } else {
      this.propose(this.removes.find((each) => each.action.tile === tile), t('city.remove', { tile: tileText(tile) }));
    }
  };

  readonly reserve = (option: { move: string; action: ReserveBuilding }) => this.propose(option, t('city.reserve', { tile: tileText(option.action.tile) }));

  readonly toggleRebuilding = () => {
    this.begin();
    this.rebuilding = !this.rebuilding;
  };

  private begin(): void {
    this.clear();
    this.given.onbegin?.();
    this.given.onpropose(null);
  }

  private propose(option: { move: string } | undefined, text: string): void {
    this.given.onpropose(option ? { move: option.move, text } : null);
  }

  private of<Kind extends { type: string }>(type: Kind['type']): (Option & { action: Kind })[] {
    return actionsOf<Kind>(this.given.game().options, type);
  }

  private leavers(tile: string) {
    return this.swaps.filter((option) => option.action.tile === tile);
  }
}
