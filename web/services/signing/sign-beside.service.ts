import { withEngine } from '../engine/core/engine.service.ts';
import type { AskForStamp, SignStep } from './sign-file.service.ts';
import { stampedOr } from './sign-file.service.ts';
import type { SigningKey } from './signing-key.ts';

interface SignBesideOptions {
  /** What is signed, byte for byte. */
  readonly content: Blob;
  readonly at: Date;
  /** Requests a time stamp. */
  readonly stamp: AskForStamp;
}

/** Signs content that stays as it is; returns the signature (CMS) to keep beside it. The private key is used only here. */
export function signBeside({ content, at, stamp }: SignBesideOptions, { certificate, chain, sign }: SigningKey, onStep: (step: SignStep) => void): Promise<Uint8Array> {
  return withEngine(async (engine) => {
    onStep('preparing');
    const prepared = await engine.prepareDetached(content, { certificate, chain: [...chain], signingTime: Math.floor(at.getTime() / 1000) });
    onStep('signing');
    const value = await sign(prepared);
    onStep('timestamp');
    const { session } = prepared;
    const request = await engine.timestampRequest(session, value);
    return stampedOr(
      async () => engine.completeDetached(session, value, { request, response: await stamp(request) }),
      () => engine.completeDetached(session, value),
    );
  });
}
