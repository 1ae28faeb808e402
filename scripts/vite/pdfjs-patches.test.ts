import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnnotationMode, getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patchPdfjs } from './pdfjs-patches.ts';

const resolve = createRequire(import.meta.url).resolve;
const fonts = join(dirname(resolve('pdfjs-dist/package.json')), 'standard_fonts');
const folder = mkdtempSync(join(tmpdir(), 'countersign-pdfjs-'));
const global = globalThis as { pdfjsWorker?: unknown };

beforeAll(async () => {
  const code = readFileSync(resolve('pdfjs-dist/build/pdf.worker.mjs'), 'utf8');
  const patched = join(folder, 'pdf.worker.mjs');
  // Its source map stays where it was.
  writeFileSync(patched, patchPdfjs(code).replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  global.pdfjsWorker = await import(pathToFileURL(patched).href);
});
afterAll(() => {
  delete global.pdfjsWorker;
  rmSync(folder, { recursive: true, force: true });
});

/** A filled text field whose appearance is not compressed. pdf.js finds the objects without a table. */
const appearance = '/Tx BMC BT /F 9 Tf 2 5 Td (Filled by Grace) Tj ET EMC';
const filledForm = new TextEncoder().encode(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/F 9 Tf 0 g)/DR<</Font<</F 6 0 R>>>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R]>>endobj
4 0 obj<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Filled by Grace)/F 4/Rect[10 10 200 30]/P 3 0 R/DA(/F 9 Tf 0 g)/AP<</N 5 0 R>>>>endobj
5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 190 20]/Resources<</Font<</F 6 0 R>>>>/Length ${appearance.length}>>stream
${appearance}
endstream endobj
6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`);

test('a filled field is drawn while the annotations of its page are listed', async () => {
  let begin: () => void = () => undefined;
  let release: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  /** Whoever reads the appearance first waits for its font in the middle of it. */
  class HeldFonts {
    async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      begin();
      await released;
      return new Uint8Array(readFileSync(join(fonts, filename)));
    }
  }
  const loading = getDocument({ data: filledForm, useWorkerFetch: false, standardFontDataUrl: 'fonts/', BinaryDataFactory: HeldFonts });
  const page = await (await loading.promise).getPage(1);
  const listing = page.getAnnotations({ intent: 'display' });
  await begun;
  const drawing = page.getOperatorList({ intent: 'display', annotationMode: AnnotationMode.ENABLE });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  release();
  const [{ fnArray }] = await Promise.all([drawing, listing]);
  expect(fnArray.filter((operator: number) => operator === OPS.showText)).toHaveLength(1);
  await loading.destroy();
});

test('another version of pdf.js is refused', () => {
  expect(() => patchPdfjs('something else')).toThrow('pdf.js has changed where it is patched');
});
