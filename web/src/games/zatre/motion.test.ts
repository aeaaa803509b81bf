import { expect, test } from 'vitest';
import type { Game, Played } from '$protocol';
import { travels } from './motion';

const teams = { position: { seats: [{ side: 0 }, { side: 1 }, { side: 0 }, { side: 1 }] }, seat: 0 } as unknown as Game;
const laid = (seat: number) => ({ seat, action: { type: 'lay', value: 5, cell: [1, 2] }, happened: [] }) as unknown as Played;

test('a tile of the hand flies by its value, and never another one', () => {
  const [flight] = travels.flights(laid(0), teams, 0);
  expect(flight!.from).toBe('.hold .tile[data-value="5"]');
});

test('what another player lays comes from the sheet of the side', () => {
  const [flight] = travels.flights(laid(3), teams, 0);
  expect(flight).toMatchObject({ from: '.place details[data-edge="1"] > summary', new: true });
});
