/** Revocation checks with OCSP responders and CRLs. */
import type { PdfDocument, VerifyOptions } from '../engine.ts';
import { AuthorityClient } from './authority-client.ts';
import { RevocationCollector } from './revocation-collector.ts';

/** A fetched issuer certificate may need revocation data of its own. */
const mostRounds = 3;

/** A person is waiting for the result, so there is one attempt with a short timeout. */
const singleAttempt = { timeout: 5_000, attempts: 1 };

/**
 * Adds fetched revocation data to the options of `verify`. A source that does not answer is skipped; `verify` reports what is
 * missing as a finding. For a detached signature, pass `{ revocationRequests: (options) => engine.detachedRevocationRequests(cms, options) }`.
 * The URLs come from the certificates; `authorities` decides which URLs are allowed and follows no redirect.
 */
export async function withRevocation(document: Pick<PdfDocument, 'revocationRequests'>, options: VerifyOptions, authorities = new AuthorityClient(singleAttempt)): Promise<VerifyOptions> {
  const collector = new RevocationCollector(authorities);
  let known = options;
  for (let round = 0; round < mostRounds; round += 1) {
    const needs = await document.revocationRequests(known);
    const { isExhausted } = await collector.collect(needs);
    if (isExhausted) return known;
    const { certificates, ocsps, crls } = collector.data;
    known = {
      ...options,
      certificates: [...(options.certificates ?? []), ...certificates],
      ocsps: [...(options.ocsps ?? []), ...ocsps],
      crls: [...(options.crls ?? []), ...crls],
    };
  }
  return known;
}
