import type { PreparedSignature } from '@countersign/core';

/** A key that can sign, wherever it is. */
export interface SigningKey {
  /** Which key it is, as far as a signature made before may stand for one made now. */
  readonly id: string;
  /** Whose name the server is told: a key of this person's device, or one that the server makes for this signature. */
  readonly signatureType: 'local' | 'server';
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  /** The value over the signed attributes, as CMS wants it. */
  sign(prepared: Pick<PreparedSignature, 'tbs' | 'tbsDigest' | 'digest'>): Promise<Uint8Array>;
}
