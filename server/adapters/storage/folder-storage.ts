import { createHash, randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, link, mkdir, open, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError, type LocalBody, type Storage, type StoredBody, type WriteLimits } from './storage.ts';

const reference = /^[0-9a-f]{24}$/;
const headLength = 1024;

/** Where this installation keeps its bodies. */
export const openStorage = (config: { dataDir: string }): Storage => new FolderStorage(join(config.dataDir, 'bodies'));

/** Bodies in a folder. A body appears under its name only when all of it is on the disk. */
export class FolderStorage implements Storage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody> {
    const target = this.#pathOf(ref);
    await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
    const temporary = `${target}.${randomBytes(6).toString('hex')}.part`;
    try {
      const stored = await writeChecked(temporary, source, limits.maxSize);
      // A link fails where a name is taken, which a rename would overwrite.
      await link(temporary, target).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new StorageError('already_exists', `Body ${ref} exists already`) : error;
      });
      await syncFolder(join(target, '..'));
      return stored;
    } finally {
      await unlink(temporary).catch(ignoreMissing);
    }
  }

  async read(ref: string): Promise<{ size: number; stream: NodeJS.ReadableStream }> {
    const path = this.#pathOf(ref);
    const { size } = await stat(path).catch(missingAs(ref));
    return { size, stream: createReadStream(path) };
  }

  async local(ref: string): Promise<LocalBody> {
    const path = this.#pathOf(ref);
    await access(path, constants.R_OK).catch(missingAs(ref));
    return { path, release: () => Promise.resolve() };
  }

  async exists(ref: string): Promise<boolean> {
    return stat(this.#pathOf(ref)).then(() => true, (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    });
  }

  async remove(ref: string): Promise<void> {
    await rm(this.#pathOf(ref), { force: true });
  }

  #pathOf(ref: string): string {
    if (!reference.test(ref)) throw new StorageError('bad_reference', 'Not a reference of a body');
    // Object ids begin with the time, so the last characters spread over the folders.
    return join(this.#folder, ref.slice(-2), ref);
  }
}

async function writeChecked(path: string, source: AsyncIterable<Uint8Array>, maxSize: number): Promise<StoredBody> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      if (size < headLength) head.push(chunk.subarray(0, headLength - size));
      size += chunk.byteLength;
      if (size > maxSize) throw new StorageError('too_large', `More than ${maxSize} bytes`);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, hash: hash.digest('hex'), head: Buffer.concat(head) };
}

/** Makes the new name itself survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const missingAs = (ref: string) => (error: NodeJS.ErrnoException): never => {
  throw error.code === 'ENOENT' ? new StorageError('missing', `Body ${ref} is missing`) : error;
};
