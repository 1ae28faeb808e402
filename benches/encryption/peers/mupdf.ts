import { load, versionOf } from '../../peers/packages.ts';
import type { Peer } from './peer.ts';

interface MuPdf {
  PDFDocument: {
    openDocument(bytes: Uint8Array, type: string): MuDocument;
  };
}

interface MuDocument {
  authenticatePassword(password: string): number;
  saveToBuffer(options: string): { asUint8Array(): Uint8Array };
}

/** MuPDF in WebAssembly: writes the whole file for either operation. */
export function mupdf(): Peer {
  return {
    name: 'mupdf',
    version: versionOf('mupdf'),
    prepare: async () => {
      const { PDFDocument } = await load<MuPdf>('mupdf');
      return async (bytes, operation, { before, user, owner }) => {
        const document = PDFDocument.openDocument(bytes, 'application/pdf');
        if (operation === 'password') document.authenticatePassword(before);
        return [document.saveToBuffer(`encrypt=aes-256,user-password=${user},owner-password=${owner},permissions=-1`).asUint8Array()];
      };
    },
  };
}
