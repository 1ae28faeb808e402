/**
 * A challenge that takes a browser some computing. The answer is a number whose hash, SHA-256 over `CHALLENGE:NUMBER`, begins with
 * as many zero bits as were asked for.
 */
import { z } from 'zod';

export const workChallenge = z.object({ challenge: z.string(), bits: z.number().int() });
export type WorkChallenge = z.output<typeof workChallenge>;

export const workSolution = z.object({ challenge: z.string().max(1024), nonce: z.number().int().min(0) });
export type WorkSolution = z.output<typeof workSolution>;

/** How many zero bits a hash begins with. */
export function leadingZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24;
}
