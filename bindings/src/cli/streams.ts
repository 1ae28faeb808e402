import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, unlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FilePart, SourceInput, Tail } from '../engine.ts';

/** Reads a whole file, or standard input for `-`. */
export async function readAll(path: string): Promise<Uint8Array> {
  if (path !== '-') return readFile(path);
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the input for a document: files are read in ranges, standard input at once. */
export async function inputOf(path: string): Promise<SourceInput> {
  return path === '-' ? readAll(path) : { path };
}

/** Reads a JSON file. */
export async function readJson(path: string): Promise<unknown> {
  return JSON.parse(Buffer.from(await readAll(path)).toString('utf8'));
}

/** Writes base and tail as one document. The file is replaced atomically. */
export function writeDocument(output: string, base: SourceInput, tail: Tail): Promise<void> {
  return writeBytes(output, partsOf(base, tail));
}

/** Writes a new file, which may copy ranges of its base. The file is replaced atomically. */
export function writeParts(output: string, base: SourceInput, parts: AsyncIterable<FilePart>): Promise<void> {
  return writeBytes(output, bytesOfParts(base, parts));
}

/** Writes a whole file. It is replaced atomically. */
export function writeWhole(output: string, bytes: Uint8Array): Promise<void> {
  return writeBytes(output, once(bytes));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function writeBytes(output: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const content = Readable.from(bytes, { objectMode: true });
  if (output === '-') return pipeline(content, process.stdout, { end: false });
  const draft = `${output}.${process.pid}.part`;
  try {
    await pipeline(content, createWriteStream(draft));
    await rename(draft, output);
  } catch (error) {
    await unlink(draft).catch((problem: NodeJS.ErrnoException) => {
      if (problem.code !== 'ENOENT') throw problem;
    });
    throw error;
  }
}

async function* partsOf(base: SourceInput, tail: Tail): AsyncGenerator<Uint8Array> {
  if (base instanceof Uint8Array) yield base;
  else if ('path' in base) yield* createReadStream(base.path);
  yield tail.bytes;
}

async function* bytesOfParts(base: SourceInput, parts: AsyncIterable<FilePart>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (part instanceof Uint8Array) yield part;
    else if (base instanceof Uint8Array) yield base.subarray(part.start, part.end);
    // The `end` of a read stream is inclusive.
    else if ('path' in base && part.end > part.start) yield* createReadStream(base.path, { start: part.start, end: part.end - 1 });
  }
}
