/**
 * What is encrypted in one version: a manifest (JSON) and the bytes that the version appends to the document, which in the first are
 * the document itself. Filled up, so that the length says little (Padmé: at most 12 % more).
 */
import { undecryptable, type Bytes } from './keys.ts';

/** Nikitin et al. 2019: leaves O(log log n) bits of the length. */
export function paddedLength(length: number): number {
  if (length < 2) return length;
  const exponent = Math.floor(Math.log2(length));
  const significant = Math.floor(Math.log2(exponent)) + 1;
  const step = 2 ** Math.max(0, exponent - significant);
  return Math.ceil(length / step) * step;
}

export function pack(manifest: unknown, body: Blob): Blob {
  const text = new TextEncoder().encode(JSON.stringify(manifest));
  const lengths = new Uint8Array(8);
  new DataView(lengths.buffer).setUint32(0, text.length);
  new DataView(lengths.buffer).setUint32(4, body.size);
  const used = lengths.length + text.length + body.size;
  return new Blob([lengths, text, body, new Uint8Array(paddedLength(used) - used)]);
}

/** The manifest is what another person wrote: it must be checked. */
export async function unpack(packed: Blob): Promise<{ manifest: unknown; body: Bytes }> {
  const lengths = new DataView(await packed.slice(0, 8).arrayBuffer());
  if (lengths.byteLength < 8) throw undecryptable('package');
  const [textLength, bodyLength] = [lengths.getUint32(0), lengths.getUint32(4)];
  if (8 + textLength + bodyLength > packed.size) throw undecryptable('package');
  const text = await packed.slice(8, 8 + textLength).text();
  const body = new Uint8Array(await packed.slice(8 + textLength, 8 + textLength + bodyLength).arrayBuffer());
  try {
    return { manifest: JSON.parse(text), body };
  } catch {
    throw undecryptable('package');
  }
}
