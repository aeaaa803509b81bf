import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SheetCommand } from '$protocol';
import { Paper } from './companion.svelte';

// A sheet as a server keeps it, with answers that fail for a while.
let version = 1;
let failing: number[] = []; // the status of the next answers
let written: string[] = [];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const sheet = () => ({ id: 's', version, game: 'a game', players: ['Ana', 'Ben'], notes: [] });

async function serve(_: string, { method, body }: { method: string; body: string }): Promise<Response> {
  const status = failing.shift();
  if (status) return new Response(status === 502 ? '<html>' : '{"type":"problem","code":"failed","text":"failed"}', { status, headers: JSON_TYPE });
  if (method === 'POST') {
    const command = JSON.parse(body) as SheetCommand;
    if (!written.includes(command.id)) version += 1;
    written = [...new Set([...written, command.id])];
  }
  return new Response(JSON.stringify(sheet()), { headers: JSON_TYPE });
}

let paper: Paper;
const kept = new Map<string, string>();
beforeEach(() => {
  [version, failing, written] = [1, [], []];
  kept.clear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', serve);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  paper.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const QUEUE = 'sabika-sheet-s';
const WAITING = [{ id: 'one', change: { type: 'erase', number: 2 } }];

test('what was kept from before is sent though the first look failed', async () => {
  kept.set(QUEUE, JSON.stringify(WAITING));
  failing = [500];
  paper = new Paper('s');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual(['one']);
  expect(paper.waiting).toEqual([]);
  expect(kept.has(QUEUE)).toBe(false);
});

test('a note is kept while a gateway answers for the server', async () => {
  paper = new Paper('s');
  await vi.advanceTimersByTimeAsync(10);
  failing = [502, 502, 502];
  paper.change({ type: 'erase', number: 2 });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(written).toHaveLength(1);
  expect([paper.waiting, paper.problem, paper.lost]).toEqual([[], '', false]);
});

test('a page that was closed while it tried again leaves what the next one waits with', async () => {
  paper = new Paper('s');
  await vi.advanceTimersByTimeAsync(10);
  failing = [502];
  paper.change({ type: 'erase', number: 2 });
  await vi.advanceTimersByTimeAsync(10);
  paper.close();
  failing = Array.from({ length: 20 }, () => 502);
  const next = new Paper('s');
  next.change({ type: 'erase', number: 3 });
  await vi.advanceTimersByTimeAsync(10);
  expect(JSON.parse(kept.get(QUEUE)!)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  failing = [];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toHaveLength(2);
  expect(next.waiting).toEqual([]);
  next.close();
});
