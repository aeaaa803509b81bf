import { explains } from '../score_lines';

explains('zatre', {
  'two lines of a turn': ['sum-12', 8, { count: 2, row: 3 }, '2 lines, written in row 3'],
  'a full row': ['bonus', 3, { count: 1, row: 2 }, 'row 2 is full (Z17)'],
  'a new cross': ['crosses', 7, { count: 1, row: 1 }, '1 new cross; row 1 has a cross and counts twice (Z17)'],
  'points in rows that had their crosses before': ['crosses', 2, { count: 0, row: 3 }, 'rows 1 to 3 have crosses and count twice (Z17)'],
  'tiles left over': ['held', -9, { seat: 0, tiles: [4, 5] }, '4 + 5 (Z20)'],
  'a row of the sheet': ['row-1', 20, { row: 1, boxes: [1, 2, 4], bonus: 3, cross: true }, '(1 + 2 + 4, bonus 3) × 2'],
});
