import type { Change, Changes } from '@countersign/core';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { VerifiedDocument } from '../documents/verified-document.ts';
import { withDocument, withEngine } from '../engine/core/engine.service.ts';

/** What the signing of other people appends, and the server's proofs of it. */
const ofSigning: ReadonlySet<Change['kind']> = new Set(['fieldFilled', 'signatureAdded', 'fieldAdded', 'resources', 'dss']);

export const isSigningChange = ({ kind }: Change): boolean => ofSigning.has(kind);

/**
 * Returns what others appended to a version by signing. Null if the newer version is not a continuation of it, or contains any other
 * change.
 */
export async function signingChanges(base: VerifiedDocument, newer: VerifiedDocument, password?: string): Promise<Changes | null> {
  if (newer.body.size <= base.body.size) return null;
  const { sha256 } = await withEngine((engine) => engine.hashState(newer.body.slice(0, base.body.size)));
  if (bytesToHex(sha256) !== base.hash) return null;
  const changes = await withDocument(newer.body, (document) => document.compareRevisions(base.body.size, newer.body.size), password, newer.known);
  return changes.acceptable && changes.changes.every(isSigningChange) ? changes : null;
}
