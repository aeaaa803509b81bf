/** Another game at the same seats. */

import type { TableInfo } from '../protocol';
import * as api from './api';
import { keepNonce, promise } from './nonces';

/** The table of another game: one sits there where one sat at this one, ready; what is refused is left to be done there. */
export async function again(before: TableInfo): Promise<string> {
  const table = (await api.order(before.id, { type: 'rematch' })).table!;
  try {
    for (const seat of before.you.seats) await api.order(table, { type: 'sit', seat, name: before.seats[seat]!.name });
    for (const seat of before.you.seats) {
      const { nonce, commit } = promise();
      keepNonce(table, seat, nonce);
      await api.order(table, { type: 'ready', seat, ready: true, commit });
    }
  } catch (error) {
    if (!(error instanceof api.Refused)) throw error;
  }
  return table;
}
