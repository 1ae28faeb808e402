import type { Tail } from '../engine.ts';

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
  /** Certificates that are trusted, DER or PEM: the paths of signer and authorities have to end at them. */
  trust?: readonly Uint8Array[];
}

/**
 * A signature that waits for an authority. Plain data: it can be stored and resumed later, elsewhere. The document is not
 * signed yet at the level that was asked for, and nothing that looks like it is given out.
 */
export interface PendingSignature {
  level: SignatureLevel;
  /** The field that is signed; none where a whole document is extended. */
  field: string | undefined;
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

/** What came of it: the whole revision, or what waits and why. */
export type SigningOutcome = { state: 'complete'; level: SignatureLevel; tail: Tail } | { state: 'pending'; pending: PendingSignature; problem: { code: string; message: string } };

/** Whether `level` includes `other`. */
export function reaches(level: SignatureLevel, other: SignatureLevel): boolean {
  return signatureLevels.indexOf(level) >= signatureLevels.indexOf(other);
}
