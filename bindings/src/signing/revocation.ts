/** Asking OCSP responders and authorities whether certificates were revoked. */
import type { PdfDocument, VerifyOptions } from '../engine.ts';
import { AuthorityClient } from './authority-client.ts';
import { Inquiry } from './inquiry.ts';

/** An issuer found by one answer may leave another question open. */
const mostRounds = 3;

/** Somebody waits for the verdict: who does not answer at once is not asked again. */
const impatient = { timeout: 5_000, attempts: 1 };

/**
 * The options with what responders and authorities answered. Nobody who does not answer is waited for: what stays open is
 * a finding of `verify`. The certificates say whom to ask; `authorities` says where not to go, and no redirect is followed.
 */
export async function withRevocation(document: PdfDocument, options: VerifyOptions, authorities = new AuthorityClient(impatient)): Promise<VerifyOptions> {
  const inquiry = new Inquiry(authorities);
  let known = options;
  for (let round = 0; round < mostRounds; round += 1) {
    const needs = await document.revocationRequests(known);
    const { isVain } = await inquiry.ask(needs);
    if (isVain) return known;
    const { certificates, ocsps, crls } = inquiry.answers;
    known = {
      ...options,
      certificates: [...(options.certificates ?? []), ...certificates],
      ocsps: [...(options.ocsps ?? []), ...ocsps],
      crls: [...(options.crls ?? []), ...crls],
    };
  }
  return known;
}
