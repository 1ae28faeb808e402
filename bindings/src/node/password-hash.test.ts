import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hashPassword } from './password-hash.ts';

/** Written by qpdf, with the passwords `user` and `owner`. */
const file = readFileSync(new URL('../../../crates/pdf/tests/fixtures/r6.pdf', import.meta.url), 'latin1');

const nothing = new Uint8Array();

/** A 48-byte entry: password hash (32), validation salt (8), key salt (8). */
function entry(name: string) {
  const bytes = Buffer.from(new RegExp(`/${name} <([0-9a-f]{96})>`).exec(file)?.[1] ?? '', 'hex');
  return { bytes, hash: bytes.subarray(0, 32), salt: bytes.subarray(32, 40) };
}

test('a password has the same hash as in another program', () => {
  const [user, owner] = [entry('U'), entry('O')];
  expect(Buffer.from(hashPassword(Buffer.from('user'), user.salt, nothing)).equals(user.hash)).toBe(true);
  expect(Buffer.from(hashPassword(Buffer.from('owner'), owner.salt, user.bytes)).equals(owner.hash)).toBe(true);
  expect(Buffer.from(hashPassword(Buffer.from('owner'), user.salt, nothing)).equals(user.hash)).toBe(false);
});
