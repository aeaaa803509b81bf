/** Where a marker of this throw would come to stand, column by column. */

import { t } from '$lib/i18n.svelte';
import type { Option } from '$protocol';
import { buildingText } from './city';
import { actionsOf } from './options';
import type { PlaceMarker } from './types';

type Displace = { type: 'displace'; column: string };

export type Landing = {
  move: string;
  kind: 'mark' | 'displace';
  cell: { row: number; throws: number } | null; // null: the marker falls off the column
};

/** By building the cells that can be marked. */
export function landingsOf(options: Option[] | null): Record<string, Landing[]> {
  const found: Record<string, Landing[]> = {};
  for (const option of [...actionsOf<PlaceMarker>(options, 'mark'), ...actionsOf<Displace>(options, 'displace')]) {
    const { row, throws } = option.preview;
    const cell = row === undefined || throws === undefined ? null : { row, throws };
    (found[option.action.column] ??= []).push({ move: option.move, kind: option.action.type, cell });
  }
  return found;
}

export const landingText = (building: string, { kind, cell }: Landing) =>
  cell ? t(`dice.${kind}`, { column: buildingText(building), ...cell }) : t('dice.mark-falls', { column: buildingText(building) });
