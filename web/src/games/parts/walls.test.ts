import { describe, expect, it } from 'vitest';
import { wallDrawing } from './walls';

describe('the drawing of a wall', () => {
  it('has a line for each side, and its cells once', () => {
    const drawn = wallDrawing(['0,0,N', '0,0,E', '1,1,S'])!;
    expect(drawn.path).toBe('M0 0L1 0M1 0L1 1M1 2L2 2');
    expect(drawn.cells).toEqual([[0, 0], [1, 1]]);
    expect(drawn.box).toBe('-0.3 -0.3 2.6 2.6');
  });

  it('is nothing without a wall', () => expect(wallDrawing([])).toBeNull());
});
