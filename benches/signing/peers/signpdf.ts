import { readFile } from 'node:fs/promises';
import { load, versionOf } from './installed.ts';
import type { SigningPeer } from './peer.ts';

interface Placeholder {
  plainAddPlaceholder(options: { pdfBuffer: Buffer; reason: string; contactInfo: string; name: string; location: string }): Buffer;
}

interface Signer {
  P12Signer: new (p12: Buffer, options: { passphrase: string }) => unknown;
}

interface SignPdf {
  SignPdf: new () => { sign(pdf: Buffer, signer: unknown): Promise<Buffer> };
}

/** @signpdf with its placeholder for plain files, which is its quickest way. */
export const signPdf = (): SigningPeer => ({
  name: '@signpdf/signpdf',
  version: versionOf('@signpdf/signpdf'),
  prepare: async ({ p12 }) => {
    const { plainAddPlaceholder } = await load<Placeholder>('@signpdf/placeholder-plain');
    const { P12Signer } = await load<Signer>('@signpdf/signer-p12');
    const { SignPdf } = await load<SignPdf>('@signpdf/signpdf');
    const signer = new P12Signer(await readFile(p12), { passphrase: 'test' });
    return async (path) => {
      const pdfBuffer = plainAddPlaceholder({ pdfBuffer: await readFile(path), reason: 'I agree', contactInfo: '', name: 'Signer', location: '' });
      return { whole: await new SignPdf().sign(pdfBuffer, signer) };
    };
  },
});
