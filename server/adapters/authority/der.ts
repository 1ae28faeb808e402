/** Minimal DER (ITU-T X.690), as needed for time stamps and OCSP. */

/** One TLV element: its tag, its contents, and all of its bytes. */
export interface Element {
  tag: number;
  content: Buffer;
  whole: Buffer;
}

export const tags = { boolean: 0x01, integer: 0x02, bitString: 0x03, octets: 0x04, null: 0x05, oid: 0x06, enumerated: 0x0a, utf8: 0x0c, generalizedTime: 0x18, sequence: 0x30, set: 0x31 } as const;

/** Reads consecutive elements. Throws `RangeError` for truncated or non-DER input. */
export function readElements(der: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < der.length;) {
    const element = readElement(der.subarray(at));
    elements.push(element);
    at += element.whole.length;
  }
  return elements;
}

/** Reads one element that spans all the bytes. Throws `RangeError` for trailing bytes. */
export function readWhole(der: Buffer): Element {
  const element = readElement(der);
  if (element.whole.length !== der.length) throw new RangeError('Something follows the element');
  return element;
}

function readElement(der: Buffer): Element {
  const [tag, first] = der;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new RangeError('No element that can be read');
  const long = first > 0x80 ? first - 0x80 : 0;
  if (first === 0x80 || long > 4 || der.length < 2 + long) throw new RangeError('No length that can be read');
  const length = long === 0 ? first : der.readUIntBE(2, long);
  const start = 2 + long;
  if (der.length < start + length || (long > 0 && length < 0x80)) throw new RangeError('The element is cut off');
  return { tag, content: der.subarray(start, start + length), whole: der.subarray(0, start + length) };
}

export function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const size = Buffer.from(content.length.toString(16).padStart(content.length.toString(16).length + (content.length.toString(16).length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 + size.length]), size, content]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => element(tags.sequence, ...parts);
/** DER sorts the elements of a SET OF (X.690, 11.6). */
export const setOf = (...parts: readonly Buffer[]): Buffer => element(tags.set, ...parts.toSorted(Buffer.compare));
export const octets = (bytes: Uint8Array): Buffer => element(tags.octets, Buffer.from(bytes));
export const bits = (bytes: Uint8Array): Buffer => element(tags.bitString, Buffer.from([0]), Buffer.from(bytes));
export const utf8 = (text: string): Buffer => element(tags.utf8, Buffer.from(text));
/** Context-specific `[number]`, explicit or constructed. */
export const context = (number: number, ...parts: readonly Buffer[]): Buffer => element(0xa0 + number, ...parts);

/** A non-negative INTEGER of any size. */
export function integer(value: bigint | number | Uint8Array): Buffer {
  const hex = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const start = Math.min(bytes.findIndex((byte) => byte !== 0) === -1 ? bytes.length - 1 : bytes.findIndex((byte) => byte !== 0), bytes.length - 1);
  const short = bytes.subarray(start);
  return element(tags.integer, (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short);
}

/** Without fractional seconds, as RFC 5280, 4.1.2.5.2 requires. */
export const generalizedTime = (moment: Date): Buffer => element(tags.generalizedTime, Buffer.from(`${moment.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`));

export function oid(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  return element(tags.oid, ...[first * 40n + second, ...rest].map(base128));
}

function base128(arc: bigint): Buffer {
  const bytes = [Number(arc & 0x7fn)];
  for (let left = arc >> 7n; left > 0n; left >>= 7n) bytes.unshift(Number(left & 0x7fn) + 0x80);
  return Buffer.from(bytes);
}

/**
 * Converts the raw ECDSA value of WebCrypto (`r` followed by `s`) to the SEQUENCE of two INTEGERs that certificates
 * contain.
 */
export function ecdsaValue(raw: Uint8Array): Buffer {
  const half = raw.length / 2;
  return sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)));
}
