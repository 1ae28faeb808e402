/**
 * Bodies above objects: gives readers one body, whether it is one object or composed of several. A tail is stored as an
 * object of its own; what it continues is neither copied nor changed.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '#server/platform/database/database.ts';
import { findParts, releaseBody, type BodyPart, type FindUnused } from './body-parts.ts';
import { createBodyMeter } from './body-meter.ts';
import { continuedHash } from './continued-hash.ts';
import {
  StorageError, type Base, type ByteRange, type DirectDownload, type LocalBody, type LocalObject, type ObjectStorage, type Storage, type StoredBody, type StoredTail, type WriteLimits,
} from './storage.ts';

interface ComposedStorageSettings {
  objects: ObjectStorage;
  db: Db;
  findUnused: FindUnused;
}

export class ComposedStorage implements Storage {
  readonly #objects: ObjectStorage;
  readonly #db: Db;
  readonly #findUnused: FindUnused;

  constructor({ objects, db, findUnused }: ComposedStorageSettings) {
    this.#objects = objects;
    this.#db = db;
    this.#findUnused = findUnused;
  }

  write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody> {
    return this.#objects.write(ref, source, limits);
  }

  async writeTail(ref: string, base: Base, source: AsyncIterable<Uint8Array>, { maxSize }: WriteLimits): Promise<StoredTail> {
    const parts = await findParts(this.#db, ref);
    const tail = parts.pop();
    if (tail === undefined) throw new StorageError('missing', `Body ${ref} has no parts`);
    const meter = createBodyMeter(maxSize, await continuedHash(base, () => this.#bytesOf(parts, null)));
    await this.#objects.write(tail.ref, meter.pass(source), { maxSize: Infinity });
    const { size, hash } = meter.result();
    return { size: base.size + size, hash, tailSize: size };
  }

  async writeJoined(ref: string, whole: Base): Promise<void> {
    const parts = await findParts(this.#db, ref);
    if (parts.length === 0) throw new StorageError('missing', `Body ${ref} has no parts`);
    const hash = await this.#objects.write(ref, await this.#bytesOf(parts, null), { maxSize: whole.size })
      .then((stored) => stored.hash, (error: unknown) => this.#hashIfThere(ref, error));
    if (hash === whole.hash) return;
    await this.#objects.remove(ref);
    throw new StorageError('damaged', `The parts of body ${ref} are not what its hash says`);
  }

  /** An earlier attempt may have been interrupted after it had stored the object, whole or without its key. */
  async #hashIfThere(ref: string, error: unknown): Promise<string> {
    if (!(error instanceof StorageError) || error.code !== 'already_exists') throw error;
    const hash = createHash('sha256');
    for await (const chunk of await this.#objects.read(ref)) hash.update(chunk as Uint8Array);
    return hash.digest('hex');
  }

  async size(ref: string): Promise<number> {
    const parts = await findParts(this.#db, ref);
    if (parts.length === 0) return this.#objects.size(ref);
    const sizes = await Promise.all(parts.map((part) => this.#objects.size(part.ref)));
    if (sizes.some((size, index) => size !== parts[index]?.size)) throw new StorageError('damaged', `A part of body ${ref} was cut off or added to in the storage`);
    return sizeOf(parts);
  }

  async read(ref: string, range: ByteRange | null = null): Promise<NodeJS.ReadableStream> {
    const parts = await findParts(this.#db, ref);
    if (parts.length === 0) return this.#objects.read(ref, range);
    return this.#bytesOf(parts, range ?? { first: 0, last: sizeOf(parts) - 1 }, ref);
  }

  async local(ref: string): Promise<LocalBody> {
    const parts = await findParts(this.#db, ref);
    return this.#lend(ref, parts).catch(async (error: unknown) => {
      // Its parts were joined meanwhile.
      if (parts.length === 0 || !isMissing(error) || (await findParts(this.#db, ref)).length > 0) throw error;
      return this.#lend(ref, []);
    });
  }

  async #lend(ref: string, parts: readonly BodyPart[]): Promise<LocalBody> {
    const refs = parts.length === 0 ? [ref] : parts.map((part) => part.ref);
    const lent = await Promise.allSettled(refs.map((each) => this.#objects.local(each)));
    const locals = lent.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const release = (): Promise<void> => releaseAll(locals);
    const failed = lent.find((each) => each.status === 'rejected');
    if (failed === undefined) return { parts: locals.map(({ path }) => ({ path })), release };
    await release();
    throw failed.reason;
  }

  async remove(ref: string): Promise<void> {
    // What is not removed after a crash here is an orphan, which the nightly clean-up finds.
    for (const object of await releaseBody(this.#db, ref, this.#findUnused)) await this.#objects.remove(object);
  }

  removeIncompleteUploads = (before: Date): Promise<number> => this.#objects.removeIncompleteUploads(before);

  holdings = (): ReturnType<ObjectStorage['holdings']> => this.#objects.holdings();

  /** Null for a composed body: only this server puts its parts together. */
  async directAddress(ref: string, download: DirectDownload): Promise<string | null> {
    return (await findParts(this.#db, ref)).length === 0 ? this.#objects.directAddress(ref, download) : null;
  }

  check = (): Promise<void> => this.#objects.check();

  close(): void {
    this.#objects.close();
  }

  /**
   * Opens the first part at once, so that a missing one fails the call; the others when their turn comes. `joined`: the body that
   * may be joined meanwhile; what is left is then read from it.
   */
  async #bytesOf(parts: readonly BodyPart[], range: ByteRange | null, joined: string | null = null): Promise<Readable> {
    const [first, ...rest] = within(parts, range);
    if (first === undefined) return Readable.from([]);
    const opened = (await this.#objects.read(first.ref, first.range)) as Readable;
    // It may fail before anybody reads it; the reader gets the error then.
    opened.on('error', () => undefined);
    return Readable.from(this.#inTurn(opened, rest, joined), { objectMode: false }).once('close', () => opened.destroy());
  }

  async *#inTurn(first: Readable, rest: readonly Piece[], joined: string | null): AsyncGenerator<Uint8Array> {
    yield* first as AsyncIterable<Uint8Array>;
    for (const { ref, range, left } of rest) {
      const opened = await this.#objects.read(ref, range).catch(async (error: unknown) => {
        if (joined === null || left === null || !isMissing(error) || (await findParts(this.#db, joined)).length > 0) throw error;
        return null;
      });
      if (opened === null) return yield* (await this.#objects.read(joined ?? '', left)) as AsyncIterable<Uint8Array>;
      yield* opened as AsyncIterable<Uint8Array>;
    }
  }
}

interface Piece {
  ref: string;
  range: ByteRange | null;
  /** The range of the body from here on. */
  left: ByteRange | null;
}

const sizeOf = (parts: readonly BodyPart[]): number => parts.reduce((sum, { size }) => sum + size, 0);

const isMissing = (error: unknown): boolean => error instanceof StorageError && error.code === 'missing';

/** The ranges of the parts that make up a range of the body. */
function within(parts: readonly BodyPart[], range: ByteRange | null): Piece[] {
  if (range === null) return parts.map(({ ref }) => ({ ref, range: null, left: null }));
  let begin = 0;
  return parts.flatMap(({ ref, size }) => {
    const [first, last] = [Math.max(range.first - begin, 0), Math.min(range.last - begin, size - 1)];
    const left = { first: begin + first, last: range.last };
    begin += size;
    return first <= last ? [{ ref, range: { first, last }, left }] : [];
  });
}

async function releaseAll(locals: readonly LocalObject[]): Promise<void> {
  for (const local of locals) await local.release();
}
