import { t } from '$lib/i18n.svelte';
import { listed } from '$lib/words';
import type { Game } from '$protocol';
import type { DiceView } from './types';
import { buildingText } from '../parts/city';
import { columnLine, turnLines } from '../parts/dice';

type Column = DiceView['columns'][number];

function trackLines({ building, track }: Column, names: string[]): string[] {
  const stacks = track.map(({ space, players }) => `${space}: ${listed(players.map((player) => names[player]!))}`);
  return stacks.length ? [t('describe.track', { column: buildingText(building), stacks: stacks.join('; ') })] : [];
}

export function describe(game: Game, names: string[]): string[] {
  const view = game.position as DiceView;
  return [
    ...turnLines(view.turn, names),
    ...view.columns.flatMap((column) => [columnLine(column.building, column.markers, names), ...trackLines(column, names)]),
  ];
}
