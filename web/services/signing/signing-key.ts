import type { PreparedSignature } from '@countersign/core';

/** A signing key in the browser, a file, the helper or a remote service. */
export interface SigningKey {
  /** Identifies the key, to decide whether an earlier signed copy can be reused. */
  readonly id: string;
  /** Kind of signature reported to the server: by a key of the person's device, or by one that the server makes. */
  readonly signatureType: 'local' | 'server';
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  /** Signs the signed attributes; returns the CMS signature value. */
  sign(prepared: Pick<PreparedSignature, 'tbs' | 'tbsDigest' | 'digest'>): Promise<Uint8Array>;
}
