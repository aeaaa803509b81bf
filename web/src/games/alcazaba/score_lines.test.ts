import { explains, namesColumns } from '../score_lines';

explains('alcazaba', {
  'a tie for nothing': ['garden', 0, { count: 1, place: 3, group: 2, pot: 0 }, '1 garden, tied for third'],
  'a wall': ['wall', 6, { count: 6 }, '6 sides'],
});
namesColumns('alcazaba', {
  'a building': [{ player: 1, column: 'garden', prize: 'garden-10-none' }, 'Ben gets garden 10 from the garden column'],
  'the first-player chip': [{ player: 0, column: 'garden', prize: 'first-player' }, 'you get the first-player chip from the garden column'],
});
