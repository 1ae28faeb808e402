import { errorTexts } from '#contract/errors.ts';
import { AppError, toAppError } from '../app-error.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { CallOptions } from './call.ts';
import { asDownloadError, DownloadRun } from './download-run.ts';
import { fetchRange } from './fetch-ranges.ts';
import type { ByteRange } from './joined-ranges.ts';
import type { ReceivedRange } from './received-ranges.ts';
import { ReceivedRanges } from './received-ranges.ts';

export interface TransferOptions extends CallOptions {
  /** 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Where a version is, and what the server says about it. */
export interface StoredBody {
  readonly url: string;
  readonly version: number;
  readonly size: number;
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
}

/** What a download needs of others. */
interface DownloadSource {
  /** A new address of the same version. */
  renew(signal: AbortSignal): Promise<StoredBody>;
  /** Called once all of it was fetched. */
  onComplete?(body: Blob): void;
}

/** A run, and how many wait for it. */
interface Running {
  readonly run: DownloadRun;
  readonly body: Promise<Blob>;
  waiting: number;
}

/** Bytes that arrived twice. */
type Comparison = readonly (readonly [Blob, Blob])[];

/**
 * One version of a document, of which each byte is fetched once: by whoever reads ranges of it, or by the download of what is
 * still missing. What arrived stays when the network fails.
 */
export class DocumentDownload {
  readonly fileId: string;
  readonly stored: StoredBody;
  readonly #ranges = new ReceivedRanges();
  readonly #listeners = new Set<(range: ReceivedRange | null) => void>();
  readonly #source: DownloadSource;
  #url: string;
  /** Whether a run failed with this address, which may have expired. */
  #hasUrlFailed = false;
  /** Only a PDF is read in ranges by others. */
  #type = 'application/pdf';
  #running: Running | undefined;
  #previousRun: Promise<unknown> | undefined;
  #body: Blob | undefined;
  readonly #comparisons = new Set<Comparison>();
  #hasDifference = false;
  #begin: () => void = () => undefined;
  /** Resolves when somebody wants all of it: the first page is shown then. */
  readonly begun = new Promise<void>((resolve) => {
    this.#begin = resolve;
  });

  constructor(fileId: string, stored: StoredBody, source: DownloadSource) {
    this.fileId = fileId;
    this.stored = stored;
    this.#url = stored.url;
    this.#source = source;
  }

  get url(): string {
    return this.#url;
  }

  get size(): number {
    return this.stored.size;
  }

  get received(): readonly ReceivedRange[] {
    return this.#ranges.all;
  }

  /** The number of bytes from the beginning without a gap. */
  get prefix(): number {
    return this.#ranges.prefix;
  }

  /** The whole document, once it has arrived. */
  get body(): Blob | undefined {
    if (!this.#body && this.prefix === this.size) this.#body = new Blob(this.#ranges.all.map(({ bytes }) => bytes), { type: this.#type });
    return this.#body;
  }

  slice(range: ByteRange): Blob | null {
    return this.#ranges.slice(range);
  }

  /** Adds bytes that a reader has fetched. */
  receive(range: ReceivedRange): void {
    if (range.begin + range.bytes.size > this.size) throw new AppError('unable_to_get', { message: 'The document is longer than announced' });
    const comparison = this.#overlapsOf(range);
    if (comparison.length > 0) {
      this.#comparisons.add(comparison);
      // A failed comparison is repeated before the document is used.
      this.#compare(comparison).catch(() => undefined);
    }
    this.#ranges.add(range);
    this.#notify(range);
  }

  /** Fetches one range, without storing it. */
  async fetchRange(range: ByteRange): Promise<Blob> {
    try {
      const { begin, bytes } = await fetchRange(this.url, range);
      return new Blob([bytes]).slice(range.begin - begin, range.end - begin);
    } catch (error) {
      throw asDownloadError(error);
    }
  }

  /** Takes over a body that is here already. */
  receiveWhole(body: Blob): void {
    if (this.#body) return;
    this.receive({ begin: 0, bytes: body });
    this.#body = body;
  }

  /** Whether all ranges that arrived more than once were the same each time. */
  async isConsistent(): Promise<boolean> {
    await Promise.all([...this.#comparisons].map((comparison) => this.#compare(comparison)));
    return !this.#hasDifference;
  }

  #overlapsOf({ begin, bytes }: ReceivedRange): Comparison {
    const known = this.#ranges.all.filter((range) => range.begin < begin + bytes.size && range.begin + range.bytes.size > begin);
    return known.map((range) => {
      const from = Math.max(range.begin, begin);
      const to = Math.min(range.begin + range.bytes.size, begin + bytes.size);
      return [range.bytes.slice(from - range.begin, to - range.begin), bytes.slice(from - begin, to - begin)] as const;
    });
  }

  async #compare(comparison: Comparison): Promise<void> {
    const same = await Promise.all(comparison.map(([first, second]) => isEqual(first, second)));
    if (!same.every(Boolean)) this.#hasDifference = true;
    this.#comparisons.delete(comparison);
  }

  /** Calls with each range that arrives, and with null when only the progress has changed. */
  onReceived(listener: (range: ReceivedRange | null) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  whole(): Promise<Blob> {
    return this.complete();
  }

  /** Fetches what is missing. After a failure it continues where it ended; it ends when nobody waits for it any more. */
  async complete({ signal, onProgress }: TransferOptions = {}): Promise<Blob> {
    if (signal?.aborted) throw new AppError('process_canceled');
    this.#begin();
    if (this.body) return this.body;
    const running = (this.#running ??= this.#start());
    let reported = 0;
    const tell = (): void => {
      if (this.#share > reported) onProgress?.((reported = this.#share));
    };
    const forget = this.onReceived(tell);
    running.waiting += 1;
    try {
      tell();
      return await unlessAborted(running.body, signal);
    } finally {
      forget();
      running.waiting -= 1;
      if (running.waiting === 0) this.#end(running);
    }
  }

  get #share(): number {
    return this.size === 0 ? 1 : (this.#ranges.received + (this.#running?.run.inFlightBytes ?? 0)) / this.size;
  }

  #notify(range: ReceivedRange | null): void {
    for (const listener of this.#listeners) listener(range);
  }

  #start(): Running {
    const run = new DownloadRun({
      size: this.size,
      missing: (range) => this.#ranges.missing(range),
      receive: (range) => this.receive(range),
      onProgress: () => this.#notify(null),
      onType: (type) => {
        this.#type = type;
      },
    });
    const running = { run, body: this.#fetchRest(run, this.#previousRun), waiting: 0 };
    const end = (): void => this.#end(running);
    this.#previousRun = running.body.then(end, end);
    return running;
  }

  #end(running: Running): void {
    running.run.stop();
    if (this.#running === running) this.#running = undefined;
  }

  /** `previous`: a run that nobody waits for any more, and that still stores what has arrived. */
  async #fetchRest(run: DownloadRun, previous: Promise<unknown> | undefined): Promise<Blob> {
    await previous;
    const url = await this.#currentUrl(run.signal);
    try {
      await run.fetchMissing(url);
    } catch (error) {
      if (toAppError(error).code !== 'process_canceled') this.#hasUrlFailed = true;
      throw error;
    }
    if (!this.body) throw new AppError('unable_to_get', { message: errorTexts.fileBodyUnavailable });
    this.#source.onComplete?.(this.body);
    return this.body;
  }

  async #currentUrl(signal: AbortSignal): Promise<string> {
    if (this.#hasUrlFailed) this.#url = (await this.#source.renew(signal)).url;
    this.#hasUrlFailed = false;
    return this.#url;
  }
}

async function isEqual(a: Blob, b: Blob): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map(async (blob) => new Uint8Array(await blob.arrayBuffer())));
  return first?.length === second?.length && first?.every((byte, at) => byte === second?.[at]) === true;
}
