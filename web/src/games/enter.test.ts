import { expect, test, vi } from 'vitest';
import { subject } from '$lib/i18n.svelte';
import { enter, leave } from './index';

vi.stubGlobal('document', { documentElement: {} });

test('a page that was left before its room came does not change the words of the next one', async () => {
  let left = false;
  const late = enter('zatre', () => !left);
  left = true;
  leave();
  await enter('alhambra');
  await late;
  expect(subject()).toBe('alhambra');
  leave();
  await enter('zatre', () => !left);
  expect(subject()).not.toBe('zatre');
}, 60_000);
