import { explains, namesColumns } from '../score_lines';

explains('alhambra_dice', {
  'several point chips': ['chips', 5, { ones: 2, twos: 0, threes: 1 }, '1 + 1 + 3'],
  'one point chip': ['chips', 3, { ones: 0, twos: 0, threes: 1 }, ''],
  'a place on a track': ['tower', 6, { space: 2, place: 1 }, 'space 2, first'],
});
namesColumns('alhambra_dice', {
  points: [{ player: 1, column: 'tower', prize: 'points', chip: '', swaps: [] }, 'Ben gets 2 points in the tower column'],
  'swapped points': [{ player: 0, column: 'tower', prize: 'points', chip: '', swaps: ['garden'] }, 'you get 2 points (swapped: garden) in the tower column'],
});
