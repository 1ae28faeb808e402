/**
 * A version of an end-to-end encrypted transaction as the server keeps it: a header that it can read, and encrypted segments. The
 * header names the transaction, the number of the version and the digest of the version before, all of which every segment is
 * bound to.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { encryptedHeader } from '#contract/entities/encrypted-version.ts';
import { counts } from '#contract/limits/counts.ts';
import { aesKey, derived, isSame, keyLength, undecryptable, type Bytes } from './keys.ts';
import { decryptSegments, encryptSegments, prefixLength, type SegmentKey } from './segments.ts';

const { magic, idLength, digestLength } = encryptedHeader;
const saltLength = 32;
const usualSegment = 18;
/** 64 KiB to 1 MiB. */
const segmentSizes = { smallest: 16, largest: 20 };

/** The transaction key, encrypted with a key made of the password of one recipient. */
export interface PasswordSlot {
  readonly recipientId: string;
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Bytes;
  readonly wrapped: Bytes;
}

export const slotLengths = { salt: 16, wrapped: keyLength + 16 };
const slotLength = idLength + 4 + 4 + 1 + slotLengths.salt + slotLengths.wrapped;

/** Where a version belongs. */
interface VersionPlace {
  readonly transactionId: string;
  /** From 1. */
  readonly version: number;
  /** SHA-256 of the encrypted version before; null for the first. */
  readonly previous: Bytes | null;
}

interface Header extends VersionPlace {
  readonly segmentLog: number;
  readonly salt: Bytes;
  readonly slots: readonly PasswordSlot[];
  readonly commitment: Bytes;
}

export interface EncryptedVersion {
  readonly body: Blob;
  /** SHA-256 of the body, which the next version names. */
  readonly digest: Bytes;
}

const noDigest = new Uint8Array(digestLength);
const headerLength = (slots: number): number => encryptedHeader.slotsAt + 2 + slots * slotLength + digestLength;

function writeHeader({ transactionId, version, previous, segmentLog, salt, slots, commitment }: Header): Bytes {
  const bytes = new Uint8Array(headerLength(slots.length));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const put = (part: Uint8Array): void => {
    bytes.set(part, at);
    at += part.length;
  };
  const number = (value: number, size: 1 | 2 | 4): void => {
    if (size === 1) view.setUint8(at, value);
    else if (size === 2) view.setUint16(at, value);
    else view.setUint32(at, value);
    at += size;
  };
  put(new TextEncoder().encode(magic));
  number(bytes.length, 4);
  number(segmentLog, 1);
  put(hexToBytes(transactionId));
  number(version, 4);
  put(previous ?? noDigest);
  put(salt);
  number(slots.length, 2);
  for (const slot of slots) {
    put(hexToBytes(slot.recipientId));
    number(slot.memory, 4);
    number(slot.passes, 4);
    number(slot.lanes, 1);
    put(slot.salt);
    put(slot.wrapped);
  }
  put(commitment);
  return bytes;
}

/** Reads a header that anybody may have written. */
export async function readHeader(body: Blob): Promise<{ header: Header; bytes: Bytes }> {
  const start = new Uint8Array(await body.slice(0, headerLength(0)).arrayBuffer());
  if (start.length < headerLength(0) || new TextDecoder('latin1').decode(start.subarray(0, magic.length)) !== magic) throw undecryptable('format');
  const slotCount = new DataView(start.buffer).getUint16(encryptedHeader.slotsAt);
  const length = headerLength(slotCount);
  if (slotCount > counts.recipients || new DataView(start.buffer).getUint32(magic.length) !== length || body.size < length) throw undecryptable('format');
  const bytes = new Uint8Array(await body.slice(0, length).arrayBuffer());
  const view = new DataView(bytes.buffer);
  let at = magic.length + 4;
  const take = (size: number): Bytes => bytes.slice(at, (at += size));
  const number = (size: 1 | 4): number => {
    const value = size === 1 ? view.getUint8(at) : view.getUint32(at);
    at += size;
    return value;
  };
  const segmentLog = number(1);
  if (segmentLog < segmentSizes.smallest || segmentLog > segmentSizes.largest) throw undecryptable('format');
  const transactionId = bytesToHex(take(idLength));
  const version = number(4);
  const previous = take(digestLength);
  const salt = take(saltLength);
  at += 2;
  const slots = Array.from({ length: slotCount }, (): PasswordSlot => ({
    recipientId: bytesToHex(take(idLength)), memory: number(4), passes: number(4), lanes: number(1), salt: take(slotLengths.salt), wrapped: take(slotLengths.wrapped),
  }));
  return { bytes, header: { transactionId, version, previous: isSame(previous, noDigest) ? null : previous, segmentLog, salt, slots, commitment: take(digestLength) } };
}

async function segmentKey(key: Bytes, { salt, segmentLog }: Header, header: Bytes): Promise<SegmentKey> {
  const [own, prefix] = await Promise.all([derived(key, salt, 'key', keyLength), derived(key, salt, 'nonce', prefixLength)]);
  return { key: await aesKey(own), prefix, bound: new Uint8Array(await crypto.subtle.digest('SHA-256', header)), size: 2 ** segmentLog };
}

/** AES-GCM alone would let one text open to different plaintexts under different keys; the commitment allows one key only. */
const commitmentOf = (key: Bytes, salt: Bytes): Promise<Bytes> => derived(key, salt, 'commitment', digestLength);

async function digestOf(body: Blob): Promise<Bytes> {
  const hash = sha256.create();
  const step = 2 ** 20;
  for (let at = 0; at < body.size; at += step) hash.update(new Uint8Array(await body.slice(at, at + step).arrayBuffer()));
  return hash.digest() as Bytes;
}

interface NewVersion extends VersionPlace {
  readonly key: Bytes;
  readonly slots?: readonly PasswordSlot[];
  /** Other than random only for tests. */
  readonly salt?: Bytes;
}

export async function encryptVersion(text: Blob, { key, slots = [], salt = crypto.getRandomValues(new Uint8Array(saltLength)), ...place }: NewVersion): Promise<EncryptedVersion> {
  const header: Header = { ...place, segmentLog: usualSegment, salt, slots, commitment: await commitmentOf(key, salt) };
  const bytes = writeHeader(header);
  const body = new Blob([bytes, ...(await encryptSegments(text, await segmentKey(key, header, bytes)))]);
  return { body, digest: await digestOf(body) };
}

/** Throws `failed_to_decrypt` unless the body is the version of this place, whole and as it was encrypted. */
export async function decryptVersion(body: Blob, { key, transactionId, version, previous }: VersionPlace & { readonly key: Bytes }): Promise<{ text: Blob; digest: Bytes }> {
  const { header, bytes } = await readHeader(body);
  if (header.transactionId !== transactionId || header.version !== version) throw undecryptable('place');
  if (!isSame(header.previous ?? noDigest, previous ?? noDigest)) throw undecryptable('order');
  if (!isSame(await commitmentOf(key, header.salt), header.commitment)) throw undecryptable('key');
  const text = await decryptSegments(body.slice(bytes.length), await segmentKey(key, header, bytes));
  return { text, digest: await digestOf(body) };
}
