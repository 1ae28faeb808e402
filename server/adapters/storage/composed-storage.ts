/**
 * Bodies above objects: gives readers one body, whether it is one object or composed of several. A tail is stored as an
 * object of its own; what it continues is neither copied nor changed.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '#server/platform/database/database.ts';
import { findParts, releaseBody, type BodyPart, type FindUnused } from './body-parts.ts';
import { findHashState, storeHashState, type BodyHasher, type HashedBody } from './body-states.ts';
import {
  StorageError, type Base, type ByteRange, type DirectDownload, type LocalBody, type LocalObject, type ObjectStorage, type Storage, type StoredBody, type StoredTail, type WriteLimits,
} from './storage.ts';

interface ComposedStorageSettings {
  objects: ObjectStorage;
  db: Db;
  findUnused: FindUnused;
  hasher: BodyHasher;
}

export class ComposedStorage implements Storage {
  readonly #objects: ObjectStorage;
  readonly #db: Db;
  readonly #findUnused: FindUnused;
  readonly #hasher: BodyHasher;

  constructor({ objects, db, findUnused, hasher }: ComposedStorageSettings) {
    this.#objects = objects;
    this.#db = db;
    this.#findUnused = findUnused;
    this.#hasher = hasher;
  }

  write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody> {
    return this.#objects.write(ref, source, limits);
  }

  async writeTail(ref: string, base: Base, source: AsyncIterable<Uint8Array>, { maxSize }: WriteLimits): Promise<StoredTail> {
    const tail = (await findParts(this.#db, ref)).at(-1);
    if (tail === undefined) throw new StorageError('missing', `Body ${ref} has no parts`);
    const state = await this.hashState(base);
    const { size } = await this.#objects.write(tail.ref, source, { maxSize });
    const whole = await this.#hashed([await this.#objects.local(tail.ref)], state);
    await storeHashState(this.#db, ref, whole.state);
    return { size: base.size + size, hash: whole.hash, tailSize: size };
  }

  async hashState({ ref, size, hash }: Base): Promise<Uint8Array> {
    const known = await findHashState(this.#db, ref);
    // After an update of the core it may be of another version.
    if (known !== null && (await this.#hasher.continue(known, [])) !== null) return known;
    const made = await this.#hashed([await this.local(ref)], null);
    if (made.length !== size || made.hash !== hash) throw new StorageError('damaged', `Body ${ref} is not what its hash says`);
    await storeHashState(this.#db, ref, made.state);
    return made.state;
  }

  /** Hashes local files, and gives them back. `state`: that of the bytes before. */
  async #hashed(lent: readonly (LocalBody | LocalObject)[], state: Uint8Array | null): Promise<HashedBody> {
    try {
      const files = lent.flatMap((each) => ('parts' in each ? each.parts : [{ path: each.path }]));
      const hashed = state === null ? await this.#hasher.hash(files) : await this.#hasher.continue(state, files);
      if (hashed === null) throw new Error('The state of a body is of another version than the core');
      return hashed;
    } finally {
      await releaseAll(lent);
    }
  }

  async writeJoined({ ref, size, hash: wanted }: Base): Promise<void> {
    const parts = await findParts(this.#db, ref);
    if (parts.length === 0) throw new StorageError('missing', `Body ${ref} has no parts`);
    const hash = await this.#objects.write(ref, await this.#bytesOf(parts, null), { maxSize: size })
      .then((stored) => stored.hash, (error: unknown) => this.#hashIfThere(ref, error));
    if (hash === wanted) return;
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

async function releaseAll(locals: readonly Pick<LocalObject, 'release'>[]): Promise<void> {
  for (const local of locals) await local.release();
}
