/**
 * A storage that encrypts bodies before writing them. Older bodies without a key are read in plaintext. On removal
 * the key is deleted before the body, so that copies on disks or in backups of the storage can't be decrypted.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { headerLength, isHeaderOf, isEncryptedHeader, sealBody, sealedSize, type BodyKey } from './body-cipher.ts';
import type { BodyKeys, FoundKey } from './body-keys.ts';
import { createBodyMeter } from './body-meter.ts';
import type { BodyPart } from './body-parts.ts';
import { openBody } from './open-body.ts';
import { rangeSource } from './range-source.ts';
import { StorageError, type ByteRange, type FormStorage, type LocalObject, type ObjectSource, type ObjectStorage, type StoredBody, type WriteLimits } from './storage.ts';

interface EncryptedStorageSettings {
  inner: FormStorage;
  keys: BodyKeys;
  /** Decrypted bodies are lent as files in this folder while something reads them. */
  lendingFolder: string;
  /** Whether new bodies are encrypted; existing encrypted ones can be read in any case. */
  encryptNew: boolean;
}

/** Milliseconds. Nothing reads a body for longer; older files were left by a killed process. */
const longestLent = 60 * 60 * 1000;

type State = { body: BodyKey } | { body: null };

export class EncryptedStorage implements ObjectStorage {
  readonly #inner: FormStorage;
  readonly #keys: BodyKeys;
  readonly #lendingFolder: string;
  readonly #encryptNew: boolean;

  constructor({ inner, keys, lendingFolder, encryptNew }: EncryptedStorageSettings) {
    this.#inner = inner;
    this.#keys = keys;
    this.#lendingFolder = lendingFolder;
    this.#encryptNew = encryptNew;
  }

  async write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody> {
    if (!this.#encryptNew) return this.#inner.write(ref, source, limits);
    const key = randomBytes(32);
    const meter = createBodyMeter(limits.maxSize);
    await this.#inner.write(ref, sealBody(key, ref, meter.pass(source)), { maxSize: Infinity });
    const stored = meter.result();
    try {
      // Added after the body, which has claimed the reference by then; adding it earlier could overwrite the key of
      // an existing body.
      await this.#keys.add(ref, { key, size: stored.size }, false);
    } catch (error) {
      // If the removal fails too, the body has no key and no owner, and is swept later.
      await this.#inner.remove(ref).catch(() => undefined);
      throw error;
    }
    return stored;
  }

  async size(ref: string): Promise<number> {
    const { body } = await this.#stateOf(ref);
    const found = await this.#inner.size(ref);
    // A body being encrypted may change between the two queries, but only from plain to encrypted.
    if (body === null) return (await this.#stateOf(ref)).body === null ? found : this.size(ref);
    if (found !== sealedSize(body.size)) throw new StorageError('damaged', `Body ${ref} was cut off or added to in the storage`);
    return body.size;
  }

  async read(ref: string, range: ByteRange | null = null): Promise<NodeJS.ReadableStream> {
    for (;;) {
      const { body } = await this.#stateOf(ref);
      if (body !== null) return openBody(this.#inner, ref, body, range);
      const stream = await this.#inner.read(ref, range);
      if ((await this.#stateOf(ref)).body === null) return stream;
      (stream as Readable).destroy();
    }
  }

  async source(ref: string): Promise<ObjectSource> {
    if ((await this.#keys.find(ref)) === null) {
      const source = await this.#inner.source(ref);
      if ((await this.#keys.find(ref)) === null) return source;
    }
    return rangeSource(await this.size(ref), (range) => this.read(ref, range));
  }

  async local(ref: string): Promise<LocalObject> {
    if ((await this.#keys.find(ref)) === null) {
      const lent = await this.#inner.local(ref);
      if ((await this.#keys.find(ref)) === null) return lent;
      await lent.release();
    }
    await mkdir(this.#lendingFolder, { recursive: true, mode: 0o700 });
    const path = join(this.#lendingFolder, `${ref}.${randomBytes(6).toString('hex')}`);
    const release = (): Promise<void> => rm(path, { force: true });
    try {
      await pipeline(await this.read(ref), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      return { path, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async remove(ref: string): Promise<void> {
    await this.#keys.remove(ref);
    await this.#inner.remove(ref);
  }

  async removeIncompleteUploads(before: Date): Promise<number> {
    await this.#removeLeftBehind();
    return this.#inner.removeIncompleteUploads(before);
  }

  holdings = (): ReturnType<ObjectStorage['holdings']> => this.#inner.holdings();

  /** Only for objects in plaintext: each encrypted one has a key of its own. */
  async concatenate(ref: string, parts: readonly BodyPart[]): Promise<boolean> {
    if (this.#encryptNew) return false;
    for (const part of parts) if ((await this.#keys.find(part.ref)) !== null) return false;
    return this.#inner.concatenate(ref, parts);
  }

  async directAddress(ref: string, download: Parameters<ObjectStorage['directAddress']>[1]): Promise<string | null> {
    return (await this.#keys.find(ref)) === null ? this.#inner.directAddress(ref, download) : null;
  }

  check = (): Promise<void> => this.#inner.check();

  close(): void {
    this.#inner.close();
  }

  /** Encrypts a plaintext body; false when it is encrypted already. Can be interrupted and repeated. */
  async encryptExisting(ref: string): Promise<boolean> {
    const known = await this.#keys.find(ref);
    if (known !== null && !known.converting) return false;
    // Just written: its key is about to be stored.
    if (known === null && isEncryptedHeader(await this.#headOf(ref))) return false;
    const body = known ?? { key: randomBytes(32), size: await this.#inner.size(ref) };
    if (known === null) await this.#keys.add(ref, body, true);
    if (known === null || !(await this.#isSealed(ref, known))) await this.#replace(ref, body.key);
    await this.#keys.settle(ref);
    return true;
  }

  async #replace(ref: string, key: Buffer): Promise<void> {
    const source = (await this.#inner.read(ref)) as Readable;
    try {
      await this.#inner.replace(ref, sealBody(key, ref, source));
    } finally {
      source.destroy();
    }
  }

  async #stateOf(ref: string): Promise<State> {
    const found = await this.#keys.find(ref);
    if (found === null || (found.converting && !(await this.#isSealed(ref, found)))) return { body: null };
    return { body: found };
  }

  async #isSealed(ref: string, { key, size }: FoundKey): Promise<boolean> {
    if ((await this.#inner.size(ref)) !== sealedSize(size)) return false;
    return isHeaderOf(key, ref, await this.#headOf(ref));
  }

  async #headOf(ref: string): Promise<Buffer> {
    const head = Buffer.alloc(headerLength);
    const reader = await this.#inner.open(ref, { first: 0, last: headerLength - 1 });
    try {
      return head.subarray(0, await reader.read(head));
    } finally {
      await reader.close();
    }
  }

  async #removeLeftBehind(): Promise<void> {
    const folder = await opendir(this.#lendingFolder).catch(() => null);
    if (folder === null) return;
    for await (const { name } of folder) {
      const path = join(this.#lendingFolder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < Date.now() - longestLent) await rm(path, { force: true });
    }
  }
}
