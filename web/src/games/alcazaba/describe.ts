import { t } from '$lib/i18n.svelte';
import { listed } from '$lib/words';
import type { Game } from '$protocol';
import type { AlcazabaView } from './types';
import { cityLines, tileText } from '../parts/city';
import { columnLine, turnLines } from '../parts/dice';

export function describe(game: Game, names: string[]): string[] {
  const view = game.position as AlcazabaView;
  const prizes = (tiles: readonly string[]) => t('describe.prizes', { tiles: listed(tiles.map(tileText)) || t('describe.none') });
  return [
    ...turnLines(view.turn, names),
    ...view.columns.map(({ building, markers, tiles }) => `${columnLine(building, markers, names)} ${prizes(tiles)}`),
    ...view.players.flatMap((player, n) => cityLines(names[n]!, player.city)),
  ];
}
