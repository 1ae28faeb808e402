/** A block cipher with 8-byte blocks, for decryption only. */
export interface BlockCipher {
  decrypt(block: Uint8Array): Uint8Array;
}

const SIZE = 8;

/** Decrypts CBC with padding; undefined if the padding is invalid, as after a wrong key. */
export function decryptChained(cipher: BlockCipher, iv: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (data.length === 0 || data.length % SIZE !== 0) return undefined;
  const plain = new Uint8Array(data.length);
  let before = iv;
  for (let at = 0; at < data.length; at += SIZE) {
    const block = data.subarray(at, at + SIZE);
    const chained = before;
    plain.set(cipher.decrypt(block).map((byte, index) => byte ^ (chained[index] ?? 0)), at);
    before = block;
  }
  const padding = plain.at(-1) ?? 0;
  const isPadded = padding >= 1 && padding <= SIZE && plain.subarray(-padding).every((byte) => byte === padding);
  return isPadded ? plain.slice(0, plain.length - padding) : undefined;
}
