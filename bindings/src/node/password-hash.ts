import { createCipheriv, hash } from 'node:crypto';

/** Repetitions of the block that each round encrypts. */
const repetitions = 64;
const leastRounds = 64;
const hashLength = 32;
const longestDigest = 64;

/**
 * Computes the password hash of revision 6 of the security handler (ISO 32000-2, Algorithm 2.B), with the processor's
 * cryptographic instructions. `user` is the 48-byte `/U` entry for the owner password, else empty.
 */
export function hashPassword(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
  let key = hash('sha256', Buffer.concat([password, salt, user]), 'buffer');
  // One buffer for all rounds.
  const text = Buffer.alloc((password.length + longestDigest + user.length) * repetitions);
  for (let round = 1; ; round++) {
    const unit = Buffer.concat([password, key, user]);
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const sealed = cipher.update(text.subarray(0, unit.length * repetitions).fill(unit));
    key = hash(digestOf(sealed), sealed, 'buffer');
    if (round >= leastRounds && (sealed.at(-1) ?? 0) <= round - hashLength) return key.subarray(0, hashLength);
  }
}

/**
 * Returns the digest of a round: the first 16 bytes as a number modulo 3. That equals the sum of the bytes modulo 3,
 * because 256 mod 3 is 1.
 */
function digestOf(sealed: Uint8Array): 'sha256' | 'sha384' | 'sha512' {
  const remainder = sealed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
  if (remainder === 0) return 'sha256';
  return remainder === 1 ? 'sha384' : 'sha512';
}
