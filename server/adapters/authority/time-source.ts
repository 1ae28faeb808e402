/** Source of time stamps: the configured authority, or the installation's own. */
import { calls } from '#contract/calls/calls.ts';
import type { Config } from '#server/platform/config.ts';
import { isEngineError } from '#server/adapters/core/engine-error.ts';
import type { Authority } from './authority.ts';

export interface TimeSource {
  /** URL by which the core's signing code requests time stamps. */
  readonly url: string;
  /** Trust anchors of its certificates, DER. */
  readonly trust: readonly Uint8Array[];
  /** Maximum size of its tokens in bytes; undefined: unknown. */
  readonly reserve: number | undefined;
  /**
   * Returns the response to a query (RFC 3161, 3.4), both DER. Throws an `EngineError` `timestamp_unavailable` when
   * the authority doesn't answer.
   */
  answer(query: Uint8Array): Promise<Uint8Array>;
}

/** A person waits for the result, so the time is short; a job retries failures. */
const requestLimits = { timeout: 8_000, attempts: 1 };

/** Bytes. Tokens of the own authority with its two certificates take about 1,700 bytes. */
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
      return new AuthorityClient({ ...requestLimits, ...(token === null ? {} : { timestampHeaders: { authorization: token } }) }).timestamp(url, query);
    },
  };
}

/** Whether the time-stamp authority is unavailable or its answer unusable, so that a retry may succeed. */
export const isTimestampUnavailable = (error: unknown): boolean => isEngineError(error) && error.code.startsWith('timestamp_') && error.code !== 'timestamp_request';
