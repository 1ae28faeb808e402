import type { AuthorityClient } from '@countersign/core/signing';
import { fetchPublic } from './public-request.ts';

/** A list of revoked certificates of a large authority. */
const largestAnswer = 8 << 20;

/** Asks responders and authorities that certificates of strangers name: public addresses only, once, and not for long. */
export async function publicAuthorities(): Promise<AuthorityClient> {
  const signing = await import('@countersign/core/signing');
  return new signing.AuthorityClient({ timeout: 5_000, attempts: 1, maxBytes: largestAnswer, fetch: fetchPublic });
}
