/** Numbers that a seat promises by their digest when it is ready, and opens when all are: so nobody chose the luck. */

import { hex, random, sha256 } from './sha256';

const promised = new Map<string, Uint8Array>();

export function promise(): { nonce: Uint8Array; commit: string } {
  const nonce = random(16);
  return { nonce, commit: hex(sha256(nonce)) };
}

export const keepNonce = (table: string, seat: number, nonce: Uint8Array) => promised.set(`${table}/${seat}`, nonce);

export function takeNonce(table: string, seat: number): string | null {
  const key = `${table}/${seat}`;
  const nonce = promised.get(key);
  promised.delete(key);
  return nonce ? hex(nonce) : null;
}
