import type { Tail, ValidationMaterial } from '../engine.ts';
import type { EngineErrorCode } from '../error-codes.ts';

/** PAdES levels (EN 319 142-1): basic; with time stamp; with validation material; with archive time stamp. */
export const signatureLevels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;

/** A PAdES level. */
export type SignatureLevel = (typeof signatureLevels)[number];

/** Sources of time stamps and validation material. */
export interface LevelSources {
  /** URL of the time-stamp authority. Required above B-B. */
  timestampUrl?: string;
  /** Time-stamp policy to request. */
  timestampPolicy?: string;
  /** Bytes reserved for the token of a document time stamp, if its authority is known to need fewer than the default. */
  timestampReserve?: number;
  /** Trust anchors, DER or PEM, for the certification paths of signer and authorities. */
  trust?: readonly Uint8Array[];
  /** Certificates, OCSP responses and CRLs that are already known and need not be fetched. */
  known?: Pick<ValidationMaterial, 'certificates' | 'ocsps' | 'crls'>;
  /**
   * What to do with a signature without complete validation material: its path has no trust anchor, or an authority does
   * not answer or does not exist. `refuse` (the default) throws or leaves it pending; `skip` processes the others and
   * names it in the outcome.
   */
  unprovable?: 'refuse' | 'skip';
}

/**
 * A signature that waits for an authority. Plain data: it can be stored, and resumed later on another machine. The
 * document does not have the requested level yet, and no tail with a lower level is returned.
 */
export interface PendingSignature {
  level: SignatureLevel;
  /** Signature fields that get validation material; empty for all. */
  fields: readonly string[];
  /** Length in bytes of the document that `appended` continues. */
  baseLength: number;
  /** Completed revisions. */
  appended: Uint8Array;
  /** A signature that waits for its time stamp: the session, and the signature value. */
  unstamped: { session: Uint8Array; signature: Uint8Array } | undefined;
  /** Whether the document first gets a time stamp, because a signature has none. */
  stampBefore: boolean;
  sources: LevelSources;
}

/** The result: the complete revision, with the fields skipped as unprovable; or the pending state with the problem. */
export type SigningOutcome = { state: 'complete'; level: SignatureLevel; tail: Tail; unproven: readonly string[] } | { state: 'pending'; pending: PendingSignature; problem: { code: EngineErrorCode; message: string } };

/** Whether `level` includes `other`. */
export function reaches(level: SignatureLevel, other: SignatureLevel): boolean {
  return signatureLevels.indexOf(level) >= signatureLevels.indexOf(other);
}
