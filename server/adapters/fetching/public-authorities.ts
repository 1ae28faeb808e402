import type { AuthorityClient } from '@countersign/core/signing';
import { fetchPublic } from './public-request.ts';

/** Bytes; enough for the CRL of a large certificate authority. */
const largestAnswer = 8 << 20;

/**
 * Client for OCSP responders and CRLs named in third-party certificates: public addresses only, one attempt, short
 * time limit.
 */
export async function publicAuthorities(): Promise<AuthorityClient> {
  const signing = await import('@countersign/core/signing');
  return new signing.AuthorityClient({ timeout: 5_000, attempts: 1, maxBytes: largestAnswer, fetch: fetchPublic });
}
