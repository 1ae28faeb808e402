import { readFileSync } from 'node:fs';
import { fileOf, load, versionOf } from '../../peers/packages.ts';
import type { Peer } from './peer.ts';

interface Pdfium {
  init(options: { wasmBinary: Uint8Array }): Promise<PdfiumModule>;
}

interface PdfiumModule {
  pdfium: { HEAPU8: Uint8Array; wasmExports: { malloc(size: number): number; free(at: number): void } };
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(at: number, size: number, password: string): number;
  EPDF_UnlockOwnerPermissions(document: number, password: string): boolean;
  EPDF_SetEncryption(document: number, user: string, owner: string, permissions: number): boolean;
  PDFiumExt_OpenFileWriter(): number;
  PDFiumExt_SaveAsCopy(document: number, writer: number): number;
  PDFiumExt_GetFileWriterSize(writer: number): number;
  PDFiumExt_GetFileWriterData(writer: number, at: number, size: number): void;
}

/** All that can be allowed. */
const everything = 0xfffffffc | 0;

/** PDFium in WebAssembly: writes the whole file for either operation. */
export function pdfium(): Peer {
  return {
    name: '@embedpdf/pdfium',
    version: versionOf('@embedpdf/pdfium'),
    prepare: async () => {
      const { init } = await load<Pdfium>('@embedpdf/pdfium');
      const core = await init({ wasmBinary: readFileSync(fileOf('@embedpdf/pdfium', 'dist/pdfium.wasm')) });
      core.PDFiumExt_Init();
      return async (bytes, operation, { before, user, owner }) => {
        const at = core.pdfium.wasmExports.malloc(bytes.length);
        core.pdfium.HEAPU8.set(bytes, at);
        const document = core.FPDF_LoadMemDocument(at, bytes.length, operation === 'password' ? before : '');
        if (operation === 'password') core.EPDF_UnlockOwnerPermissions(document, before);
        if (!core.EPDF_SetEncryption(document, user, owner, everything)) throw new Error('PDFium did not set the encryption');
        const writer = core.PDFiumExt_OpenFileWriter();
        core.PDFiumExt_SaveAsCopy(document, writer);
        const size = core.PDFiumExt_GetFileWriterSize(writer);
        const to = core.pdfium.wasmExports.malloc(size);
        core.PDFiumExt_GetFileWriterData(writer, to, size);
        return [core.pdfium.HEAPU8.slice(to, to + size)];
      };
    },
  };
}
