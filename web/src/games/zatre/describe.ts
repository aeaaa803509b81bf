import { t } from '$lib/i18n.svelte';
import { listed } from '$lib/words';
import type { Game } from '$protocol';
import type { ZatreView } from './types';

/** The tiles of each row that has any, from the top. */
function rowLines({ tiles }: ZatreView): string[] {
  const rows = [...new Set(tiles.map((tile) => tile.cell[1]))].sort((a, b) => a - b);
  const row = (y: number) => tiles.filter((tile) => tile.cell[1] === y).map((tile) => `${tile.cell[0]}: ${tile.value}`);
  return rows.map((y) => t('describe.row', { y, tiles: row(y).join(', ') }));
}

export function describe(game: Game, names: string[]): string[] {
  const view = game.position as ZatreView;
  const seated = (side: number) => listed(names.filter((_, n) => view.seats[n]?.side === side));
  return [
    ...rowLines(view),
    ...view.sheets.map((sheet, side) => t('describe.sheet', { who: seated(side), total: sheet.total, rows: sheet.rows.filter((row) => row.complete).length })),
  ];
}
