/** Where things stand on boards with cities and panels, as selectors. */

const UNIT = 100; // a cell of a city, in its drawing

/** A cell of the player's own city, or of a rival's. */
export const cellAt = (rival: number | null, [x, y]: readonly [number, number]) =>
  `${rival === null ? '.city' : panelOf(rival)} svg g[transform="translate(${x * UNIT} ${y * UNIT})"]`;

/** The panel of a rival. */
export const panelOf = (seat: number) => `.rival[data-edge="${seat}"]`;

/** A tile that waits to be placed or lies in reserve: the player's own within `hold`, or a rival's if it is visible. */
export const tileAt = (rival: number | null, tile: string, hold: string) => `${rival === null ? hold : panelOf(rival)} [data-tile="${tile}"]`;
