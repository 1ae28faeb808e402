import { load, versionOf } from './packages.ts';
import type { ListedField, Peer } from './peer.ts';

interface Widget {
  getName(): string;
  getValue(): string;
  getBounds(): number[];
  setTextValue(text: string): number;
  update(): boolean;
}

interface Page {
  getWidgets(): Widget[];
  update(): boolean;
  destroy(): void;
}

interface Pdf {
  countPages(): number;
  loadPage(index: number): Page;
  saveToBuffer(options: string): { asUint8Array(): Uint8Array; destroy(): void };
  destroy(): void;
}

const name = 'mupdf';

async function withPdf<Result>(bytes: Uint8Array, work: (pdf: Pdf) => Result): Promise<Result> {
  const { Document } = await load<{ Document: { openDocument(bytes: Uint8Array, type: string): Pdf } }>(name);
  const pdf = Document.openDocument(bytes, 'application/pdf');
  try {
    return work(pdf);
  } finally {
    pdf.destroy();
  }
}

function* pagesOf(pdf: Pdf): Generator<Page> {
  for (let index = 0; index < pdf.countPages(); index++) {
    const page = pdf.loadPage(index);
    yield page;
    page.destroy();
  }
}

function fieldsOf(pdf: Pdf): ListedField[] {
  const fields: ListedField[] = [];
  let number = 0;
  for (const page of pagesOf(pdf)) {
    number++;
    for (const widget of page.getWidgets()) fields.push({ name: widget.getName(), value: widget.getValue(), page: number, rect: widget.getBounds() });
  }
  return fields;
}

/** MuPDF in WebAssembly, saving incrementally. */
export const muPdf = (): Peer => ({
  name,
  version: versionOf(name),
  prepare: () => load(name),
  list: (bytes) => withPdf(bytes, fieldsOf),
  fill: (bytes, values) =>
    withPdf(bytes, (pdf) => {
      for (const page of pagesOf(pdf)) {
        for (const widget of page.getWidgets()) {
          widget.setTextValue(values[widget.getName()] ?? '');
          widget.update();
        }
        page.update();
      }
      const buffer = pdf.saveToBuffer('incremental');
      try {
        return [buffer.asUint8Array().slice()];
      } finally {
        buffer.destroy();
      }
    }),
});
