/** A range of the original file that the new file keeps. */
export interface CopiedRange {
  start: number;
  end: number;
}

/** A part of a new file: new bytes, or a range of the old file. */
export type FilePart = Uint8Array | CopiedRange;

/** A new file, part by part. It is complete when the last part has been read; leaving the loop early cancels the rest. */
export interface NewFile {
  /** `rewritten`: everything is encrypted or decrypted again. `rewrapped`: the key stays, and only its wrapping changes. */
  method: 'rewritten' | 'rewrapped';
  parts: AsyncIterable<FilePart>;
}

/** Progress of a long call, in bytes of the document. */
export interface Progress {
  done: number;
  total: number;
}

/** Options of every long call. */
export interface LongCall {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/**
 * Joins a new file to one array; the original is in memory.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { bytesOf, createNodeEngine } from '@countersign/core/node';
 *
 * const engine = await createNodeEngine();
 * const original = await readFile('form.pdf');
 * const document = await engine.open(original);
 * const bytes = await bytesOf(original, await document.encrypt({ user: 'one', owner: 'two' }));
 * console.log(bytes.length > original.length);
 * await engine.close();
 */
export async function bytesOf(original: Uint8Array, file: NewFile): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const part of file.parts) parts.push(part instanceof Uint8Array ? part : original.subarray(part.start, part.end));
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** Joins a new file to a `Blob`; the original is a `Blob` or `File`. Ranges of the original are not read. */
export async function blobOf(original: Blob, file: NewFile): Promise<Blob> {
  const parts: BlobPart[] = [];
  for await (const part of file.parts) parts.push(part instanceof Uint8Array ? (part as Uint8Array<ArrayBuffer>) : original.slice(part.start, part.end));
  return new Blob(parts, { type: 'application/pdf' });
}
