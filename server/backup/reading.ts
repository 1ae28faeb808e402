/** Reads the files of a backup. */
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { BackupReader } from './backup-files.ts';
import { BackupError, manifestIn, parseManifest, type Manifest } from './manifest.ts';

export interface Source {
  files: BackupReader;
  folder: string;
}

export async function readManifest({ files, folder }: Source): Promise<Manifest> {
  if (!files.isEncrypted && !existsSync(manifestIn(folder))) throw new BackupError(`${folder} holds no finished backup: it has no manifest.json.`);
  return parseManifest(folder, (await buffer(files.read(manifestIn(folder)))).toString());
}

export async function* asBuffers(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of source) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

/** Forwards read errors to the decompressor; otherwise it would wait for data forever. */
export function unpacked(source: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  const packed = Readable.from(source);
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  return packed.pipe(gunzip);
}
