/**
 * Seals documents the installation itself vouches for. Each seal has a key of its own, certified by the installation's
 * authority and forgotten as soon as it has signed: there is none to steal.
 */
// The certificate library below looks for it when it is loaded.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import type { Authority } from './authority.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const noChanges = 1;

export interface SealOptions {
  /** Who vouches, as the certificate names it. */
  name: string;
  reason: string;
  at: Date;
}

/** The document with a certifying signature that forbids any change. */
export type Seal = (pdf: Uint8Array, options: SealOptions) => Promise<Buffer>;

export function createSeal(pool: EnginePool, authority: Authority): Seal {
  return async (pdf, { name, reason, at }) => {
    const keys = (await webcrypto.subtle.generateKey(curve, false, ['sign', 'verify'])) as CryptoKeyPair;
    const request = await x509.Pkcs10CertificateRequestGenerator.create({ name: 'CN=Seal', keys, signingAlgorithm: curve });
    const { certificate } = await authority.certify(request.toString('pem'), { commonName: name, email: null });
    const tail = await pool.use(async (engine) => {
      const document = await engine.open(Uint8Array.from(pdf));
      try {
        const prepared = await document.prepareSignature({
          field: { name: 'Seal' }, certificate, chain: authority.chain(), docMdp: noChanges, reason, name, signingTime: Math.floor(at.getTime() / 1000),
        });
        const value = await webcrypto.subtle.sign(curve, keys.privateKey, Uint8Array.from(prepared.tbs));
        return await engine.completeWithSignature(prepared.session, new Uint8Array(value));
      } finally {
        await document.close();
      }
    });
    return Buffer.concat([pdf, tail.bytes]);
  };
}
