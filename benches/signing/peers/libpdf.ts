import { readFile } from 'node:fs/promises';
import { load, versionOf } from './installed.ts';
import type { SigningPeer } from './peer.ts';

interface LibPdf {
  P12Signer: { create(bytes: Uint8Array, passphrase: string): Promise<unknown> };
  PDF: { load(bytes: Uint8Array): Promise<{ sign(options: { signer: unknown; fieldName: string }): Promise<{ bytes: Uint8Array }> }> };
}

/** LibPDF, as its own documentation signs. */
export const libPdf = (): SigningPeer => ({
  name: '@libpdf/core',
  version: versionOf('@libpdf/core'),
  prepare: async ({ p12 }) => {
    const { P12Signer, PDF } = await load<LibPdf>('@libpdf/core');
    const signer = await P12Signer.create(new Uint8Array(await readFile(p12)), 'test');
    return async (path) => {
      const pdf = await PDF.load(new Uint8Array(await readFile(path)));
      return { whole: (await pdf.sign({ signer, fieldName: 'Signature' })).bytes };
    };
  },
});
