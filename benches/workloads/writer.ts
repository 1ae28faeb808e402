import { closeSync, openSync, writeSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

/** Writes a PDF object by object, so that files of any size can be made; objects are numbered by whoever calls. */
export class PdfWriter {
  readonly #file: number;
  readonly #places: ({ offset: number } | { stream: number; index: number })[] = [];
  #length = 0;

  constructor(path: string, version: string) {
    this.#file = openSync(path, 'w');
    this.#put(Buffer.from(`%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`, 'latin1'));
  }

  object(number: number, body: string): void {
    this.#places[number] = { offset: this.#length };
    this.#put(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1'));
  }

  stream(number: number, entries: string, data: Uint8Array): void {
    this.#places[number] = { offset: this.#length };
    this.#put(Buffer.from(`${number} 0 obj\n<<${entries}/Length ${data.length}>>\nstream\n`, 'latin1'));
    this.#put(data);
    this.#put(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  /** Packs objects into an object stream. */
  packed(number: number, objects: [number, string][]): void {
    let head = '';
    let body = '';
    objects.forEach(([inner, text], index) => {
      head += `${inner} ${body.length} `;
      body += `${text} `;
      this.#places[inner] = { stream: number, index };
    });
    this.stream(number, `/Type/ObjStm/N ${objects.length}/First ${head.length}/Filter/FlateDecode`, deflateSync(Buffer.from(head + body, 'latin1')));
  }

  /** Ends with a cross-reference table. */
  endWithTable(root: number): void {
    const start = this.#length;
    const lines = Array.from(this.#places, (place) => (place && 'offset' in place ? `${String(place.offset).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n'));
    this.#put(Buffer.from(`xref\n0 ${lines.length}\n${lines.join('')}trailer\n<</Size ${lines.length}/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF\n`, 'latin1'));
    closeSync(this.#file);
  }

  /** Ends with a cross-reference stream, which object streams need. */
  endWithStream(number: number, root: number): void {
    const start = this.#length;
    this.#places[number] = { offset: start };
    const rows = Buffer.alloc(this.#places.length * 8);
    Array.from(this.#places).forEach((place, index) => {
      const at = index * 8;
      if (place === undefined) return;
      const isPacked = 'stream' in place;
      rows.writeUInt8(isPacked ? 2 : 1, at);
      rows.writeUIntBE(isPacked ? place.stream : place.offset, at + 1, 5);
      rows.writeUInt16BE(isPacked ? place.index : 0, at + 6);
    });
    this.stream(number, `/Type/XRef/W[1 5 2]/Size ${this.#places.length}/Root ${root} 0 R/Filter/FlateDecode`, deflateSync(rows));
    this.#put(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    closeSync(this.#file);
  }

  #put(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#length += bytes.length;
  }
}

/** `1 0 R 2 0 R …` */
export function references(numbers: Iterable<number>): string {
  return [...numbers].map((number) => `${number} 0 R`).join(' ');
}
