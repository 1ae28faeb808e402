/**
 * Proof of work for browsers. The solution is a number such that SHA-256 of `CHALLENGE:NUMBER` begins with the required number of
 * zero bits.
 */
import { z } from 'zod';

export const workChallenge = z.object({ challenge: z.string(), bits: z.number().int() });
export type WorkChallenge = z.output<typeof workChallenge>;

export const workSolution = z.object({ challenge: z.string().max(1024), nonce: z.number().int().min(0) });
export type WorkSolution = z.output<typeof workSolution>;

/** Counts the leading zero bits of a hash. */
export function leadingZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
