import type { RewriteChain } from '../../generated/countersign_wasm.js';

type Bytes = Uint8Array<ArrayBuffer>;

const block = 16;
const zeros = new Uint8Array(block);

/** Reads bytes of the original file into a buffer. */
type Read = (start: number, into: Uint8Array) => void;

/**
 * Encrypts many streams in one WebCrypto call, whose overhead equals encrypting 50 kB. Each stream begins with its
 * initialisation vector and ends with its padding, so that the parts of the result can be written to the new file
 * unchanged.
 */
export class StreamChain {
  /** Input buffer, reused by each call: WebCrypto copies it synchronously. */
  #room: Bytes = new Uint8Array(0);
  #key: Promise<CryptoKey> | undefined;

  /** Returns the encrypted streams, each with its initialisation vector. All chains of an instance have the same key. */
  async run(chain: RewriteChain, read: Read): Promise<Bytes[]> {
    this.#key ??= crypto.subtle.importKey('raw', chain.key as Bytes, 'AES-CBC', false, ['encrypt']);
    const key = await this.#key;
    const { ends, text } = this.#textOf(chain, read);
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: zeros }, key, text));
    return ends.map((end, index) => sealed.subarray(index === 0 ? 0 : ends[index - 1], end));
  }

  /** Builds the plaintext, without the padding of the last stream, which the cipher adds, and the end of each encrypted stream. */
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

/** Returns the length of data with PKCS #7 padding. */
function sealedLength(length: number): number {
  return length + block - (length % block);
}
