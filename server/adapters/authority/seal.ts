/** Seals documents the installation itself vouches for. */
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import type { Authority } from './authority.ts';
import { makeOneTimeKey, type RecordCertificate } from './one-time-key.ts';

const noChanges = 1;

export interface SealOptions {
  /** Who vouches, as the certificate names it. */
  name: string;
  reason: string;
  at: Date;
}

/** The document with a certifying, time-stamped signature that forbids any change. */
export type Seal = (pdf: Uint8Array, options: SealOptions) => Promise<Buffer>;

export function createSeal(pool: EnginePool, authority: Authority, record: RecordCertificate): Seal {
  return async (pdf, { name, reason, at }) => {
    const key = await makeOneTimeKey(authority, { commonName: name, email: null }, record);
    return pool.use(async (engine) => {
      const document = await engine.open(Uint8Array.from(pdf));
      try {
        const { certificate, chain } = key;
        const prepared = await document.prepareSignature({ field: { name: 'Seal' }, certificate, chain, docMdp: noChanges, reason, name, signingTime: Math.floor(at.getTime() / 1000) });
        return Buffer.concat([pdf, (await key.complete(engine, prepared)).bytes]);
      } finally {
        await document.close();
      }
    });
  };
}
