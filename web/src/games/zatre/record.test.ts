import { expect, test } from 'vitest';
import { checkLuck, digestsOf, knownStep, readRecord } from '$lib/record';

// Dealt and written by the engine in Python, which has the same digests.
const TEXT = `sabika record 2
game: zatre
rules: 1
options: teams=no late_bonus=6 keeping=compulsory
seats: ana, builder
bots: 2
id: tab2345tab67
luck: hkdf-sha256-fy32-v1
commit: 00fa3f1c71a5dbdff4612f1d9d3bce0e999a4bdd8d1ba4492224a451b293d2af
nonce commits: be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991, -
nonces: 000102030405060708090a0b0c0d0e0f, 00000000000000000000000000000000

luck tiles/1: 39 of 121 -> 2
luck tiles/2: 118 of 120 -> 6
luck tiles/3: 25 of 120 -> 2
luck tiles/4: 85 of 119 -> 5
2: lay 6 0,0
2: lay 5 0,-1
2: lay 2 -1,0
luck tiles/5: 46 of 118 -> 3
luck tiles/6: 14 of 117 -> 1
1: lay 3 -2,0
digest: 367290285f81b3999520a63f23cfdc7c75c953cc4520314ebed6d7519691e5f2
seed: 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
`;
const DIGEST = '367290285f81b3999520a63f23cfdc7c75c953cc4520314ebed6d7519691e5f2';
const SECRET = new Set(['tiles/5', 'tiles/6']);
const OTHER_NONCE = '0f0e0d0c0b0a09080706050403020100';

const digests = (text = TEXT, secret = SECRET) => digestsOf(readRecord(text), secret);
const kept = (digest: string, ...before: string[]) => ({ version: 1, digest, before });

test('the luck of an honest record', () => {
  expect(checkLuck(readRecord(TEXT))).toEqual({ draws: 6, wrong: [] });
});

test('who resigned is no step of the game', () => {
  const resigned = TEXT.replace('\ndigest: ', '\nresigned: 1\nresult: 45 38\ndigest: ');
  expect(readRecord(resigned)).toEqual(readRecord(TEXT));
});

const FORGED = {
  'a draw': ['tiles/4: 85 of', 'tiles/4: 84 of'],
  'the commitment': ['commit: 00fa', 'commit: 00fb'],
  'a seed of another game': ['seed: 00', 'seed: 01'],
  'a nonce that nobody had promised': ['nonces: 000102030405060708090a0b0c0d0e0f', `nonces: ${OTHER_NONCE}`],
  'a nonce of a bot': [', 00000000000000000000000000000000', `, ${OTHER_NONCE}`],
  'a nonce too many': ['nonces: 0001', `nonces: ${OTHER_NONCE}, 0001`],
  'a nonce of another length': ['nonces: 0001', 'nonces: 01'],
  'a promise too few': [', -\n', '\n'],
  'no promises at all': [/nonce commits: .*\n/, ''],
  'a bot that promised': ['bots: 2', 'bots: 1, 2'],
} satisfies Record<string, [string | RegExp, string]>;

test.each(Object.entries(FORGED))('%s is noticed', (_, [from, to]) => {
  expect(TEXT.replace(from!, to as string)).not.toBe(TEXT);
  expect(checkLuck(readRecord(TEXT.replace(from!, to as string))).wrong).not.toEqual([]);
});

test('a record of version 1 does not say what was promised', () => {
  const old = TEXT.replace('record 2', 'record 1').replace(/bots: .*\n/, '').replace(/nonce commits: .*\n/, '');
  expect(checkLuck(readRecord(old)).wrong).toEqual([]);
});

test('the digest follows from the record', () => {
  expect(digests().at(-1)).toBe(DIGEST);
  expect(digests()).toHaveLength(11);
  expect(knownStep(digests(), [kept(DIGEST)])).toEqual({ step: 10, undone: false });
  expect(knownStep(digests(), [kept(digests()[5]!)])).toEqual({ step: 5, undone: false });
});

const EXCHANGED = {
  'a move': ['2: lay 5 0,-1', '2: lay 5 0,1'],
  'who moved': ['1: lay 3', '1 (vizier): lay 3'],
  'a name': ['seats: ana', 'seats: eva'],
  'an outcome that everybody saw': ['of 119 -> 5', 'of 119 -> 4'],
  'the commitment': ['commit: 00fa', 'commit: 00fb'],
} satisfies Record<string, [string, string]>;

test.each(Object.entries(EXCHANGED))('with another one it is another game: %s', (_, [from, to]) => {
  expect(knownStep(digests(TEXT.replace(from, to)), [kept(DIGEST)])).toBeNull();
});

test('a lie about what everybody saw makes no other game the same', () => {
  const forged = TEXT.replace('of 119 -> 5', 'of 119 -> 4');
  expect(knownStep(digests(forged, new Set([...SECRET, 'tiles/4'])), [kept(DIGEST)])).toBeNull();
  expect(knownStep(digests(TEXT, new Set()), [kept(DIGEST)])).toBeNull();
});

test('every piece that was seen is in the record, or it is another game', () => {
  const early = kept(digests()[5]!);
  expect(knownStep(digests(), [early, kept(DIGEST)])).toEqual({ step: 10, undone: false });
  expect(knownStep(digests(), [kept('00'.repeat(32)), kept(DIGEST)])).toBeNull();
  expect(knownStep(digests(), [early, kept('00'.repeat(32))])).toBeNull();
});

test('a move seen last may have been taken back unseen', () => {
  expect(knownStep(digests(), [kept('00'.repeat(32), digests()[4]!, digests()[5]!)])).toEqual({ step: 5, undone: true });
  expect(knownStep(digests(), [kept('00'.repeat(32), '11'.repeat(32))])).toBeNull();
});

test('what one seat alone saw is left out of the header', () => {
  const from = (position: string) => TEXT.replace('id: tab', `from: seed-7 step 4\nposition: ${position}\nid: tab`);
  expect(digests(from('zatre seat 1 of zatre:1 hands=145/-'))).toEqual(digests(from('?')));
  expect(digests(from('zatre:1 hands=145/126'))).not.toEqual(digests(from('?')));
});
