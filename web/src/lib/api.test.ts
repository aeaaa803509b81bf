import { afterEach, expect, test, vi } from 'vitest';
import * as api from './api';

const HTML = '<html><body>502 Bad Gateway</body></html>';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const answers = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer());
afterEach(() => vi.unstubAllGlobals());

/** Two ends of one connection, of which the server's breaks off in the middle. */
function brokenOff(): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"id": "s'));
      stream.error(new TypeError('network error'));
    },
  });
  return new Response(body, { headers: JSON_TYPE });
}

test.each([
  ['a gateway without its server', () => new Response(HTML, { status: 502 })],
  ['a login page of the house', () => new Response(HTML)],
  ['an answer that is broken off', brokenOff],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s is a server that cannot be reached, and what was written is kept', async (_, answer) => {
  answers(answer);
  const problem = await api.sheet('s').catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(api.Refused);
  expect((problem as api.Refused).problem.code).toBe('busy');
});

test('what the server refuses is told, and nothing is told of what is as it was', async () => {
  answers(() => new Response('{"type":"problem","code":"refused","text":"no","rule":"A17e","version":3}', { status: 409, headers: JSON_TYPE }));
  await expect(api.sheet('s')).rejects.toMatchObject({ problem: { code: 'refused', rule: 'A17e' } });
  answers(() => new Response(null, { status: 204 }));
  await expect(api.sheet('s', 3)).resolves.toBeUndefined();
});
