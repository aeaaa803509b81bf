/** The six buildings and the fountain: one colour and one shape each; their letters follow the reader's language. */

export const BUILDINGS = ['pavilion', 'seraglio', 'arcades', 'chambers', 'garden', 'tower'] as const;
export type Building = (typeof BUILDINGS)[number];
export type Kind = Building | 'fountain';

/** Drawn in a box of 24 by 24, to be filled by the even-odd rule. */
export const SHAPE: Record<Kind, string> = {
  // an open dome on four pillars
  pavilion:
    'M12 2.2c.5.9.5 1.5.2 2.1 3.6.9 6.3 3.3 6.9 6.2H4.9c.6-2.9 3.3-5.300 6.9-6.200-.3-.6-.3-1.200.2-2.100Z' +
    'M4 11.400h16v1.800H4ZM5 14h1.900v6H5ZM9.300 14h1.700v6H9.300ZM13 14h1.700v6H13ZM17.100 14H19v6h-1.900ZM3.500 20.600h17v1.600h-17Z',
  // a horseshoe gate
  seraglio:
    'M3 3h18v19h-5.500v-6.200c1-.9 1.600-2.200 1.600-3.700 0-2.900-2.300-5.200-5.100-5.200s-5.100 2.300-5.100 5.200c0 1.500.6 2.800 1.600 3.700V22H3Z' +
    'M12 9.300c1.600 0 2.800 1.300 2.800 2.900 0 1.200-.6 2-1.500 2.700V22h-2.600v-7.100c-.9-.7-1.500-1.500-1.500-2.700 0-1.600 1.200-2.900 2.800-2.900Z',
  // a row of three arches
  arcades:
    'M2 6h20v16h-2v-7.200a2 2 0 0 0-4 0V22h-2v-7.200a2 2 0 0 0-4 0V22H8v-7.200a2 2 0 0 0-4 0V22H2ZM1.400 3.200h21.200v1.800H1.400Z',
  // a coffered window
  chambers:
    'M5 22V9.500a7 7 0 0 1 14 0V22ZM7 20h4.100v-4.600H7ZM12.900 20H17v-4.600h-4.100ZM7 13.600h4.100V9H7v4.600Z' +
    'M12.900 13.600H17V9h-4.100ZM8.100 7.200h7.800a5 5 0 0 0-7.800 0ZM3.500 22h17v1.200h-17Z',
  // a cypress and a basin
  garden:
    'M8 1.500c2.500 4 3.500 8 3.500 11.200 0 3-1 4.700-2.700 5.100V20H7.200v-2.200c-1.700-.4-2.700-2.100-2.700-5.100C4.500 9.500 5.500 5.500 8 1.500Z' +
    'M3 20.600h18v1.800H3ZM13.300 15.500h7.900c0 2.100-1.200 3.600-3 4h-1.900c-1.800-.4-3-1.900-3-4ZM16.500 10c.2-.9.500-1.300.8-1.300s.6.400.800 1.300v4.400h-1.600Z',
  // a crenellated tower
  tower:
    'M5 2h3v2.600h2.200V2h3.600v2.600H16V2h3v7h-1.500v10.500H19V22H5v-2.500h1.500V9H5ZM10.500 22v-4.500a1.500 1.500 0 0 1 3 0V22ZM11.200 10.500h1.600v3.400h-1.600Z',
  // an eight-pointed basin
  fountain:
    'M12 1.800 14.900 5h4.100v4.100L22.200 12 19 14.900V19h-4.100L12 22.200 9.100 19H5v-4.100L1.800 12 5 9.100V5h4.100Z' +
    'M12 6.400A5.600 5.600 0 1 0 12 17.600 5.600 5.600 0 0 0 12 6.400ZM12 8.600c1.200 1.700 2 2.900 2 4a2 2 0 0 1-4 0c0-1.100.8-2.300 2-4Z',
};

/** A building's colour where it is a line or a ground; ivory would not be seen there. */
export const kindColour = (kind: string) => (kind === 'chambers' ? 'var(--wall-light)' : `var(--${kind})`);
