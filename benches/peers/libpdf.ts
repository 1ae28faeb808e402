import { load, versionOf } from './packages.ts';
import type { ListedField, Peer } from './peer.ts';

interface Reference {
  objectNumber: number;
}

interface Field {
  name: string;
  getValue(): unknown;
  getWidgets(): { rect: number[]; pageRef: Reference | null }[];
}

interface Pdf {
  getPages(): { ref: Reference }[];
  getForm(): { getFieldNames(): string[]; getFields(): Field[]; fill(values: Record<string, string>): unknown };
  save(options: { incremental: boolean }): Promise<Uint8Array>;
}

const name = '@libpdf/core';

async function open(bytes: Uint8Array): Promise<Pdf> {
  const { PDF } = await load<{ PDF: { load(bytes: Uint8Array): Promise<Pdf> } }>(name);
  return PDF.load(bytes);
}

function fieldsOf(pdf: Pdf): ListedField[] {
  const pages = new Map(pdf.getPages().map(({ ref }, index) => [ref.objectNumber, index + 1]));
  return pdf.getForm().getFields().flatMap((field) => field.getWidgets().map(({ rect, pageRef }) => ({ name: field.name, value: field.getValue(), page: pages.get(pageRef?.objectNumber ?? 0) ?? 0, rect })));
}

/** LibPDF, asked for nothing but the names: what it is fastest at, and less than the others do. */
export const libPdfNames = (): Peer => ({ ...libPdf(), name: `${name}, names only`, list: async (bytes) => (await open(bytes)).getForm().getFieldNames().map((field) => ({ name: field, value: null, page: 1, rect: null })) });

/** LibPDF, saving incrementally: its own best mode. */
export const libPdf = (): Peer => ({
  name,
  version: versionOf(name),
  prepare: () => load(name),
  list: async (bytes) => fieldsOf(await open(bytes)),
  fill: async (bytes, values) => {
    const pdf = await open(bytes);
    pdf.getForm().fill(values);
    return [await pdf.save({ incremental: true })];
  },
});
