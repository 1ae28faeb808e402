import { EngineError } from '../errors.ts';
import type { SyncSource } from '../sources/source.ts';
import { blockSize, content, header, lengthPlace, status, statusPlace, type RangeRequest, type RemoteRange } from './range-channel.ts';

/** Blocks in memory, the most recently used: 8 MiB. */
const mostBlocks = 32;

/** Ranges that another thread fetches. Reads whole blocks, because the core reads a few bytes here and there. */
class RemoteSource implements SyncSource {
  readonly length: number;
  readonly #remote: RemoteRange;
  readonly #blocks = new Map<number, Uint8Array>();

  constructor(remote: RemoteRange) {
    this.length = remote.length;
    this.#remote = remote;
  }

  read(offset: number, into: Uint8Array): void {
    if (offset + into.byteLength > this.length) throw endedEarly();
    for (let done = 0; done < into.byteLength; ) {
      const at = offset + done;
      const block = this.#block(Math.floor(at / blockSize));
      const part = block.subarray(at % blockSize, (at % blockSize) + into.byteLength - done);
      into.set(part, done);
      done += part.byteLength;
    }
  }

  /** Whole passes don't push out the blocks that are read again and again. */
  async *pieces(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end; at += blockSize) yield this.#fetch(at, Math.min(at + blockSize, end));
  }

  close(): void {
    this.#remote.port.close();
    this.#blocks.clear();
  }

  #block(number: number): Uint8Array {
    const known = this.#blocks.get(number);
    // Inserted anew, it is the last to be dropped.
    this.#blocks.delete(number);
    const block = known ?? this.#fetch(number * blockSize, Math.min((number + 1) * blockSize, this.length));
    this.#blocks.set(number, block);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > mostBlocks && oldest !== undefined) this.#blocks.delete(oldest);
    return block;
  }

  #fetch(start: number, end: number): Uint8Array {
    const { port, shared } = this.#remote;
    const head = header(shared);
    Atomics.store(head, statusPlace, status.waiting);
    port.postMessage({ start, end } satisfies RangeRequest);
    Atomics.wait(head, statusPlace, status.waiting);
    const length = Atomics.load(head, lengthPlace);
    const bytes = content(shared, Math.min(length, blockSize)).slice();
    if (Atomics.load(head, statusPlace) === status.failed) throw new EngineError('unable_to_access', new TextDecoder().decode(bytes));
    if (length !== end - start) throw endedEarly();
    return bytes;
  }
}

const endedEarly = (): RangeError => new RangeError('The file ended before the range that was asked for');

/** Opens what `lendRanges` made of a `RangeReader` in another thread. */
export const openRemote = (input: object): SyncSource | null => ('port' in input ? new RemoteSource(input as RemoteRange) : null);
