/**
 * Client for the authorities that PAdES signing needs: time stamps, OCSP, CRLs and certificates. Requests about
 * this installation's own certificates are answered within the process.
 */
import type { AuthorityClient } from '@countersign/core/signing';
import { calls } from '#contract/calls/calls.ts';
import { fetchPublic } from '#server/adapters/fetching/public-request.ts';
import type { Authority, RevokedCertificate } from './authority.ts';
import { answerRevocation, isAnswered, type LookUp } from './revocation-answers.ts';
import type { TimeSource } from './time-source.ts';

/** Status of the certificates that the installation issued. */
export interface IssuedCertificates {
  lookUp: LookUp;
  revoked(): Promise<RevokedCertificate[]>;
}

interface OwnAuthorities {
  authority: Authority;
  issued: IssuedCertificates;
  time: TimeSource;
}

const largestAnswer = 8 << 20;

export async function ownAuthorities({ authority, issued, time }: OwnAuthorities): Promise<AuthorityClient> {
  const { AuthorityClient } = await import('@countersign/core/signing');

  /** Returns null when the request doesn't concern this installation's certificates, whatever address they name. */
  async function answerHere(address: string, question: Uint8Array | null): Promise<Uint8Array | null> {
    if (address === time.url && question) return time.answer(question);
    const { pathname } = new URL(address);
    if (question) {
      const answer = await answerRevocation(Buffer.from(question), authority.issuers(), issued.lookUp);
      return isAnswered(answer) ? answer : null;
    }
    if (pathname === calls['certificates.authorityRevocationList'].path) return authority.authorityRevocationList();
    if (pathname === calls['certificates.revocationList'].path) return authority.revocationList(await issued.revoked());
    return null;
  }

  const ask: typeof fetch = async (address, init = {}) => {
    const here = await answerHere(String(address), init.body instanceof Uint8Array ? init.body : null);
    return here === null ? fetchPublic(address, init) : new Response(Uint8Array.from(here));
  };
  return new AuthorityClient({ timeout: 5_000, attempts: 1, maxBytes: largestAnswer, fetch: ask });
}
