import { expect, test } from 'vitest';
import { bytes, hex, hmac, sha256 } from './sha256';

const text = (letters: string) => new TextEncoder().encode(letters);

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a'.repeat(55), '9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318'],
  ['a'.repeat(64), 'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb'],
])('the digest of %j', (message, digest) => {
  expect(hex(sha256(text(message)))).toBe(digest);
});

test('a keyed digest', () => {
  expect(hex(hmac(text('Jefe'), text('what do ya want for nothing?')))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('hexadecimal and back', () => {
  expect(hex(bytes('00ff10'))).toBe('00ff10');
});
