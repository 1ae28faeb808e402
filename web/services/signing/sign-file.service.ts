import { withDocument } from '../engine/engine.service.ts';
import type { SigningKey } from './signing-key.ts';

/** A value as the core merges it. */
type Value = string | boolean | { bytes: null; url: string; ref: null; fillType: null };

export interface SignFileOrder {
  readonly file: Blob;
  readonly password?: string | undefined;
  /** An existing signature field, or one to make that nobody sees. */
  readonly field: string | { readonly name: string };
  readonly values: Readonly<Record<string, Value>>;
  /** PNG or JPEG for the visible signature. */
  readonly picture: Uint8Array | null;
  readonly name: string;
  readonly reason?: string | undefined;
  readonly at: Date;
}

export type SignStep = 'preparing' | 'signing';

/** Fills and signs in one appended revision; gives its bytes. The private key is used here and nowhere else. */
export function signFile(
  order: SignFileOrder,
  key: SigningKey,
  onStep: (step: SignStep) => void,
): Promise<Uint8Array> {
  return withDocument(
    order.file,
    async (document, engine) => {
      onStep('preparing');
      const prepared = await document.prepareSignature({
        field: order.field,
        certificate: key.certificate,
        chain: [...key.chain],
        values: { ...order.values },
        ...(order.picture ? { picture: order.picture } : {}),
        ...(order.reason ? { reason: order.reason } : {}),
        name: order.name,
        signingTime: Math.floor(order.at.getTime() / 1000),
      });
      onStep('signing');
      const value = await key.sign(prepared);
      const tail = await engine.completeWithSignature(prepared.session, value);
      return tail.bytes;
    },
    order.password,
  );
}
