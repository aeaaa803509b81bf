/** The check of a finished game's luck, made here in the browser: the server's word is not needed (docs/luck.md). */

import { bytes, hex, hmac, joined, sha256 } from './sha256';

const text = (letters: string) => new TextEncoder().encode(letters);

export const commitmentOf = (construction: string, game: string, seed: string) =>
  hex(sha256(joined(text(`commit|${construction}|${game}|`), bytes(seed))));

export const keyOf = (game: string, nonces: readonly string[], seed: string) =>
  hmac(sha256(text([game, ...nonces].join('|'))), bytes(seed));

/** The number below `total` in the stream of this label. */
export function numberBelow(key: Uint8Array, label: string, total: number): number {
  const fair = 2 ** 32 - (2 ** 32 % total);
  for (let block = 0; ; block++) {
    let last: Uint8Array = new Uint8Array();
    for (let counter = 1; counter <= 16; counter++) {
      last = hmac(key, joined(last, text(`${label}|${block}`), new Uint8Array([counter])));
      const words = new DataView(last.buffer);
      for (let at = 0; at < 32; at += 4) {
        const word = words.getUint32(at, true);
        if (word < fair) return word % total;
      }
    }
  }
}

const DRAW = /^luck (\S+)\/(\d+): (\d+) of (\d+) -> \S+$/;

/** How many draws are among the steps of a record, and which lines do not agree: with the seed, or in their numbering. */
export function checkDraws(steps: readonly string[], key: Uint8Array): { draws: number; wrong: string[] } {
  const drawn = new Map<string, number>(); // by kind
  const draws = steps.filter((line) => line.startsWith('luck '));
  const wrong = draws.filter((line) => {
    const [, kind, n, number, total] = DRAW.exec(line) ?? [];
    if (!kind) return true;
    drawn.set(kind, (drawn.get(kind) ?? 0) + 1);
    return Number(n) !== drawn.get(kind) || numberBelow(key, `${kind}/${n}`, Number(total)) !== Number(number);
  });
  return { draws: draws.length, wrong };
}
