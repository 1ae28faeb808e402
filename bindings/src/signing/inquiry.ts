import type { ValidationNeed } from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';

/** What authorities answered. */
export interface Answers {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
}

/** A place where an answer may be had. */
interface Way {
  key: string;
  kind: keyof Answers;
  ask: () => Promise<Uint8Array>;
}

/** Asks whom certificates name about what the core says is missing, and nobody the same twice. */
export class Inquiry {
  /** Everything that came so far. */
  readonly answers: Answers = { certificates: [], ocsps: [], crls: [] };
  readonly #authorities: AuthorityClient;
  readonly #asked = new Set<string>();

  constructor(authorities: AuthorityClient) {
    this.#authorities = authorities;
  }

  /** Asks about each need until somebody answers it. What nobody answered is named, unless something else came: one list can answer several needs. */
  async ask(needs: readonly ValidationNeed[]): Promise<{ isVain: boolean; problems: string[] }> {
    const problems = (await Promise.all(needs.map((need) => this.#askAbout(need)))).filter((problem) => problem !== null);
    return { isVain: problems.length === needs.length, problems };
  }

  /** Null once somebody answered; otherwise why nobody did. */
  async #askAbout(need: ValidationNeed): Promise<string | null> {
    let problem = `Nobody tells of the certificate of ${need.subject} ${need.ocspRequest ? 'whether it was revoked' : 'its issuer'}`;
    for (const way of this.#waysTo(need)) {
      if (this.#asked.has(way.key)) continue;
      this.#asked.add(way.key);
      try {
        this.answers[way.kind].push(await way.ask());
        return null;
      } catch (error) {
        if (!(error instanceof EngineError) || error.code !== 'validation_unavailable') throw error;
        problem = error.message;
      }
    }
    return problem;
  }

  /** Responders before lists, which are larger and older. */
  #waysTo({ subject, issuerUrls, ocspUrls, ocspRequest, crlUrls }: ValidationNeed): Way[] {
    const download = (kind: 'certificates' | 'crls') => (url: string): Way => ({ key: url, kind, ask: () => this.#authorities.download(url) });
    const ocsp = (request: Uint8Array) => (url: string): Way => ({ key: `${url} ${subject} ${hexOf(request)}`, kind: 'ocsps', ask: () => this.#authorities.ocsp(url, request) });
    return [...issuerUrls.map(download('certificates')), ...(ocspRequest ? ocspUrls.map(ocsp(ocspRequest)) : []), ...crlUrls.map(download('crls'))];
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
