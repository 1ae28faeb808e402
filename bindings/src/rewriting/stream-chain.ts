import type { RewriteChain } from '../../generated/countersign_wasm.js';

type Bytes = Uint8Array<ArrayBuffer>;

const block = 16;
const zeros = new Uint8Array(block);

/** Reads bytes of the old file to where they are wanted. */
type Read = (start: number, into: Uint8Array) => void;

/**
 * Many streams in one call of WebCrypto, whose own cost is that of 50 kB of cipher. Each begins with a vector and ends with
 * its padding, so that the parts of the result are what stands in the new file.
 */
export class StreamChain {
  /** The text of the call before: WebCrypto takes a copy at once. */
  #room: Bytes = new Uint8Array(0);
  #key: Promise<CryptoKey> | undefined;

  /** The encrypted streams, each with its vector. A chain has the key of the one before. */
  async run(chain: RewriteChain, read: Read): Promise<Bytes[]> {
    this.#key ??= crypto.subtle.importKey('raw', chain.key as Bytes, 'AES-CBC', false, ['encrypt']);
    const key = await this.#key;
    const { ends, text } = this.#textOf(chain, read);
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: zeros }, key, text));
    return ends.map((end, index) => sealed.subarray(index === 0 ? 0 : ends[index - 1], end));
  }

  /** What is to be encrypted, without the padding of the last stream, which is the cipher's; and where each will end. */
  #textOf({ vectors, ranges }: RewriteChain, read: Read): { ends: number[]; text: Bytes } {
    const lengths = streamLengths(ranges);
    const most = lengths.reduce((sum, length) => sum + block + sealedLength(length), 0);
    if (this.#room.length < most) this.#room = new Uint8Array(most);
    const ends: number[] = [];
    let at = 0;
    let text = 0;
    for (const [index, length] of lengths.entries()) {
      this.#room.set(vectors.subarray(index * block, (index + 1) * block), at);
      text = at + block + length;
      read(ranges[index * 2] ?? 0, this.#room.subarray(at + block, text));
      at += block + sealedLength(length);
      this.#room.fill(at - text, text, at);
      ends.push(at);
    }
    return { ends, text: this.#room.subarray(0, text) };
  }
}

function streamLengths(ranges: readonly number[]): number[] {
  return Array.from({ length: ranges.length / 2 }, (_none, index) => (ranges[index * 2 + 1] ?? 0) - (ranges[index * 2] ?? 0));
}

/** The length of data with the padding of PKCS #7. */
function sealedLength(length: number): number {
  return length + block - (length % block);
}
