import type { SignatureReport } from '@countersign/core';
import { withDocument } from '../engine/engine.service.ts';
import { installationRoot } from './signing-key.service.ts';

let root: Promise<Uint8Array> | undefined;

/** The installation's root is asked for once; a failure is not kept. */
function trustAnchor(): Promise<Uint8Array> {
  root ??= installationRoot().catch((error: unknown) => {
    root = undefined;
    throw error;
  });
  return root;
}

/** Judges every signature of a document against the installation's own root. */
export async function judgeSignatures(file: Blob, password?: string): Promise<SignatureReport[]> {
  const trust = [await trustAnchor()];
  const at = Math.floor(Date.now() / 1000);
  return withDocument(file, (document) => document.verify({ trust, at }), password);
}

/** The same without anybody who vouches: for people who sign alone, without a server. */
export function judgeSelfSigned(file: Blob): Promise<SignatureReport[]> {
  const at = Math.floor(Date.now() / 1000);
  return withDocument(file, (document) => document.verify({ trust: [], at, ignoreTrust: true }));
}
