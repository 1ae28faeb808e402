/** Writes a ZIP archive without compression, since PDFs are compressed already. File contents are not copied. */
export interface ZipEntry {
  readonly name: string;
  readonly body: Blob;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Version 2.0; flag for UTF-8 names. */
const VERSION = 20;
const UTF8 = 0x0800;
const CHUNK = 4 * 1024 * 1024;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of a body, read in chunks. */
export async function crc32(body: Blob): Promise<number> {
  let crc = 0xffffffff;
  for (let start = 0; start < body.size; start += CHUNK) {
    const part = new Uint8Array(await body.slice(start, start + CHUNK).arrayBuffer());
    for (const byte of part) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function record(fields: readonly [bytes: 2 | 4, value: number][]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** MS-DOS date and time: from 1980, in steps of two seconds. */
function dosTime(date: Date): readonly [time: number, day: number] {
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  const day = (Math.max(0, date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  return [time, day];
}

/** Makes names unique by appending a number. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.*?)(\.[^.]+)?$/s.exec(name) ?? [];
    let unique = name;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${stem} (${number})${extension}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/** Creates the archive; `at` is the modification time of its files. */
export async function zip(entries: readonly ZipEntry[], at: Date): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  const [time, day] = dosTime(at);
  const names = uniqueNames(entries.map(({ name }) => name));
  let offset = 0;
  for (const [index, { body }] of entries.entries()) {
    const name = new TextEncoder().encode(names[index]);
    const common: [2 | 4, number][] = [
      [2, UTF8], [2, 0], [2, time], [2, day], [4, await crc32(body)], [4, body.size], [4, body.size], [2, name.length], [2, 0],
    ];
    const head = record([[4, LOCAL], [2, VERSION], ...common]);
    parts.push(head, name, body);
    directory.push(record([[4, CENTRAL], [2, VERSION], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), name);
    offset += head.length + name.length + body.size;
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0);
  const count = entries.length;
  const end = record([[4, END], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}
