/** Asking OCSP responders and authorities whether certificates were revoked. */
import type { PdfDocument, RevocationRequest, VerifyOptions } from '../engine.ts';

/** An issuer found by one answer may leave another question open. */
const mostRounds = 3;
const timeLimit = 5_000;
const largestAnswer = 64 * 1024;
const largestList = 32 * 1024 * 1024;

interface Found {
  ocsps: Uint8Array[];
  crls: Uint8Array[];
  certificates: Uint8Array[];
}

/**
 * The options with what responders and authorities answered. Nobody who does not answer is waited for: what stays open is
 * a finding of `verify`. The certificates say whom to ask, so an address is asked once, by HTTP only, for a few seconds.
 */
export async function withRevocation(document: PdfDocument, options: VerifyOptions): Promise<VerifyOptions> {
  const asked = new Set<string>();
  let known = options;
  for (let round = 0; round < mostRounds; round += 1) {
    const requests = (await document.revocationRequests(known)).map((request) => unasked(request, asked));
    const answers = await Promise.all(requests.map(ask));
    const found = answers.reduce(together, { ocsps: [], crls: [], certificates: [] });
    if (found.ocsps.length + found.crls.length + found.certificates.length === 0) return known;
    known = {
      ...known,
      ocsps: [...(known.ocsps ?? []), ...found.ocsps],
      crls: [...(known.crls ?? []), ...found.crls],
      certificates: [...(known.certificates ?? []), ...found.certificates],
    };
  }
  return known;
}

/** The addresses that were not asked the same before. */
function unasked(request: RevocationRequest, asked: Set<string>): RevocationRequest {
  const fresh = (urls: readonly string[], what: string): string[] =>
    urls.filter((url) => /^https?:\/\//i.test(url) && URL.canParse(url) && !asked.has(`${url} ${what}`) && Boolean(asked.add(`${url} ${what}`)));
  return {
    ...request,
    ocspUrls: fresh(request.ocspUrls, request.ocspRequest ?? ''),
    crlUrls: fresh(request.crlUrls, ''),
    issuerUrls: fresh(request.issuerUrls, ''),
  };
}

/** The responder first: its answer is newer, and small. */
async function ask({ ocspUrls, ocspRequest, crlUrls, issuerUrls }: RevocationRequest): Promise<Found> {
  const body = ocspRequest ? Buffer.from(ocspRequest, 'base64') : null;
  const answer = body ? await firstOf(ocspUrls, (url) => bytesFrom(url, largestAnswer, { method: 'POST', body, headers: { 'content-type': 'application/ocsp-request' } })) : null;
  const list = answer ? null : await firstOf(crlUrls, (url) => bytesFrom(url, largestList));
  const issuer = await firstOf(issuerUrls, (url) => bytesFrom(url, largestAnswer));
  return { ocsps: answer ? [answer] : [], crls: list ? [list] : [], certificates: issuer ? [issuer] : [] };
}

async function firstOf(urls: readonly string[], get: (url: string) => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  for (const url of urls) {
    const bytes = await get(url);
    if (bytes) return bytes;
  }
  return null;
}

async function bytesFrom(url: string, limit: number, request: RequestInit = {}): Promise<Uint8Array | null> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeLimit) });
    if (!response.ok || !response.body) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > limit) return null;
      chunks.push(chunk);
    }
    return new Uint8Array(Buffer.concat(chunks));
  } catch {
    // Nobody answers, or too late: the certificate's revocation stays unknown, which the verdict says.
    return null;
  }
}

const together = (one: Found, other: Found): Found => ({
  ocsps: [...one.ocsps, ...other.ocsps],
  crls: [...one.crls, ...other.crls],
  certificates: [...one.certificates, ...other.certificates],
});
