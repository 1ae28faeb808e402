import { sha256 } from '@noble/hashes/sha2.js';
import { leadingZeroBits } from '#contract/entities/proof-of-work.ts';
import type { WorkChallenge } from '#contract/entities/proof-of-work.ts';

const encoder = new TextEncoder();

/** Tries so many numbers from this one on; null where none of them will do. */
export function findNonce({ challenge, bits }: WorkChallenge, from: number, count: number): number | null {
  // The common prefix of all hashes is hashed once.
  const begun = sha256.create().update(encoder.encode(`${challenge}:`));
  for (let nonce = from; nonce < from + count; nonce += 1) {
    if (leadingZeroBits(begun.clone().update(encoder.encode(String(nonce))).digest()) >= bits) return nonce;
  }
  return null;
}
