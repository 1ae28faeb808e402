import type { Engine, FieldValues, KnownPrefix, PrepareOptions, Tail } from '@countersign/core';
import { withDocument } from '../engine/core/engine.service.ts';
import type { SigningKey } from './signing-key.ts';

interface SignFileOptions {
  readonly file: Blob;
  readonly password?: string | undefined;
  /** The hash state of the file, made in this browser; the digest of the signature continues from it. */
  readonly known?: KnownPrefix | undefined;
  /** Awaited before the key is used: if it rejects, nothing is signed. */
  readonly permitted?: Promise<unknown> | undefined;
  /** Name of an existing signature field, or of an invisible one to create. */
  readonly field: string | { readonly name: string };
  readonly values: Readonly<FieldValues>;
  /** PNG or JPEG for the visible signature. */
  readonly picture: Uint8Array | null;
  /** Reason in the signature; set for in-person signing on the device of another person. */
  readonly reason?: string | undefined;
  readonly at: Date;
  /** Requests a time stamp; null for none. */
  readonly stamp: AskForStamp | null;
  /** Whether the signature fails without the time stamp, which nobody adds later. */
  readonly needsStamp?: boolean;
}

/** What the revision of a signature consists of. */
export type Revision = Omit<SignFileOptions, 'permitted' | 'stamp' | 'needsStamp'>;

export type SignStep = 'preparing' | 'signing' | 'timestamp';

/** Sends a time-stamp query (RFC 3161) and returns the reply, both DER. */
export type AskForStamp = (query: Uint8Array) => Promise<Uint8Array>;

const toPrepare = (options: Revision, key: Pick<SigningKey, 'certificate' | 'chain'>): PrepareOptions => ({
  field: options.field,
  certificate: key.certificate,
  chain: [...key.chain],
  values: { ...options.values },
  ...(options.picture ? { picture: options.picture } : {}),
  ...(options.reason ? { reason: options.reason } : {}),
  signingTime: Math.floor(options.at.getTime() / 1000),
});

/** Writes the revision without signing it. Afterwards, the fonts and the code that signing needs are loaded. */
export async function dryRunSignature(options: Revision, key: SigningKey): Promise<void> {
  await withDocument(options.file, (document) => document.planSignature(toPrepare(options, key)), options.password, options.known);
}

/** Fills and signs in one appended revision; returns its bytes. The private key is used only here. */
export function signFile(
  options: SignFileOptions,
  key: SigningKey,
  onStep: (step: SignStep) => void,
): Promise<Uint8Array> {
  return withDocument(
    options.file,
    async (document, engine) => {
      onStep('preparing');
      const prepared = await document.prepareSignature(toPrepare(options, key));
      await options.permitted;
      onStep('signing');
      const value = await key.sign(prepared);
      const { session } = prepared;
      const plain = (): Promise<Tail> => engine.completeWithSignature(session, value);
      const { stamp, needsStamp = false } = options;
      if (!stamp) return (await plain()).bytes;
      const stamped = (): Promise<Tail> => withStamp(engine, { session, value }, stamp, onStep);
      return (await (needsStamp ? stamped() : stampedOr(stamped, plain))).bytes;
    },
    options.password,
    options.known,
    // The key may ask its holder, and the time stamp is counted.
    { once: true },
  );
}

async function withStamp(engine: Engine, { session, value }: { session: Uint8Array; value: Uint8Array }, stamp: AskForStamp, onStep: (step: SignStep) => void): Promise<Tail> {
  onStep('timestamp');
  const request = await engine.timestampRequest(session, value);
  return engine.completeWithSignature(session, value, { request, response: await stamp(request) });
}

/** Without a time stamp if the authority is unavailable. The server then adds it. */
export async function stampedOr<Signed>(stamped: () => Promise<Signed>, plain: () => Promise<Signed>): Promise<Signed> {
  try {
    return await stamped();
  } catch (error) {
    console.warn('The signature gets no time stamp here', error);
    return plain();
  }
}
