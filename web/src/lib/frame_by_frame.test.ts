import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FrameByFrame } from './frame_by_frame';

let frames: (() => void)[] = [];
const draw = () => {
  for (const each of frames.splice(0)) each();
  vi.advanceTimersByTime(0);
};
const handled: string[] = [];
const made = () => new FrameByFrame<string>((item) => handled.push(item), (item) => item.startsWith('step'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (done: () => void) => frames.push(done));
});
afterEach(() => {
  vi.useRealTimers();
  handled.length = 0;
  frames = [];
});

test('the first comes at once, the others a frame each', () => {
  const line = made();
  for (const item of ['step 1', 'step 2', 'step 3']) line.take(item);
  expect(handled).toEqual(['step 1']);
  draw();
  expect(handled).toEqual(['step 1', 'step 2']);
  draw();
  expect(handled).toEqual(['step 1', 'step 2', 'step 3']);
});

test('an answer waits for nothing but what came before it', () => {
  const line = made();
  for (const item of ['step 1', 'answer 1', 'step 2', 'answer 2']) line.take(item);
  expect(handled).toEqual(['step 1', 'answer 1']);
  draw();
  expect(handled).toEqual(['step 1', 'answer 1', 'step 2', 'answer 2']);
});

test('a page without frames goes on all the same', () => {
  const line = made();
  for (const item of ['step 1', 'step 2']) line.take(item);
  vi.advanceTimersByTime(1000);
  expect(handled).toEqual(['step 1', 'step 2']);
});

test('whoever is far behind takes all at once', () => {
  const line = made();
  for (let n = 1; n < 12; n += 1) line.take(`step ${n}`);
  expect(handled.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, n) => `step ${n + 1}`));
});
