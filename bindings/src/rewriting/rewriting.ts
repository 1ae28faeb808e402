import type { RewriteBatch, RewriteJob, RewriteText, WasmRewrite } from '../../generated/countersign_wasm.js';
import type { SyncSource } from '../sources/source.ts';
import type { Progress } from './new-file.ts';
import { StreamChain } from './stream-chain.ts';
import { StreamCipher } from './stream-cipher.ts';

/** Bytes per batch: large enough to keep the ciphers busy, small compared with a large file. */
const batchBytes = 1 << 20;

/** The next bytes of a new file. */
export interface Step extends Progress {
  chunks: Uint8Array[];
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Started {
  batch: RewriteBatch;
  results: Promise<(Bytes | undefined)[]>;
}

/** Rewrites a document as a new file. The core plans and writes, while WebCrypto processes large streams. */
export class Rewriting {
  readonly #rewrite: WasmRewrite;
  readonly #source: SyncSource;
  readonly #cipher = new StreamCipher();
  readonly #chain = new StreamChain();
  #ahead: Started | undefined;
  #begun = false;

  constructor(rewrite: WasmRewrite, source: SyncSource) {
    this.#rewrite = rewrite;
    this.#source = source;
  }

  /** Returns the next bytes; undefined when the file is complete. The next batch is encrypted or decrypted meanwhile. */
  async advance(): Promise<Step | undefined> {
    if (!this.#begun) this.#ahead = this.#start();
    this.#begun = true;
    const current = this.#ahead;
    if (!current) return undefined;
    this.#ahead = this.#start();
    const results = await current.results;
    const text = this.#rewrite.finish(results.map((result) => result?.byteLength ?? null));
    return { chunks: [...interleaved(text, results)], done: current.batch.done, total: current.batch.total };
  }

  close(): void {
    this.#rewrite.free();
  }

  #start(): Started | undefined {
    const batch = this.#rewrite.next(batchBytes);
    if (!batch) return undefined;
    const results = batch.chain ? this.#chain.run(batch.chain, (start, into) => this.#source.read(start, into)) : Promise.all(batch.jobs.map((job) => this.#cipher.run(job, this.#data(job))));
    // After a cancellation nobody handles a failure of these.
    results.catch(() => {});
    return { batch, results };
  }

  #data({ start, end }: RewriteJob): Bytes {
    const there = this.#source.view?.(start, end);
    if (there) return there as Bytes;
    const data = new Uint8Array(end - start);
    this.#source.read(start, data);
    return data;
  }
}

/** Yields the text of a batch with the results of its jobs inserted at the cuts. */
function* interleaved({ bytes, cuts }: RewriteText, results: readonly (Uint8Array | undefined)[]): Generator<Uint8Array> {
  let from = 0;
  for (const [index, cut] of cuts.entries()) {
    const result = results[index];
    // The core has processed a failed job; its bytes are in the text.
    if (!result) continue;
    yield bytes.subarray(from, cut);
    yield result;
    from = cut;
  }
  yield bytes.subarray(from);
}
