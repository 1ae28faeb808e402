import { load, versionOf } from './packages.ts';
import type { Peer } from './peer.ts';

interface Pdf {
  getForm(): { getFieldNames(): string[]; fill(values: Record<string, string>): unknown };
  save(options: { incremental: boolean }): Promise<Uint8Array>;
}

const name = '@libpdf/core';

async function open(bytes: Uint8Array): Promise<Pdf> {
  const { PDF } = await load<{ PDF: { load(bytes: Uint8Array): Promise<Pdf> } }>(name);
  return PDF.load(bytes);
}

/** LibPDF, saving incrementally: its own best mode. */
export const libPdf = (): Peer => ({
  name,
  version: versionOf(name),
  prepare: () => load(name),
  list: async (bytes) => (await open(bytes)).getForm().getFieldNames(),
  fill: async (bytes, values) => {
    const pdf = await open(bytes);
    pdf.getForm().fill(values);
    return [await pdf.save({ incremental: true })];
  },
});
