/** Verifies signatures against the trust anchors of this installation, its operator and the trusted lists. */
import type { PdfDocument, SignatureReport, VerifyOptions } from '@countersign/core/node';
import { publicAuthorities } from '#server/adapters/fetching/public-authorities.ts';
import type { SignedJob } from './document-checker.ts';

/** What verifies the signatures: an open document, or the core for a signature beside a file. */
type Signed = Pick<PdfDocument, 'verify' | 'revocationRequests'>;

interface SignerTrust {
  reports: SignatureReport[];
  /** The signer's own signature. */
  own: SignatureReport | undefined;
  /** Whether this installation issued the certificate of that signature. */
  issuedHere: boolean;
}

/** Other issuers, and their revocation data, are only asked about if the certificate is not one of this installation. */
export async function validateSignatures(document: Signed, isOwn: (report: SignatureReport) => boolean, { trust, at, since }: Pick<SignedJob, 'trust' | 'at'> & { since?: number | undefined }): Promise<SignerTrust> {
  const options = { ...(since !== undefined && { since }), at: Math.floor(at.getTime() / 1000), timestampTrust: [trust.own, ...trust.stamps, ...trust.others] };
  const validated = async (more: VerifyOptions): Promise<SignerTrust> => {
    const reports = await document.verify(more);
    return { reports, own: reports.find(isOwn), issuedHere: false };
  };
  const here = await validated({ ...options, trust: [trust.own] });
  if (here.own?.trusted) return { ...here, issuedHere: true };
  const services = await trust.servicesAbove(here.reports);
  if (services === undefined && trust.others.length === 0) return here;
  const { withRevocation } = await import('@countersign/core/signing');
  const others = { ...options, trust: [trust.own, ...trust.others], ...(services && { services }) };
  return validated(await withRevocation(document, others, await publicAuthorities()));
}
