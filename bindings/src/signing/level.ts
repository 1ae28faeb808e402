import type { Tail, ValidationMaterial } from '../engine.ts';

/** The levels of PAdES (EN 319 142-1): signed; time-stamped; with what proves the certificates; with an archive time stamp. */
export const signatureLevels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;

/** One of them. */
export type SignatureLevel = (typeof signatureLevels)[number];

/** Where the proofs of a level come from. */
export interface LevelSources {
  /** The time-stamp authority. Needed above B-B. */
  timestampUrl?: string;
  /** The policy to ask it for. */
  timestampPolicy?: string;
  /** Bytes to keep free for the token of a document time stamp, where its authority is known to need fewer than others. */
  timestampReserve?: number;
  /** Certificates that are trusted, DER or PEM: the paths of signer and authorities have to end at them. */
  trust?: readonly Uint8Array[];
  /** Certificates and answers of authorities that are known already: nobody is asked for them. */
  known?: Pick<ValidationMaterial, 'certificates' | 'ocsps' | 'crls'>;
  /**
   * What happens to a signature that can't be proven: its path ends at nobody who is trusted, or an authority does not answer about its
   * certificates, or there is none to ask. `refuse` (the default) throws or leaves it pending; `skip` proves the others, and the outcome
   * names it.
   */
  unprovable?: 'refuse' | 'skip';
}

/**
 * A signature that waits for an authority. Plain data: it can be stored and resumed later, elsewhere. The document is not
 * signed yet at the level that was asked for, and nothing that looks like it is given out.
 */
export interface PendingSignature {
  level: SignatureLevel;
  /** The signed fields that get proofs; all of them where it is empty. */
  fields: readonly string[];
  /** Bytes of the document that `appended` continues. */
  baseLength: number;
  /** Revisions that are finished. */
  appended: Uint8Array;
  /** A signature that waits for its time stamp: what was prepared, and the value that the key made. */
  unstamped: { session: Uint8Array; signature: Uint8Array } | undefined;
  /** Whether the document gets a time stamp before the proofs are gathered, because a signature has none. */
  stampBefore: boolean;
  sources: LevelSources;
}

/** What came of it: the whole revision, with the signed fields that were skipped as unprovable; or what waits and why. */
export type SigningOutcome = { state: 'complete'; level: SignatureLevel; tail: Tail; unproven: readonly string[] } | { state: 'pending'; pending: PendingSignature; problem: { code: string; message: string } };

/** Whether `level` includes `other`. */
export function reaches(level: SignatureLevel, other: SignatureLevel): boolean {
  return signatureLevels.indexOf(level) >= signatureLevels.indexOf(other);
}
