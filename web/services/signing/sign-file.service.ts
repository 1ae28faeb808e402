import type { Engine, Tail } from '@countersign/core';
import { withDocument } from '../engine/core/engine.service.ts';
import type { SigningKey } from './signing-key.ts';

/** A value as the core merges it. */
type Value = string | boolean | { bytes: null; url: string; ref: null; fillType: null };

export interface SignFileOptions {
  readonly file: Blob;
  readonly password?: string | undefined;
  /** An existing signature field, or one to make that nobody sees. */
  readonly field: string | { readonly name: string };
  readonly values: Readonly<Record<string, Value>>;
  /** PNG or JPEG for the visible signature. */
  readonly picture: Uint8Array | null;
  /** Said only of who signs on the device of somebody else. */
  readonly reason?: string | undefined;
  readonly at: Date;
  /** Who stamps the time on the signature; null: nobody. */
  readonly stamp: AskForStamp | null;
}

export type SignStep = 'preparing' | 'signing' | 'timestamp';

/** Asks a time-stamp authority (RFC 3161): a query in, its reply out, both DER. */
export type AskForStamp = (query: Uint8Array) => Promise<Uint8Array>;

/** Fills and signs in one appended revision; gives its bytes. The private key is used here and nowhere else. */
export function signFile(
  options: SignFileOptions,
  key: SigningKey,
  onStep: (step: SignStep) => void,
): Promise<Uint8Array> {
  return withDocument(
    options.file,
    async (document, engine) => {
      onStep('preparing');
      const prepared = await document.prepareSignature({
        field: options.field,
        certificate: key.certificate,
        chain: [...key.chain],
        values: { ...options.values },
        ...(options.picture ? { picture: options.picture } : {}),
        ...(options.reason ? { reason: options.reason } : {}),
        signingTime: Math.floor(options.at.getTime() / 1000),
      });
      onStep('signing');
      const value = await key.sign(prepared);
      const { session } = prepared;
      const stamped = options.stamp ? await withStamp(engine, { session, value }, options.stamp, onStep) : null;
      return (stamped ?? (await engine.completeWithSignature(session, value))).bytes;
    },
    options.password,
  );
}

/** Null while the authority is away: the server proves the time of a signature that brings no stamp, or waits until it can. */
async function withStamp(engine: Engine, { session, value }: { session: Uint8Array; value: Uint8Array }, stamp: AskForStamp, onStep: (step: SignStep) => void): Promise<Tail | null> {
  onStep('timestamp');
  const request = await engine.timestampRequest(session, value);
  try {
    return await engine.completeWithSignature(session, value, { request, response: await stamp(request) });
  } catch (error) {
    console.warn('The signature gets no time stamp here', error);
    return null;
  }
}
