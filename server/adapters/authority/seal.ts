/** Seals documents in the name of the installation. */
import { AppError } from '#server/platform/app-error.ts';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import type { Authority } from './authority.ts';
import { makeOneTimeKey, type RecordCertificate } from './one-time-key.ts';
import type { TimeProofs } from './time-proofs.ts';
import type { TimeSource } from './time-source.ts';

const noChanges = 1;

interface SealOptions {
  /** The name in the certificate of the seal. */
  name: string;
  reason: string;
  at: Date;
}

/**
 * Returns the document with a certifying signature that permits no changes, and with long-term validation data.
 * Throws `service_unavailable` while a required authority is unavailable.
 */
export type Seal = (pdf: Uint8Array, options: SealOptions) => Promise<Buffer>;

interface Dependencies {
  pool: EnginePool;
  authority: Authority;
  time: TimeSource;
  proofs: TimeProofs;
  record: RecordCertificate;
}

export function createSeal({ pool, authority, time, proofs, record }: Dependencies): Seal {
  return async (pdf, { name, reason, at }) => {
    const key = await makeOneTimeKey({ authority, time }, { commonName: name, email: null }, record);
    const sealed = await pool.use(async (engine) => {
      const document = await engine.open(Uint8Array.from(pdf));
      try {
        const { certificate, chain } = key;
        const prepared = await document.prepareSignature({ field: { name: 'Seal' }, certificate, chain, docMdp: noChanges, reason, name, signingTime: Math.floor(at.getTime() / 1000) });
        return Buffer.concat([pdf, (await key.sign(engine, prepared, (...parts) => engine.completeWithSignature(...parts))).bytes]);
      } finally {
        await document.close();
      }
    });
    const outcome = await proofs.archive(Uint8Array.from(sealed));
    if (outcome.state === 'waiting') throw new AppError('service_unavailable', { reason: outcome.code });
    return Buffer.concat([sealed, outcome.bytes]);
  };
}
