/** Numbers that a seat promises by their digest when it is ready, and opens when all are: so nobody chose the luck. */

import { hex, random, sha256 } from './sha256';

const promised = new Map<string, string>(); // also in the browser's memory of this tab, to outlive a reload

export function promise(): { nonce: Uint8Array; commit: string } {
  const nonce = random(16);
  return { nonce, commit: hex(sha256(nonce)) };
}

const keyOf = (table: string, seat: number) => `nonce ${table}/${seat}`;

export function keepNonce(table: string, seat: number, nonce: Uint8Array): void {
  promised.set(keyOf(table, seat), hex(nonce));
  try {
    sessionStorage.setItem(keyOf(table, seat), hex(nonce));
  } catch {
    // A browser that keeps nothing still opens it, unless the page is loaded anew before.
  }
}

export function takeNonce(table: string, seat: number): string | null {
  const key = keyOf(table, seat);
  let nonce = promised.get(key) ?? null;
  promised.delete(key);
  try {
    nonce ??= sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
  return nonce;
}
