/** Numbers that a seat promises by their digest when it is ready, and opens when all are: so nobody chose the luck. */

import { hex, random, sha256 } from './sha256';

const promised = new Map<string, string>(); // also in the browser's memory, to outlive a reload or a closed tab

export function promise(): { nonce: Uint8Array; commit: string } {
  const nonce = random(16);
  return { nonce, commit: hex(sha256(nonce)) };
}

const keyOf = (table: string, seat: number) => `nonce ${table}/${seat}`;

export function keepNonce(table: string, seat: number, nonce: Uint8Array): void {
  promised.set(keyOf(table, seat), hex(nonce));
  try {
    localStorage.setItem(keyOf(table, seat), hex(nonce));
  } catch {
    // A browser that keeps nothing still opens it, unless the page is reloaded first.
  }
}

/** The number that a seat promised; null where this browser has lost it, or never had it. */
export function nonceOf(table: string, seat: number): string | null {
  const key = keyOf(table, seat);
  try {
    return promised.get(key) ?? localStorage.getItem(key);
  } catch {
    return promised.get(key) ?? null;
  }
}

/** It is opened, so nobody needs it here any more. */
export function forgetNonce(table: string, seat: number): void {
  promised.delete(keyOf(table, seat));
  try {
    localStorage.removeItem(keyOf(table, seat));
  } catch {
    // See above.
  }
}
