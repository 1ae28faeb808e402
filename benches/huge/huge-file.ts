import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** Pages of one scan each: 1,000 of a megabyte make a gigabyte. */
const pages = 1000;
const scanBytes = 1_000_000;
const fields = 20;
/** Object numbers: catalog, pages, form, font; then a page and its scan each; then the fields. */
const firstPage = 5;
const firstField = firstPage + pages * 2;

/** Makes, once, a file of a gigabyte with twenty text fields on its last pages; written piece by piece. */
export function hugeFile(folder: string): string {
  const path = join(folder, 'huge.pdf');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.part`;
  const file = openSync(draft, 'w');
  const writer = new Writer(file);
  writer.bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  writeFrame(writer);
  const scan = randomBytes(scanBytes);
  for (let index = 0; index < pages; index++) writePage(writer, index, scan);
  for (let index = 0; index < fields; index++) writeField(writer, index);
  writer.end();
  closeSync(file);
  renameSync(draft, path);
  return path;
}

/** A distinct value for every field. */
export function hugeValues(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: fields }, (_none, index) => [`field ${index}`, `Value ${index}`]));
}

function writeFrame(writer: Writer): void {
  const kids = Array.from({ length: pages }, (_none, index) => `${firstPage + index * 2} 0 R`).join(' ');
  const names = Array.from({ length: fields }, (_none, index) => `${firstField + index} 0 R`).join(' ');
  writer.object(1, '<</Type/Catalog/Pages 2 0 R/AcroForm 3 0 R>>');
  writer.object(2, `<</Type/Pages/Count ${pages}/Kids[${kids}]/MediaBox[0 0 612 792]>>`);
  writer.object(3, `<</Fields[${names}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 4 0 R>>>>>>`);
  writer.object(4, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
}

function writePage(writer: Writer, index: number, scan: Buffer): void {
  const number = firstPage + index * 2;
  const field = index - (pages - fields);
  const annotations = field >= 0 ? `/Annots[${firstField + field} 0 R]` : '';
  writer.object(number, `<</Type/Page/Parent 2 0 R/Scan ${number + 1} 0 R${annotations}>>`);
  // No two scans are the same.
  scan.writeUInt32LE(index, 0);
  writer.object(number + 1, `<</Length ${scan.length}>>stream\n`, scan, '\nendstream');
}

function writeField(writer: Writer, index: number): void {
  const page = firstPage + (pages - fields + index) * 2;
  writer.object(firstField + index, `<</Type/Annot/Subtype/Widget/FT/Tx/T(field ${index})/Rect[56 700 356 720]/F 4/P ${page} 0 R/DA(/Helv 11 Tf 0 g)>>`);
}

/** Writes objects and remembers where they are. */
class Writer {
  readonly #file: number;
  readonly #offsets: number[] = [];
  #position = 0;

  constructor(file: number) {
    this.#file = file;
  }

  bytes(part: string | Buffer): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    writeSync(this.#file, bytes);
    this.#position += bytes.length;
  }

  object(number: number, ...parts: (string | Buffer)[]): void {
    this.#offsets[number] = this.#position;
    this.bytes(`${number} 0 obj\n`);
    for (const part of parts) this.bytes(part);
    this.bytes('\nendobj\n');
  }

  end(): void {
    const start = this.#position;
    const lines = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.bytes(`xref\n0 ${this.#offsets.length}\n0000000000 65535 f \n${lines.join('')}`);
    this.bytes(`trailer\n<</Size ${this.#offsets.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  }
}
