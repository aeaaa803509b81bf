import { describe, expect, it } from 'vitest';
import { BUILDINGS } from './buildings';
import { illustration } from './illustrations';

const CHEAPEST = { pavilion: 2, seraglio: 3, arcades: 4, chambers: 5, garden: 6, tower: 7 };

describe('what is painted on a tile', () => {
  it.each(BUILDINGS)('differs for every price of the %s', (kind) => {
    const painted = Array.from({ length: 7 }, (_, n) => JSON.stringify(illustration(kind, CHEAPEST[kind] + n)));
    expect(new Set(painted).size).toBe(7);
  });
  it.each(BUILDINGS)('is a handful of paths without a bad number: %s', (kind) => {
    for (let n = 0; n < 7; n++) {
      const layers = illustration(kind, CHEAPEST[kind] + n);
      expect(layers.length).toBeLessThan(10);
      for (const [, path] of layers) expect(path).not.toMatch(/NaN|undefined|Infinity/);
    }
  });
});
