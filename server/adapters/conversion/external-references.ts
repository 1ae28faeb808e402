/**
 * Removes external references from office files: linked pictures, documents and data, by URL or path. Hyperlinks
 * for readers stay.
 */
import { crc32, inflateRawSync } from 'node:zlib';

/** Bytes. Relationship parts are small; a larger one isn't legitimate. */
const largestList = 4 * 1024 * 1024;
const mostEntries = 20_000;
/**
 * Total uncompressed bytes by the entries' declared sizes. If the declarations are false, the sandbox's memory
 * limit applies.
 */
const mostUnpacked = 512 * 1024 * 1024;

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const stored = 0;
const deflated = 8;

interface Entry {
  name: Buffer;
  method: number;
  crc: number;
  size: number;
  data: Buffer;
}

export class NoOfficeFile extends Error {}

/**
 * Returns the OOXML package (ECMA-376, part 2) without external relationships, except hyperlinks. Throws
 * `NoOfficeFile` for other archives.
 */
export function packageWithoutReferences(archive: Buffer): Buffer {
  const entries = entriesOf(archive);
  if (!entries.some(({ name }) => name.toString().toLowerCase() === '[content_types].xml')) throw new NoOfficeFile('no package');
  return archiveOf(entries.map((entry) => (/\.rels$/i.test(entry.name.toString()) ? withoutExternal(entry) : entry)));
}

function withoutExternal(entry: Entry): Entry {
  const text = textOf(entry);
  const linksOnly = text.replaceAll(/<(?:\w+:)?Relationship\b[^>]*>/g, (tag) => (/TargetMode\s*=\s*["']\s*External/i.test(tag) && !/Type\s*=\s*["'][^"']*\/hyperlink["']/i.test(tag) ? '' : tag));
  if (linksOnly === text) return entry;
  const data = Buffer.from(linksOnly);
  return { name: entry.name, method: stored, crc: crc32(data), size: data.length, data };
}

/** Decodes UTF-8, or UTF-16 by its byte order mark. */
function textOf({ method, data }: Entry): string {
  const bytes = method === deflated ? inflateRawSync(data, { maxOutputLength: largestList }) : data;
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.subarray(2).toString('utf16le').replace(/encoding\s*=\s*["']UTF-16["']/i, 'encoding="UTF-8"') : bytes.toString('utf8');
}

function entriesOf(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0) throw new NoOfficeFile('no archive');
  const count = archive.readUInt16LE(end + 10);
  if (count > mostEntries) throw new NoOfficeFile('too many entries');
  const entries: Entry[] = [];
  let unpacked = 0;
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(at) !== signatures.central) throw new NoOfficeFile('no directory');
    const [nameLength, extraLength, commentLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30), archive.readUInt16LE(at + 32)];
    unpacked += archive.readUInt32LE(at + 24);
    if (unpacked > mostUnpacked) throw new NoOfficeFile('unpacks to too much');
    entries.push(entryAt(archive, at, archive.subarray(at + 46, at + 46 + nameLength)));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

function entryAt(archive: Buffer, central: number, name: Buffer): Entry {
  const method = archive.readUInt16LE(central + 10);
  const encrypted = (archive.readUInt16LE(central + 8) & 1) === 1;
  if (encrypted || (method !== stored && method !== deflated)) throw new NoOfficeFile('no packing that packages have');
  const local = archive.readUInt32LE(central + 42);
  if (archive.readUInt32LE(local) !== signatures.local) throw new NoOfficeFile('no entry');
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const data = archive.subarray(start, start + archive.readUInt32LE(central + 20));
  return { name, method, crc: archive.readUInt32LE(central + 16), size: archive.readUInt32LE(central + 24), data };
}

/** Rebuilds the archive from the entries of the central directory; bytes between them are dropped. */
function archiveOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(signatures.local, 0);
    writeCommon(head, 4, entry);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(signatures.central, 0);
    record.writeUInt16LE(20, 4);
    writeCommon(record, 6, entry);
    record.writeUInt32LE(offset, 42);
    parts.push(head, entry.name, entry.data);
    directory.push(record, entry.name);
    offset += 30 + entry.name.length + entry.data.length;
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Fields that the local header and the central directory share, from "version needed" on. */
function writeCommon(target: Buffer, at: number, { name, method, crc, size, data }: Entry): void {
  target.writeUInt16LE(20, at);
  // Flag bit 11: names are UTF-8.
  target.writeUInt16LE(0x0800, at + 2);
  target.writeUInt16LE(method, at + 4);
  target.writeUInt32LE(crc, at + 10);
  target.writeUInt32LE(data.length, at + 14);
  target.writeUInt32LE(size, at + 18);
  target.writeUInt16LE(name.length, at + 22);
}

/** Field codes of Word and RTF that load external content, and `file:` URLs; in binary files also in UTF-16. */
const words = ['INCLUDEPICTURE', 'INCLUDETEXT', 'INCLUDE', 'IMPORT', 'DDEAUTO', 'DDE', 'file:'];
const fetching = new RegExp(words.map((word) => [...word].join('\\0?')).join('|'), 'gi');

/** RTF and compound files: replaces such words by others of the same length, so that all offsets stay valid. */
export function binaryWithoutReferences(file: Buffer): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(fetching, (word) => word.replaceAll(/[a-z:]/gi, 'x')), 'latin1');
}
