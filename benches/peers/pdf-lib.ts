import { load, versionOf } from './packages.ts';
import type { Peer } from './peer.ts';

interface Field {
  getName(): string;
  setText?(text: string): void;
}

interface Pdf {
  getForm(): { getFields(): Field[] };
  save(options: object): Promise<Uint8Array>;
}

interface PdfLib {
  PDFDocument: { load(bytes: Uint8Array, options: object): Promise<Pdf> };
  ParseSpeeds: { Fastest: number };
}

/** pdf-lib or its successor in their own best mode: parsing and saving without pauses. */
function pdfLibPeer(name: string): Peer {
  const open = async (bytes: Uint8Array): Promise<Pdf> => {
    const { PDFDocument, ParseSpeeds } = await load<PdfLib>(name);
    return PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false });
  };
  return {
    name,
    version: versionOf(name),
    prepare: () => load(name),
    list: async (bytes) => (await open(bytes)).getForm().getFields().map((field) => field.getName()),
    fill: async (bytes, values) => {
      const pdf = await open(bytes);
      // One pass over the fields: looking each one up by its name would make pdf-lib read all of them every time.
      for (const field of pdf.getForm().getFields()) field.setText?.(values[field.getName()] ?? '');
      return [await pdf.save({ objectsPerTick: Number.POSITIVE_INFINITY })];
    },
  };
}

export const pdfLib = (): Peer => pdfLibPeer('pdf-lib');

export const cantoo = (): Peer => ({
  ...pdfLibPeer('@cantoo/pdf-lib'),
  leavesOut: { tagged: 'takes minutes on 310,000 objects' },
});
