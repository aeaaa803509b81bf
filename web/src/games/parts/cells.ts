/** Places in words: so far from the middle of the board or city, which the game names. */

import { t } from '$lib/i18n.svelte';
import { listed } from '$lib/words';

export function cellText([x, y]: readonly [number, number]): string {
  const ways: string[] = [];
  if (x) ways.push(t(x > 0 ? 'way.east' : 'way.west', { n: Math.abs(x) }));
  if (y) ways.push(t(y > 0 ? 'way.south' : 'way.north', { n: Math.abs(y) }));
  return ways.length ? t('cell.from', { ways: listed(ways) }) : t('cell.middle');
}
