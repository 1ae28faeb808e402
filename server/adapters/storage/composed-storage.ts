/**
 * Bodies above objects: gives readers one body, whether it is one object or composed of several. A tail is stored as an
 * object of its own; what it continues is neither copied nor changed.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '#server/platform/database/database.ts';
import { LruCache } from '#server/platform/lru-cache.ts';
import { findParts, releaseBody, type BodyPart, type FindUnused } from './body-parts.ts';
import { findHashState, findObjects, storeHashState, storeObjects, type BodyHasher, type HashedBody, type KnownState } from './body-states.ts';
import { createStreamingHash } from './streaming-hash.ts';
import {
  StorageError, type Base, type ByteRange, type DirectDownload, type KnownBody, type LocalBody, type LocalObject, type ObjectSource, type ObjectStorage, type Storage, type StoredBody, type StoredTail, type WriteLimits,
} from './storage.ts';

interface ComposedStorageSettings {
  objects: ObjectStorage;
  db: Db;
  /** For what is read with each body. */
  reads: Db;
  findUnused: FindUnused;
  hasher: BodyHasher;
}

/** Number of hash states in memory, half a kilobyte each. */
const rememberedStates = 1000;

export class ComposedStorage implements Storage {
  readonly #objects: ObjectStorage;
  readonly #db: Db;
  readonly #reads: Db;
  readonly #findUnused: FindUnused;
  readonly #hasher: BodyHasher;
  /** States that this process has made or checked, of the bodies that were continued last. */
  readonly #states = new LruCache<string, KnownState>(rememberedStates);

  constructor({ objects, db, reads, findUnused, hasher }: ComposedStorageSettings) {
    this.#objects = objects;
    this.#db = db;
    this.#reads = reads;
    this.#findUnused = findUnused;
    this.#hasher = hasher;
  }

  async write(ref: string, source: AsyncIterable<Uint8Array>, { maxSize, continuable = false }: WriteLimits & { continuable?: boolean }): Promise<StoredBody> {
    if (!continuable) return this.#objects.write(ref, source, { maxSize });
    const hashing = createStreamingHash(this.#hasher);
    const stored = await this.#objects.write(ref, hashing.pass(source), { maxSize });
    const hashed = await hashing.result();
    if (hashed?.hash === stored.hash) await this.#keep(ref, { state: hashed.state, objectsRef: null });
    return stored;
  }

  async writeTail(ref: string, base: Base, source: AsyncIterable<Uint8Array>, { maxSize }: WriteLimits): Promise<StoredTail> {
    const tail = (await findParts(this.#reads, ref)).at(-1);
    if (tail === undefined) throw new StorageError('missing', `Body ${ref} has no parts`);
    const { state, objectsRef } = await this.#stateOf(base);
    const hashing = createStreamingHash(this.#hasher, state);
    const { size } = await this.#objects.write(tail.ref, hashing.pass(source), { maxSize });
    const whole = (await hashing.result()) ?? (await this.#hashed(await this.#objects.read(tail.ref), state));
    await this.#keep(ref, { state: whole.state, objectsRef });
    return { size: base.size + size, hash: whole.hash, tailSize: size };
  }

  async known(body: Base): Promise<KnownBody> {
    const { state, objectsRef } = await this.#stateOf(body);
    return { state, objects: objectsRef === null ? null : await findObjects(this.#db, objectsRef) };
  }

  async storeObjects(ref: string, objects: Uint8Array): Promise<void> {
    await storeObjects(this.#db, ref, objects);
    this.#states.delete(ref);
  }

  async #stateOf({ ref, size, hash }: Base): Promise<KnownState> {
    const known = this.#states.get(ref) ?? (await this.#checkedState(ref));
    if (known !== null) return known;
    const { state, length, hash: found } = await this.#hashed(await this.read(ref), null);
    if (length !== size || found !== hash) throw new StorageError('damaged', `Body ${ref} is not what its hash says`);
    const made = { state, objectsRef: null };
    await this.#keep(ref, made);
    return made;
  }

  /** The stored state of a body. After an update of the core it may be of another version, and is null then. */
  async #checkedState(ref: string): Promise<KnownState | null> {
    const known = await findHashState(this.#reads, ref);
    if (known === null || !(await this.#hasher.isUsable(known.state))) return null;
    this.#states.set(ref, known);
    return known;
  }

  async #keep(ref: string, known: KnownState): Promise<void> {
    await storeHashState(this.#db, ref, known);
    this.#states.set(ref, known);
  }

  /** `state`: that of the bytes before. */
  async #hashed(bytes: NodeJS.ReadableStream, state: Uint8Array | null): Promise<HashedBody> {
    const hashing = createStreamingHash(this.#hasher, state);
    const passed = hashing.pass(bytes as AsyncIterable<Uint8Array>);
    while (!(await passed.next()).done);
    const hashed = await hashing.result();
    if (hashed === null) throw new StorageError('unavailable', 'The body can\'t be hashed now');
    return hashed;
  }

  async writeJoined({ ref, size, hash: wanted }: Base): Promise<void> {
    const parts = await findParts(this.#reads, ref);
    if (parts.length === 0) throw new StorageError('missing', `Body ${ref} has no parts`);
    const hash = await this.#concatenate(ref, parts, size).catch((error: unknown) => this.#hashIfThere(ref, error));
    // The storage's own copies passed through no hash here; its objects never change, so the size is enough.
    if (hash === null ? (await this.#objects.size(ref)) === size : hash === wanted) return;
    await this.#objects.remove(ref);
    throw new StorageError('damaged', `The parts of body ${ref} are not what its hash says`);
  }

  /** Returns the hash, or null if the storage made the copy itself. */
  async #concatenate(ref: string, parts: readonly BodyPart[], size: number): Promise<string | null> {
    if (await this.#objects.concatenate(ref, parts)) return null;
    return (await this.#objects.write(ref, await this.#bytesOf(parts, null), { maxSize: size })).hash;
  }

  /** An earlier attempt may have been interrupted after it had stored the object, whole or without its key. */
  async #hashIfThere(ref: string, error: unknown): Promise<string> {
    if (!(error instanceof StorageError) || error.code !== 'already_exists') throw error;
    const hash = createHash('sha256');
    for await (const chunk of await this.#objects.read(ref)) hash.update(chunk as Uint8Array);
    return hash.digest('hex');
  }

  async size(ref: string): Promise<number> {
    const parts = await findParts(this.#reads, ref);
    if (parts.length === 0) return this.#objects.size(ref);
    const sizes = await Promise.all(parts.map((part) => this.#objects.size(part.ref)));
    if (sizes.some((size, index) => size !== parts[index]?.size)) throw new StorageError('damaged', `A part of body ${ref} was cut off or added to in the storage`);
    return sizeOf(parts);
  }

  async read(ref: string, range: ByteRange | null = null): Promise<NodeJS.ReadableStream> {
    const parts = await findParts(this.#reads, ref);
    if (parts.length === 0) return this.#objects.read(ref, range);
    return this.#bytesOf(parts, range ?? { first: 0, last: sizeOf(parts) - 1 }, ref);
  }

  source(ref: string): Promise<ObjectSource[]> {
    return this.#withObjects(ref, (refs) => Promise.all(refs.map((each) => this.#objects.source(each))));
  }

  local(ref: string): Promise<LocalBody> {
    return this.#withObjects(ref, (refs) => this.#lend(refs));
  }

  /** Gives `work` the objects of a body; once more if they were joined meanwhile. */
  async #withObjects<T>(ref: string, work: (refs: readonly string[]) => Promise<T>): Promise<T> {
    const parts = await findParts(this.#reads, ref);
    if (parts.length === 0) return work([ref]);
    return work(parts.map((part) => part.ref)).catch(async (error: unknown) => {
      if (!isMissing(error) || (await findParts(this.#reads, ref)).length > 0) throw error;
      return work([ref]);
    });
  }

  async #lend(refs: readonly string[]): Promise<LocalBody> {
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
    return (await findParts(this.#reads, ref)).length === 0 ? this.#objects.directAddress(ref, download) : null;
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
        if (joined === null || left === null || !isMissing(error) || (await findParts(this.#reads, joined)).length > 0) throw error;
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
