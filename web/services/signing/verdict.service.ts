import type { SignatureReport } from '@countersign/core';
import { calls } from '#contract/calls/calls.ts';
import { fetchOpen } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { withDocument } from '../engine/engine.service.ts';
import { fromBase64 } from './base64.ts';
import { installationRoot } from './signing-key.service.ts';

let anchors: Promise<Uint8Array[]> | undefined;

/** Whoever is believed here: the installation's root, and whom its administrator trusts beside it. Asked for once; a failure is not kept. */
function trustAnchors(): Promise<Uint8Array[]> {
  anchors ??= Promise.all([installationRoot(), call('certificates.trusted', {})]).then(
    ([root, others]) => [root, ...certificatesIn(others)],
    (error: unknown) => {
      anchors = undefined;
      throw error;
    },
  );
  return anchors;
}

const certificatesIn = (pem: string): Uint8Array[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)].map(([, base64 = '']) => fromBase64(base64.replace(/\s/g, '')));

/** Which certificates of this installation hold no more. Where that can't be had, each finding says that it is not known. */
const ownRevocations = (): Promise<Uint8Array[]> =>
  fetchOpen('identity', calls['certificates.revocationList'].path).then(
    (list) => [list],
    () => [],
  );

/** Judges every signature of a document as the server does. */
export async function judgeSignatures(file: Blob, password?: string): Promise<SignatureReport[]> {
  const [trust, crls] = await Promise.all([trustAnchors(), ownRevocations()]);
  const at = Math.floor(Date.now() / 1000);
  return withDocument(file, (document) => document.verify({ trust, at, crls }), password);
}

/** The same without anybody who vouches: for people who sign alone, without a server. */
export function judgeSelfSigned(file: Blob): Promise<SignatureReport[]> {
  const at = Math.floor(Date.now() / 1000);
  return withDocument(file, (document) => document.verify({ trust: [], at, ignoreTrust: true }));
}
