import { errorTexts } from '#contract/errors.ts';
import { AppError, toAppError } from '../app-error.ts';
import { reportNetworkFailure } from '../availability.ts';
import { multipartRanges, requestRanges } from './fetch-ranges.ts';
import type { ByteRange } from './joined-ranges.ts';
import type { ReceivedRange } from './received-ranges.ts';

const MEGABYTE = 1024 * 1024;
/** Bytes per request. */
const SEGMENT = 4 * MEGABYTE;
/** Ranges per request. */
const MOST_RANGES = 100;
/** Two requests at a time, so that the line is in use between two answers. */
const LANES = 2;

const sum = (ranges: readonly ByteRange[]): number => ranges.reduce((total, { begin, end }) => total + end - begin, 0);

/** The first byte of an answer; without ranges it is the whole body (RFC 9110, 14.4). */
const firstByte = ({ status, headers }: Response): number => (status === 206 ? Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN) : 0);

/** What a run fetches for. */
interface RunTarget {
  readonly size: number;
  missing(range: ByteRange): ByteRange[];
  receive(range: ReceivedRange): void;
  /** Called when bytes have arrived that are not received yet. */
  onProgress(): void;
  onType(type: string): void;
}

/** One attempt to fetch what is missing of a document. Its state is its own: an ended run may still unwind while the next one begins. */
export class DownloadRun {
  readonly #target: RunTarget;
  readonly #stop = new AbortController();
  readonly #inFlight = new Set<{ begin: number; end: number }>();
  #url = '';
  /** Where the next segment begins. */
  #from = 0;

  constructor(target: RunTarget) {
    this.#target = target;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Bytes that have arrived and that nobody has received yet. */
  get inFlightBytes(): number {
    return [...this.#inFlight].reduce((total, range) => total + sum(this.#target.missing(range)), 0);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Fetches everything that is missing. */
  async fetchMissing(url: string): Promise<void> {
    this.#url = url;
    const lanes: Promise<void>[] = [];
    try {
      // The first answer tells whether the server knows ranges.
      await this.#fetchNext();
      for (let lane = 0; lane < LANES; lane += 1) lanes.push(this.#fetchAll());
      await Promise.all(lanes);
    } catch (error) {
      this.stop();
      await Promise.allSettled(lanes);
      throw error;
    }
  }

  async #fetchAll(): Promise<void> {
    while (await this.#fetchNext());
  }

  /** Fetches the next segment; false at the end. */
  async #fetchNext(): Promise<boolean> {
    const wanted = this.#nextSegment();
    if (wanted.length === 0) return false;
    try {
      await this.#fetch(wanted);
    } catch (error) {
      throw asDownloadError(error, this.signal);
    }
    return true;
  }

  /** The next missing ranges. */
  #nextSegment(): ByteRange[] {
    const segment: ByteRange[] = [];
    for (const { begin, end } of this.#target.missing({ begin: this.#from, end: this.#target.size })) {
      const room = SEGMENT - sum(segment);
      if (room <= 0 || segment.length === MOST_RANGES) break;
      segment.push({ begin, end: Math.min(end, begin + room) });
    }
    this.#from = segment.at(-1)?.end ?? this.#target.size;
    return segment;
  }

  async #fetch(wanted: readonly ByteRange[]): Promise<void> {
    const init = { signal: this.signal, priority: 'low' } as const;
    const isWhole = sum(wanted) === this.#target.size;
    const response = await (isWhole ? fetch(this.#url, { ...init, cache: 'no-store' }) : requestRanges(this.#url, wanted, init));
    if (response.status === 429) throw new AppError('rate_limit_exceeded', { message: errorTexts.rateLimitOnFiles });
    if (response.status === 404) throw new AppError('not_found', { message: errorTexts.fileBodyNotFound });
    if (!response.ok) throw new AppError('unable_to_get', { message: errorTexts.fileBodyUnavailable, status: response.status });
    if (wanted.length > 1) return this.#receiveSeveral(response, wanted);
    const begin = firstByte(response);
    if (response.status === 206 && begin !== wanted[0]?.begin) throw new AppError('unable_to_get', { message: errorTexts.fileBodyUnavailable });
    this.#target.onType(response.headers.get('content-type') ?? '');
    return this.#stream(response, begin);
  }

  async #receiveSeveral(response: Response, wanted: readonly ByteRange[]): Promise<void> {
    const parts = await multipartRanges(response, wanted);
    if (parts) {
      for (const { begin, bytes } of parts) this.#target.receive({ begin, bytes: new Blob([bytes]) });
      return;
    }
    // The server sends one range at a time, or only the whole body, which the first answer tells.
    await response.body?.cancel();
    const [first, ...others] = wanted;
    if (first) await this.#fetch([first]);
    await Promise.all(others.flatMap((range) => this.#target.missing(range)).map((range) => this.#fetch([range])));
  }

  /** Stores an answer piece by piece, so that little of it is in memory and nothing is lost if it breaks off. */
  async #stream({ body }: Response, begin: number): Promise<void> {
    const arrived = { begin, end: begin };
    let pieces: Uint8Array<ArrayBuffer>[] = [];
    const store = (): void => {
      if (pieces.length === 0) return;
      const range = { begin: arrived.begin, bytes: new Blob(pieces) };
      pieces = [];
      arrived.begin = arrived.end;
      this.#target.receive(range);
    };
    const reader = body?.getReader();
    this.#inFlight.add(arrived);
    try {
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
        pieces.push(next.value);
        arrived.end += next.value.byteLength;
        if (arrived.end - arrived.begin >= SEGMENT) store();
        else this.#target.onProgress();
      }
    } finally {
      this.#inFlight.delete(arrived);
      store();
    }
  }
}

export function asDownloadError(error: unknown, signal?: AbortSignal): AppError {
  if (error instanceof AppError) return error;
  if (signal?.aborted) return new AppError('process_canceled', { cause: error });
  const known = toAppError(error);
  if (known.code === 'process_canceled') return known;
  void reportNetworkFailure();
  return new AppError('unknown_network_error', { cause: error });
}
