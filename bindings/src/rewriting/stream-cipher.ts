import type { RewriteJob } from '../../generated/countersign_wasm.js';

type Bytes = Uint8Array<ArrayBuffer>;

const vectorLength = 16;

/** AES-CBC with WebCrypto, whose padding is that of PDF (PKCS #7). Runs in parallel to this thread, for many streams at once. */
export class StreamCipher {
  /** The last key. With AES-256 all streams have the same key. */
  #known: { bytes: Uint8Array; use: KeyUsage; key: Promise<CryptoKey> } | undefined;

  /**
   * Decrypts and encrypts the data of a stream as the job says. Returns undefined if the data is damaged; the core then
   * recovers what it can.
   */
  async run(job: RewriteJob, data: Bytes): Promise<Bytes | undefined> {
    const plain = job.decrypt ? await this.#decrypt(job.decrypt, data) : data;
    // Copied, because results are transferred between threads and the source's own bytes must not be.
    if (!plain || !job.encrypt) return plain === data ? data.slice() : plain;
    const key = await this.#key(job.encrypt.key, 'encrypt');
    return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: job.encrypt.vector as Bytes }, key, plain));
  }

  async #decrypt(bytes: Uint8Array, data: Bytes): Promise<Bytes | undefined> {
    const key = await this.#key(bytes, 'decrypt');
    const algorithm = { name: 'AES-CBC', iv: data.subarray(0, vectorLength) };
    try {
      return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, data.subarray(vectorLength)));
    } catch (error) {
      // Invalid padding means damaged data, which readers show as far as possible.
      if (error instanceof DOMException && error.name === 'OperationError') return undefined;
      throw error;
    }
  }

  #key(bytes: Uint8Array, use: KeyUsage): Promise<CryptoKey> {
    const known = this.#known;
    if (known?.use === use && known.bytes.length === bytes.length && known.bytes.every((byte, index) => byte === bytes[index])) return known.key;
    const key = crypto.subtle.importKey('raw', bytes as Bytes, 'AES-CBC', false, [use]);
    this.#known = { bytes, use, key };
    return key;
  }
}
