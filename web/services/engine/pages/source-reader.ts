import { fetchRanges } from '../../api/fetch-ranges.ts';
import type { ByteRange } from '../../api/joined-ranges.ts';
import type { ReceivedRange } from '../../api/received-ranges.ts';
import { ReceivedRanges } from '../../api/received-ranges.ts';
import type { PageSource } from './pages.types.ts';

export const isHere = (source: PageSource): source is Blob => source instanceof Blob;

/** Reads ranges of a document. Over a network, each byte is fetched once, here or where `received` comes from. */
export class SourceReader {
  #source: PageSource;
  readonly #ranges = new ReceivedRanges();
  readonly #arrived: (range: ReceivedRange) => void;

  /** `arrived` is called with what was fetched here. */
  constructor(source: PageSource, arrived: (range: ReceivedRange) => void) {
    this.#source = source;
    this.#arrived = arrived;
    if (!isHere(source)) for (const range of source.received) this.receive(range);
  }

  get source(): PageSource {
    return this.#source;
  }

  /** Switches to the downloaded document. */
  complete(body: Blob): void {
    this.#source = body;
  }

  /** Takes what was fetched elsewhere. */
  receive(range: ReceivedRange): void {
    this.#ranges.add(range);
  }

  async read(wanted: readonly ByteRange[]): Promise<ArrayBuffer[]> {
    const source = this.#source;
    if (!isHere(source)) await this.#fetch(source.url, wanted.flatMap((range) => this.#ranges.missing(range)));
    return Promise.all(wanted.map((range) => (isHere(source) ? source.slice(range.begin, range.end) : this.#ranges.slice(range) ?? new Blob()).arrayBuffer()));
  }

  async #fetch(url: string, missing: readonly ByteRange[]): Promise<void> {
    for (const { begin, bytes } of await fetchRanges(url, missing)) {
      if (begin + bytes.byteLength > this.#source.size) throw new Error('The document is longer than announced');
      const range = { begin, bytes: new Blob([bytes]) };
      this.receive(range);
      this.#arrived(range);
    }
  }
}
