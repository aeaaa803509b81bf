import { explains } from '../score_lines';

explains('alhambra', {
  'a place alone': ['garden', 5, { count: 2, place: 1, group: 1, pot: 5 }, '2 gardens, first'],
  'a tie that is paid': ['garden', 8, { count: 2, place: 1, group: 2, pot: 17 }, '2 gardens, tied for first (17 shared by 2, rounded down)'],
});
