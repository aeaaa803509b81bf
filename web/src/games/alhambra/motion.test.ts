import { expect, test } from 'vitest';
import type { Game, Played } from '$protocol';
import { travels } from './motion';

const before = { position: { market: [], display: [] }, seat: 0 } as unknown as Game;

test.each(['place', 'add'])('a building flies only as itself: %s', (type) => {
  for (const seat of [0, 1]) {
    const action = { type, tile: 'tower-9-NE', cell: [0, 1] };
    const [flight] = travels.flights({ seat, action, happened: [] } as unknown as Played, before, 0);
    expect(flight!.from).toMatch(/^[^,]* \[data-tile="tower-9-NE"\]$/); // of several, the first on the page would fly
  }
});
