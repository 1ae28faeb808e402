import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Workload } from './workload.ts';
import { PdfWriter, references } from './writer.ts';

const pages = 1000;
const fieldsOfPage = 2;
/** Each page has a picture that can't be packed any more, as scans do. */
const pictureSide = 235;
const [catalog, tree, form, font] = [1, 2, 3, 4];
const objectsOfPage = 3 + fieldsOfPage;

/** A form as scanned contracts are: 1,000 pages with a picture each, 2,000 text fields, 55 MB, a cross-reference table. */
export function largeWorkload(folder: string): Workload {
  const path = join(folder, 'large.pdf');
  if (!existsSync(path)) make(folder, path);
  const values: Record<string, string> = {};
  for (let page = 0; page < pages; page++) {
    for (let field = 0; field < fieldsOfPage; field++) values[nameOf(page, field)] = `Value ${page + 1}-${field + 1}`;
  }
  return { name: 'large', about: '1,000 pages with a picture each, 2,000 text fields, 55 MB', path, values };
}

function make(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.part`;
  const pdf = new PdfWriter(draft, '1.7');
  const first = (page: number) => 5 + page * objectsOfPage;
  const fieldsOf = (page: number) => Array.from({ length: fieldsOfPage }, (_, field) => first(page) + 3 + field);
  const all = Array.from({ length: pages }, (_, page) => page);
  pdf.object(catalog, `<</Type/Catalog/Pages ${tree} 0 R/AcroForm ${form} 0 R>>`);
  pdf.object(tree, `<</Type/Pages/Count ${pages}/Kids[${references(all.map(first))}]>>`);
  pdf.object(form, `<</Fields[${references(all.flatMap(fieldsOf))}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv ${font} 0 R>>>>>>`);
  pdf.object(font, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  for (const page of all) {
    const [own, picture, content] = [first(page), first(page) + 1, first(page) + 2];
    pdf.object(own, `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F0 ${font} 0 R>>/XObject<</Im0 ${picture} 0 R>>>>/Contents ${content} 0 R/Annots[${references(fieldsOf(page))}]>>`);
    pdf.stream(picture, `/Type/XObject/Subtype/Image/Width ${pictureSide}/Height ${pictureSide}/ColorSpace/DeviceGray/BitsPerComponent 8`, randomBytes(pictureSide ** 2));
    pdf.stream(content, '/Filter/FlateDecode', deflateSync(Buffer.from(contentOf(page))));
    fieldsOf(page).forEach((number, field) => {
      const bottom = 330 - field * 30;
      pdf.object(number, `<</Type/Annot/Subtype/Widget/FT/Tx/T(${nameOf(page, field)})/Rect[100 ${bottom} 400 ${bottom + 20}]/F 4/DA(/Helv 11 Tf 0 g)/P ${own} 0 R/MK<</BC[0 0 .5]>>>>`);
    });
  }
  pdf.endWithTable(catalog);
  renameSync(draft, path);
}

function contentOf(page: number): string {
  const lines = Array.from({ length: 20 }, (_, line) => `(Page ${page + 1}, clause ${line}: item ${(page * 7919 + line) % 997} is delivered under section ${line + 3}.) Tj T*`);
  return `q 400 0 0 300 100 380 cm /Im0 Do Q\nBT /F0 10 Tf 14 TL 72 740 Td\n${lines.join('\n')}\nET`;
}

function nameOf(page: number, field: number): string {
  return `p${page + 1}_f${field + 1}`;
}
