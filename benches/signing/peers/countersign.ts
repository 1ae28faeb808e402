import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createNodeEngine } from '@countersign/core/node';
import type { SigningPeer } from './peer.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../bindings/package.json', import.meta.url), 'utf8'));

/** The core of this repository, inline, reading the file in ranges. */
export const countersign: SigningPeer = {
  name: '@countersign/core',
  version,
  prepare: async ({ key, certificate }) => {
    const engine = await createNodeEngine();
    const privateKey = createPrivateKey(readFileSync(key));
    const pem = readFileSync(certificate);
    return async (path) => {
      const document = await engine.open({ path });
      const prepared = await document.prepareSignature({ field: { name: 'Signature' }, certificate: pem, signingTime: Math.floor(Date.now() / 1000) });
      const tail = await engine.completeWithSignature(prepared.session, new Uint8Array(sign(prepared.digest, prepared.tbs, privateKey)));
      await document.close();
      return { appended: tail.bytes };
    };
  },
};
