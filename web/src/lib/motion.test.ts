import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Motion } from './motion';

const LASTS = 300;
vi.mock('./pace.svelte', () => ({ pace: { moves: true, lasts: 300 } }));

const over: unknown[] = []; // what lies over the board
const place = { left: 0, top: 0, width: 10, height: 10 } as DOMRect;
const animation = () => ({ cancel: () => {} });
const piece = () => {
  const node = { animate: animation, getAnimations: () => [], getBoundingClientRect: () => place, remove: () => over.splice(over.indexOf(node), 1) };
  return node;
};
const layer = { append: (node: unknown) => over.push(node) } as unknown as HTMLElement;
const fly = (motion: Motion, steps: number) => {
  for (let n = 0; n < steps; n += 1) motion.fly([{ from: place, node: piece() as unknown as Element, to: '.somewhere' }]);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { querySelector: piece });
});
afterEach(() => {
  vi.useRealTimers();
  over.length = 0;
});

test('steps wait for one another', () => {
  fly(new Motion(() => layer), 2);
  expect(over).toHaveLength(1);
  vi.advanceTimersByTime(LASTS + 30);
  expect(over).toHaveLength(1); // the second
  vi.advanceTimersByTime(LASTS + 30);
  expect(over).toHaveLength(0);
});

test('whatever comes, all is still within two seconds', () => {
  for (let steps = 1; steps < 30; steps += 1) {
    fly(new Motion(() => layer), steps);
    vi.advanceTimersByTime(2000);
    expect(over).toHaveLength(0);
  }
});

test('what would take longer than two seconds is skipped at once', () => {
  const motion = new Motion(() => layer);
  fly(motion, 6);
  expect(over).toHaveLength(1);
  fly(motion, 1);
  expect(over).toHaveLength(0);
  vi.advanceTimersByTime(5000);
  expect(over).toHaveLength(0);
  expect([6, 7].map(motion.follows)).toEqual([true, false]);
});

test('when it is stopped nothing comes after', () => {
  const motion = new Motion(() => layer);
  fly(motion, 3);
  motion.stop();
  expect(over).toHaveLength(0);
  vi.advanceTimersByTime(LASTS + 30);
  expect(over).toHaveLength(0);
});
