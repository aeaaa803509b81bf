import { expect, test, vi } from 'vitest';
import { subject } from '$lib/i18n.svelte';
import { enter, leave } from './index';

const [one, other] = Object.keys(import.meta.glob('./*/lesson.ts')).map((path) => path.split('/')[1]!) as [string, string];
vi.stubGlobal('document', { documentElement: {} });

test('a page that was left before its room came does not change the words of the next one', async () => {
  let left = false;
  const late = enter(one, () => !left);
  left = true;
  leave();
  await enter(other);
  await late;
  expect(subject()).toBe(other);
  leave();
  await enter(one, () => !left);
  expect(subject()).not.toBe(one);
}, 60_000);
