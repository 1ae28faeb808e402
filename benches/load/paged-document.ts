/** Documents of many pages whose contents can't be packed, as scans are: 24 kB a page. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PdfWriter, references } from '../workloads/writer.ts';

const bytesOfPage = 24_000;
const [catalog, tree, firstPage] = [1, 2, 3];
/** Page, contents, resources and two small objects. */
const objectsOfPage = 5;

/** Of about so many bytes. */
export function pagedDocument(size: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'));
  try {
    write(join(folder, 'pages.pdf'), Math.max(1, Math.round(size / (bytesOfPage + 600))));
    return readFileSync(join(folder, 'pages.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function write(path: string, count: number): void {
  const pdf = new PdfWriter(path, '1.7');
  const pages = Array.from({ length: count }, (_, page) => firstPage + page * objectsOfPage);
  pdf.object(catalog, `<</Type/Catalog/Pages ${tree} 0 R>>`);
  pdf.object(tree, `<</Type/Pages/Count ${count}/Kids[${references(pages)}]>>`);
  for (const page of pages) {
    const [contents, resources, states, state] = [page + 1, page + 2, page + 3, page + 4];
    pdf.object(page, `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 612 792]/Resources ${resources} 0 R/Contents ${contents} 0 R>>`);
    // A comment to readers, so that the page is drawn empty in spite of its random bytes.
    pdf.stream(contents, '', Buffer.concat([Buffer.from('%'), Buffer.from(randomBytes((bytesOfPage * 3) / 4).toString('base64'))]));
    pdf.object(resources, `<</ExtGState ${states} 0 R>>`);
    pdf.object(states, `<</G0 ${state} 0 R>>`);
    pdf.object(state, '<</Type/ExtGState/CA 1>>');
  }
  pdf.endWithTable(catalog);
}
