/**
 * Long-term proof of signing time (PAdES, EN 319 142-1): a document time stamp after each signature without its
 * own, and finally the validation data of all certificates (DSS) under an archive time stamp, as level B-LTA
 * requires. Revisions are appended; existing bytes don't change.
 */
import type { KnownPrefix, SourceInput, TrustService } from '@countersign/core/node';
import type { SigningContext } from '@countersign/core/signing';
import type { NamesAuthorities } from '#contract/entities/trust-service.ts';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import { isEngineError } from '#server/adapters/core/engine-error.ts';
import { ownAuthorities, type IssuedCertificates } from './own-authorities.ts';
import type { Authority } from './authority.ts';
import type { TimeSource } from './time-source.ts';

/**
 * The bytes to append and the signed fields that can't be proven; or the error code while an authority is
 * unavailable.
 */
export type ProofOutcome =
  | { state: 'proven'; bytes: Uint8Array; unproven: readonly string[] }
  | { state: 'waiting'; code: string };

/** How the document is opened. With a known prefix, time stamps hash only what follows. */
interface ProofOptions {
  password?: string | undefined;
  knownPrefix?: KnownPrefix | undefined;
  /** Length of a revision whose signatures were validated before. */
  since?: number | undefined;
}

export interface TimeProofs {
  /** Adds a document time stamp. */
  stamp(document: SourceInput, options?: ProofOptions): Promise<ProofOutcome>;
  /** Adds the validation data of all certificates under an archive time stamp. */
  archive(document: SourceInput, options?: ProofOptions): Promise<ProofOutcome>;
}

interface Dependencies {
  pool: EnginePool;
  authority: Authority;
  issued: IssuedCertificates;
  time: TimeSource;
  /** Additional trust anchors for signers, DER. */
  others: readonly Uint8Array[];
  /** Services of trusted lists that may have issued the certificates of signatures; null if no lists are used. */
  servicesAbove: ((reports: readonly NamesAuthorities[]) => Promise<TrustService[] | undefined>) | null;
}

const isWaiting = (code: string): boolean => /^(timestamp|validation)_/.test(code) && code !== 'timestamp_request';

export function createTimeProofs({ pool, authority, issued, time, others, servicesAbove }: Dependencies): TimeProofs {
  const run = async (source: SourceInput, { password, knownPrefix, since }: ProofOptions, work: (context: SigningContext) => Promise<ProofOutcome>): Promise<ProofOutcome> => {
    const authorities = await ownAuthorities({ authority, issued, time });
    try {
      return await pool.use((engine) => work({ engine, source, authorities, ignorePermissions: true, knownPrefix, since, ...(password === undefined ? {} : { password }) }));
    } catch (error) {
      if (isEngineError(error) && isWaiting(error.code)) return { state: 'waiting', code: error.code };
      throw error;
    }
  };
  const stamps = { timestampUrl: time.url, ...(time.reserve === undefined ? {} : { timestampReserve: time.reserve }) };
  const trust = [authority.rootCertificate(), ...time.trust, ...others];


  /**
   * Certificates of the listed services above the signatures, where their certificate paths end. Whether a service
   * was granted at the time of signing was checked when the signature was accepted.
   */
  async function listedAuthorities({ engine, source, password, knownPrefix, since }: SigningContext): Promise<Uint8Array[]> {
    if (servicesAbove === null) return [];
    const document = await engine.open(source, { password, ignorePermissions: true, knownPrefix });
    try {
      const reports = await document.verify({ at: Math.floor(Date.now() / 1000), trust, ignoreTrust: true, ...(since !== undefined && { since, includeKnown: true }) });
      if (reports.every(({ trusted, timestamp }) => trusted && (timestamp?.trusted ?? true))) return [];
      const services = (await servicesAbove(reports)) ?? [];
      return services.flatMap(({ certificates }) => certificates.map((each) => Uint8Array.from(Buffer.from(each, 'base64'))));
    } finally {
      await document.close();
    }
  }

  return {
    stamp: (document, options = {}) => run(document, options, async (context) => {
      const { timestampDocument } = await import('@countersign/core/signing');
      const { bytes } = await timestampDocument(context, { ...stamps, trust: time.trust });
      return { state: 'proven', bytes, unproven: [] };
    }),
    archive: (document, options = {}) => run(document, options, async (context) => {
      const { extendDocument } = await import('@countersign/core/signing');
      const known = { crls: [await authority.archivedRevocationList()] };
      const outcome = await extendDocument(context, 'B-LTA', { ...stamps, trust: [...trust, ...(await listedAuthorities(context))], known, unprovable: 'skip' });
      if (outcome.state === 'pending') return { state: 'waiting', code: outcome.problem.code };
      return { state: 'proven', bytes: outcome.tail.bytes, unproven: outcome.unproven };
    }),
  };
}
