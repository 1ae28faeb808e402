import type { ValidationNeed } from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';

/** Certificates, OCSP responses and CRLs, as DER. */
export interface RevocationData {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
}

/** One request that may satisfy a need: a download, or a query to an OCSP responder. */
interface Source {
  key: string;
  kind: keyof RevocationData;
  fetch: () => Promise<Uint8Array>;
}

/** Fetches the revocation data and issuer certificates that the core misses, from the URLs in the certificates. No request is sent twice. */
export class RevocationCollector {
  /** Everything fetched so far. */
  readonly data: RevocationData = { certificates: [], ocsps: [], crls: [] };
  readonly #authorities: AuthorityClient;
  readonly #tried = new Set<string>();

  constructor(authorities: AuthorityClient) {
    this.#authorities = authorities;
  }

  /**
   * Tries the sources of each need until one succeeds. `problems` names the needs that no source satisfied; `isExhausted` is
   * true if that is all of them. Otherwise the core is asked again: one CRL may satisfy several needs.
   */
  async collect(needs: readonly ValidationNeed[]): Promise<{ isExhausted: boolean; problems: string[] }> {
    const problems = (await Promise.all(needs.map((need) => this.#collectFor(need)))).filter((problem) => problem !== null);
    return { isExhausted: problems.length === needs.length, problems };
  }

  /** Null if a source succeeded, otherwise the reason of the last failure. */
  async #collectFor(need: ValidationNeed): Promise<string | null> {
    let problem = `Nobody tells of the certificate of ${need.subject} ${need.ocspRequest ? 'whether it was revoked' : 'its issuer'}`;
    for (const source of this.#sourcesFor(need)) {
      if (this.#tried.has(source.key)) continue;
      this.#tried.add(source.key);
      try {
        this.data[source.kind].push(await source.fetch());
        return null;
      } catch (error) {
        if (!(error instanceof EngineError) || error.code !== 'validation_unavailable') throw error;
        problem = error.message;
      }
    }
    return problem;
  }

  /** OCSP before CRLs, which are larger and older. */
  #sourcesFor({ subject, issuerUrls, ocspUrls, ocspRequest, crlUrls }: ValidationNeed): Source[] {
    const download = (kind: 'certificates' | 'crls') => (url: string): Source => ({ key: url, kind, fetch: () => this.#authorities.download(url) });
    const ocsp = (request: Uint8Array) => (url: string): Source => ({ key: `${url} ${subject} ${hexOf(request)}`, kind: 'ocsps', fetch: () => this.#authorities.ocsp(url, request) });
    return [...issuerUrls.map(download('certificates')), ...(ocspRequest ? ocspUrls.map(ocsp(ocspRequest)) : []), ...crlUrls.map(download('crls'))];
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
