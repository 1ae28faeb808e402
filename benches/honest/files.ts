import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A file with at least one `/ByteRange`. */
export interface SignedFile {
  path: string;
  name: string;
  digest: string;
  class: string;
}

/** Larger files, in bytes, are left out. */
const LARGE = 1 << 22;

/** Every signed PDF below the folders, each content once, sorted by path. */
export function signedFiles(folders: readonly string[]): SignedFile[] {
  const files = new Map<string, SignedFile>();
  for (const path of folders.flatMap(pdfsIn)) {
    const bytes = readFileSync(path);
    if (!bytes.includes('/ByteRange')) continue;
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (!files.has(digest)) files.set(digest, { path, name: basename(path), digest, class: classOf(path, bytes.toString('latin1')) });
  }
  return [...files.values()];
}

function pdfsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.toLowerCase().endsWith('.pdf'));
  return names.toSorted().map((name) => join(folder, name)).filter((path) => statSync(path).size < LARGE);
}

/** The collection of files by ETSI's interoperability events names them by the country and the participant. */
const plugtest = /Signature-P-[A-Z0-9]+(_[A-Z]+)?-/;

/** By the program that the newest signature names, else by the program that wrote the file, else by the collection. */
const programs: [string, RegExp][] = [
  ['Adobe', /Acrobat|Adobe|Exchange/],
  ['DocuSign', /DocuSign/],
  ['pyHanko', /pyHanko/],
  ['iText', /iText|itext/],
];
const collections: [string, RegExp][] = [
  ['DSS', /dss/i],
  ['iText', /itext/i],
  ['pyHanko', /pyhanko|shared\/data/i],
];

function classOf(path: string, text: string): string {
  if (plugtest.test(path)) return 'ETSI plugtests';
  const signedBy = text.match(/\/App\s*<<[^>]*?\/Name\s*\/[^/>\s]+/g)?.at(-1);
  if (signedBy) return programs.find(([, pattern]) => pattern.test(signedBy))?.[0] ?? 'other products';
  return collections.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
}
