/** Range requests (RFC 9110, section 14): one range is sent as it is, several as `multipart/byteranges`. */
import { randomBytes } from 'node:crypto';
import type { ByteRange } from '#server/adapters/storage/storage.ts';

/** Maximum number of ranges per request. A request for more gets the whole body. */
const MOST = 100;

/**
 * Parses a `Range` header. Returns an empty list if the whole body is to be sent: no or an invalid header, an unsatisfiable
 * range, too many ranges, or ranges that add up to more bytes than the body has.
 */
export function rangesIn(header: string | undefined, size: number): readonly ByteRange[] {
  const [, list = ''] = /^bytes=([\d\-, ]{1,4000})$/.exec(header ?? '') ?? [];
  const ranges = list.split(',').map((part) => rangeIn(part.trim(), size));
  const wanted = ranges.flatMap((range) => range ?? []);
  const sum = wanted.reduce((total, range) => total + lengthOf(range), 0);
  return wanted.length === ranges.length && wanted.length <= MOST && sum <= size ? wanted : [];
}

function rangeIn(part: string, size: number): ByteRange | null {
  const [, first = '', last = ''] = /^(\d{0,15})-(\d{0,15})$/.exec(part) ?? [];
  if (first === '' && last === '') return null;
  const range = first === ''
    ? { first: Math.max(0, size - Number(last)), last: size - 1 }
    : { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  return range.first <= range.last ? range : null;
}

export const lengthOf = ({ first, last }: ByteRange): number => last - first + 1;

export const contentRange = ({ first, last }: ByteRange, size: number): string => `bytes ${first}-${last}/${size}`;

interface Multipart {
  type: string;
  length: number;
  bytes: AsyncGenerator<string | Uint8Array>;
}

/** Builds one body of several ranges. Each range is opened only when its turn comes. */
export function multipart(ranges: readonly ByteRange[], { size, mime, read }: { size: number; mime: string; read: (range: ByteRange) => Promise<NodeJS.ReadableStream> }): Multipart {
  const boundary = randomBytes(16).toString('hex');
  const heads = ranges.map((range) => `\r\n--${boundary}\r\ncontent-type: ${mime}\r\ncontent-range: ${contentRange(range, size)}\r\n\r\n`);
  const end = `\r\n--${boundary}--\r\n`;
  async function* bytes(): AsyncGenerator<string | Uint8Array> {
    for (const [index, range] of ranges.entries()) {
      yield heads[index] ?? '';
      yield* (await read(range)) as AsyncIterable<Uint8Array>;
    }
    yield end;
  }
  const length = ranges.reduce((sum, range) => sum + lengthOf(range), Buffer.byteLength(heads.join('') + end));
  return { type: `multipart/byteranges; boundary=${boundary}`, length, bytes: bytes() };
}
