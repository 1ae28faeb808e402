import { load, versionOf } from './packages.ts';
import type { ListedField, Peer } from './peer.ts';

interface Reference {
  objectNumber: number;
}

interface Field {
  acroField: { getWidgets(): { getRectangle(): object; P(): Reference | undefined }[] };
  getName(): string;
  getText?(): string | undefined;
  setText?(text: string): void;
}

interface Pdf {
  getPages(): { ref: Reference }[];
  getForm(): { getFields(): Field[] };
  save(options: object): Promise<Uint8Array>;
}

interface PdfLib {
  PDFDocument: { load(bytes: Uint8Array, options: object): Promise<Pdf> };
  ParseSpeeds: { Fastest: number };
}

function fieldsOf(pdf: Pdf): ListedField[] {
  const pages = new Map(pdf.getPages().map(({ ref }, index) => [ref.objectNumber, index + 1]));
  return pdf.getForm().getFields().flatMap((field) => field.acroField.getWidgets().map((widget) => ({ name: field.getName(), value: field.getText?.(), page: pages.get(widget.P()?.objectNumber ?? 0) ?? 0, rect: widget.getRectangle() })));
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
    list: async (bytes) => fieldsOf(await open(bytes)),
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
