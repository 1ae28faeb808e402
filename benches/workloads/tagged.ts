import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Workload } from './workload.ts';
import { PdfWriter, references } from './writer.ts';

const pages = 2000;
const paragraphs = 150;
const objectsOfPage = 4 + paragraphs;
const packedTogether = 100;
const [catalog, tree, form, font, structure] = [1, 2, 3, 4, 5];

/** What word processors export: 2,000 pages, every paragraph an element of the structure, 310,000 objects in object streams. */
export function taggedWorkload(folder: string): Workload {
  const path = join(folder, 'tagged.pdf');
  if (!existsSync(path)) make(folder, path);
  const values: Record<string, string> = {};
  for (let page = 0; page < pages; page += 2) values[nameOf(page)] = `Value of page ${page + 1}`;
  return { name: 'tagged', about: '2,000 pages, 1,000 text fields, 310,000 objects in object streams', path, values };
}

function make(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.part`;
  const pdf = new PdfWriter(draft, '1.7');
  const all = Array.from({ length: pages }, (_, page) => page);
  const first = (page: number) => 6 + page * objectsOfPage;
  const fields = all.filter(hasField).map((page) => first(page) + 2);
  const objects: [number, string][] = [
    [catalog, `<</Type/Catalog/Pages ${tree} 0 R/AcroForm ${form} 0 R/StructTreeRoot ${structure} 0 R/MarkInfo<</Marked true>>>>`],
    [tree, `<</Type/Pages/Count ${pages}/Kids[${references(all.map(first))}]>>`],
    [form, `<</Fields[${references(fields)}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv ${font} 0 R>>>>>>`],
    [font, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'],
    [structure, `<</Type/StructTreeRoot/K[${references(all.map((page) => first(page) + 3))}]>>`],
  ];
  for (const page of all) {
    pdf.stream(first(page) + 1, '/Filter/FlateDecode', deflateSync(Buffer.from(contentOf(page))));
    objects.push(...objectsOf(page, first(page)));
  }
  let number = 6 + pages * objectsOfPage;
  for (let start = 0; start < objects.length; start += packedTogether) pdf.packed(number++, objects.slice(start, start + packedTogether));
  pdf.endWithStream(number, catalog);
  renameSync(draft, path);
}

function objectsOf(page: number, own: number): [number, string][] {
  const [content, widget, section] = [own + 1, own + 2, own + 3];
  const elements = Array.from({ length: paragraphs }, (_, index) => section + 1 + index);
  const annotations = hasField(page) ? `/Annots[${widget} 0 R]` : '';
  return [
    [own, `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F0 ${font} 0 R>>>>/Contents ${content} 0 R/StructParents ${page}${annotations}>>`],
    ...(hasField(page) ? [[widget, `<</Type/Annot/Subtype/Widget/FT/Tx/T(${nameOf(page)})/Rect[100 40 400 60]/F 4/DA(/Helv 11 Tf 0 g)/P ${own} 0 R>>`] as [number, string]] : []),
    [section, `<</Type/StructElem/S/Sect/P ${structure} 0 R/K[${references(elements)}]>>`],
    ...elements.map((number, index): [number, string] => [number, `<</Type/StructElem/S/P/P ${section} 0 R/Pg ${own} 0 R/K ${index}>>`]),
  ];
}

function contentOf(page: number): string {
  const lines = Array.from({ length: paragraphs }, (_, line) => `/P <</MCID ${line}>> BDC (Clause ${page}.${line}: the parties agree on item ${(page * 31 + line * 7) % 997}.) Tj T* EMC`);
  return `BT /F0 9 Tf 11 TL 72 740 Td\n${lines.join('\n')}\nET`;
}

function hasField(page: number): boolean {
  return page % 2 === 0;
}

function nameOf(page: number): string {
  return `f${page}`;
}
