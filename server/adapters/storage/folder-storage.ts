import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, open, opendir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createBodyMeter } from './body-meter.ts';
import { fileReader, type BodyReader } from './body-reader.ts';
import {
  assertReference, isReference, StorageError, type ByteRange, type FormStorage, type Holding, type LocalObject, type StoredBody,
  type WriteLimits,
} from './storage.ts';

/** Bodies in a folder. A body appears under its name only after all of it has been synced to disk. */
export class FolderStorage implements FormStorage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody> {
    const target = this.#pathOf(ref);
    const temporary = `${target}.${randomBytes(6).toString('hex')}.part`;
    try {
      const stored = await writeChecked(temporary, source, limits.maxSize);
      // `link` fails when the name exists; `rename` would overwrite it.
      await link(temporary, target).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new StorageError('already_exists', `Body ${ref} exists already`) : error;
      });
      await syncFolder(join(target, '..'));
      return stored;
    } catch (error) {
      return asUnavailable(error as Error);
    } finally {
      await discard(temporary);
    }
  }

  async replace(ref: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const target = this.#pathOf(ref);
    const temporary = `${target}.${randomBytes(6).toString('hex')}.part`;
    try {
      await writeChecked(temporary, source, Infinity);
      await rename(temporary, target);
      await syncFolder(join(target, '..'));
    } catch (error) {
      asUnavailable(error as Error);
    } finally {
      await discard(temporary);
    }
  }

  async size(ref: string): Promise<number> {
    return (await stat(this.#pathOf(ref)).catch(missingAs(ref))).size;
  }

  async read(ref: string, range: ByteRange | null = null): Promise<NodeJS.ReadableStream> {
    const file = await open(this.#pathOf(ref), 'r').catch(missingAs(ref));
    return file.createReadStream(range ? { start: range.first, end: range.last } : {});
  }

  async open(ref: string, range: ByteRange): Promise<BodyReader> {
    return fileReader(await open(this.#pathOf(ref), 'r').catch(missingAs(ref)), range);
  }

  async source(ref: string): Promise<{ path: string }> {
    const path = this.#pathOf(ref);
    await access(path, constants.R_OK).catch(missingAs(ref));
    return { path };
  }

  async local(ref: string): Promise<LocalObject> {
    return { ...(await this.source(ref)), release: () => Promise.resolve() };
  }

  async remove(ref: string): Promise<void> {
    await rm(this.#pathOf(ref), { force: true });
  }

  async *holdings(): AsyncGenerator<Holding> {
    for await (const path of this.#files()) {
      const ref = path.slice(-24);
      if (!isReference(ref)) continue;
      const found = await stat(path).catch(ignoreMissing);
      if (found) yield { ref, size: found.size, changedAt: found.mtime };
    }
  }

  async removeIncompleteUploads(before: Date): Promise<number> {
    let removed = 0;
    for await (const path of this.#files()) {
      if (!path.endsWith('.part')) continue;
      const found = await stat(path).catch(ignoreMissing);
      if (!found || found.mtime >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  /** Bytes have to be copied here anyway. */
  concatenate(): Promise<false> {
    return Promise.resolve(false);
  }

  directAddress(): Promise<null> {
    return Promise.resolve(null);
  }

  async check(): Promise<void> {
    const probe = join(this.#folder, `.probe-${randomBytes(6).toString('hex')}`);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = await open(probe, 'wx', 0o600);
      try {
        await file.writeFile('probe');
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      asUnavailable(error as Error);
    } finally {
      await rm(probe, { force: true }).catch(asUnavailable);
    }
  }

  close(): void {
    // Nothing to close.
  }

  async *#files(): AsyncGenerator<string> {
    for (const folder of await subfolders(this.#folder)) {
      for await (const entry of await opendir(folder)) if (entry.isFile()) yield join(folder, entry.name);
    }
  }

  #pathOf(ref: string): string {
    assertReference(ref);
    // Object ids start with the time, so their last characters distribute bodies evenly over the folders.
    return join(this.#folder, ref.slice(-2), ref);
  }
}

async function subfolders(path: string): Promise<string[]> {
  const folder = await opendir(path).catch(ignoreMissing);
  if (!folder) return [];
  const found: string[] = [];
  for await (const entry of folder) if (entry.isDirectory()) found.push(join(path, entry.name));
  return found;
}

async function writeChecked(path: string, source: AsyncIterable<Uint8Array>, maxSize: number): Promise<StoredBody> {
  const meter = createBodyMeter(maxSize);
  const file = await openNew(path);
  try {
    for await (const chunk of meter.pass(source)) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  return meter.result();
}

/** Makes the folder if it is the first file in it. */
async function openNew(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  });
}

/** Removes what was written, if it is still there. A disk that refuses is named as such. */
async function discard(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
    // The folder isn't one, so there is no such file: what failed before tells more.
    if (error.code !== 'ENOTDIR') asUnavailable(error);
  });
}

/** Syncs the folder, so that the new name survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** Errors of a disk that is full, broken or missing: the operator must act, the request isn't at fault. */
const diskTroubles: readonly string[] = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EFBIG'];

function asUnavailable(error: NodeJS.ErrnoException): never {
  if (diskTroubles.includes(error.code ?? '')) throw new StorageError('unavailable', `The folder of the bodies can't be written to: ${error.code}`, { cause: error });
  throw error;
}

const missingAs = (ref: string) => (error: NodeJS.ErrnoException): never => {
  throw error.code === 'ENOENT' ? new StorageError('missing', `Body ${ref} is missing`) : error;
};
