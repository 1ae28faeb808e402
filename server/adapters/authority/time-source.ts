/** Where time stamps come from: the authority that the installation is configured with, or its own. */
import { calls } from '#contract/calls/calls.ts';
import type { Config } from '#server/app/config.ts';
import { isEngineError } from '#server/adapters/core/engine-error.ts';
import type { Authority } from './authority.ts';

export interface TimeSource {
  /** Its address, by which the signing code of the core asks for stamps. */
  readonly url: string;
  /** Certificates, DER, that its paths end at. */
  readonly trust: readonly Uint8Array[];
  /** Bytes that its tokens take at most; undefined: not known. */
  readonly reserve: number | undefined;
  /** The answer to a query (RFC 3161, 3.4), both DER. Throws an `EngineError` `timestamp_unavailable` where the authority does not answer. */
  answer(query: Uint8Array): Promise<Uint8Array>;
}

/** Whoever signs waits for it; what fails is tried again by a job. */
const patience = { timeout: 8_000, attempts: 1 };

/** Tokens of the own authority with its two certificates take about 1,700 bytes. */
const ownTokens = 3072;

export function createTimeSource({ appUrl, timestamps }: Pick<Config, 'appUrl' | 'timestamps'>, authority: Pick<Authority, 'timestamps' | 'rootCertificate'>): TimeSource {
  if (timestamps === null) {
    return {
      url: new URL(calls['certificates.timestamp'].path, appUrl).href,
      trust: [authority.rootCertificate()],
      reserve: ownTokens,
      answer: async (query) => authority.timestamps.answer(Buffer.from(query)),
    };
  }
  const { url, token, certificates } = timestamps;
  return {
    url,
    trust: certificates,
    reserve: undefined,
    answer: async (query) => {
      const { AuthorityClient } = await import('@countersign/core/signing');
      return new AuthorityClient({ ...patience, ...(token === null ? {} : { timestampHeaders: { authorization: token } }) }).timestamp(url, query);
    },
  };
}

/** Whether the time-stamp authority is away, or answers what can't be used: another attempt can mend it. */
export const isTimeAway = (error: unknown): boolean => isEngineError(error) && error.code.startsWith('timestamp_') && error.code !== 'timestamp_request';
