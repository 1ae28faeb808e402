import { load, versionOf } from './packages.ts';
import type { Peer } from './peer.ts';

interface Pdf {
  annotationStorage: { setValue(id: string, value: { value: string }): void };
  getFieldObjects(): Promise<Record<string, { id: string; value: unknown; page: number; rect: number[] }[]> | null>;
  saveDocument(): Promise<Uint8Array>;
}

interface PdfJs {
  getDocument(options: object): { promise: Promise<Pdf>; destroy(): Promise<void> };
}

const name = 'pdfjs-dist';
const entry = `${name}/legacy/build/pdf.mjs`;

/** pdf.js takes the bytes away, so it gets a copy; outside of the time it would need for one anyway. */
async function withPdf<Result>(bytes: Uint8Array, work: (pdf: Pdf) => Promise<Result>): Promise<Result> {
  const { getDocument } = await load<PdfJs>(entry);
  const task = getDocument({ data: bytes.slice(), verbosity: 0, disableFontFace: true });
  try {
    return await work(await task.promise);
  } finally {
    await task.destroy();
  }
}

/** pdf.js with `saveDocument`. */
export const pdfJs = (): Peer => ({
  name,
  version: versionOf(name),
  prepare: () => load(entry),
  list: (bytes) => withPdf(bytes, async (pdf) => Object.entries((await pdf.getFieldObjects()) ?? {}).flatMap(([field, widgets]) => widgets.map(({ value, page, rect }) => ({ name: field, value, page: page + 1, rect })))),
  fill: (bytes, values) =>
    withPdf(bytes, async (pdf) => {
      for (const [field, widgets] of Object.entries((await pdf.getFieldObjects()) ?? {})) {
        for (const { id } of widgets) pdf.annotationStorage.setValue(id, { value: values[field] ?? '' });
      }
      return [await pdf.saveDocument()];
    }),
});
