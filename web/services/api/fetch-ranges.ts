import type { ByteRange } from './joined-ranges.ts';

/** Requests byte ranges of a remote body. */
export const requestRanges = (url: string, ranges: readonly ByteRange[], init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, cache: 'no-store', headers: { range: `bytes=${ranges.map(({ begin, end }) => `${begin}-${end - 1}`).join(', ')}` } });

const ask = async (url: string, ranges: readonly ByteRange[], init?: RequestInit): Promise<Response> => {
  const response = await requestRanges(url, ranges, init);
  if (!response.ok) throw new Error(`The document is not given: ${response.status}`);
  return response;
};

/** Bytes of a body, from `begin` on. */
export interface FetchedRange {
  readonly begin: number;
  readonly bytes: ArrayBuffer;
}

/** Fetches one byte range of a remote body. From a server without range support comes the whole body. */
export async function fetchRange(url: string, range: ByteRange, init?: RequestInit): Promise<FetchedRange> {
  const response = await ask(url, [range], init);
  const bytes = await response.arrayBuffer();
  const begin = response.status === 206 ? range.begin : 0;
  const isExact = begin + bytes.byteLength === range.end;
  if (response.status === 206 ? !isExact : bytes.byteLength < range.end) throw new Error('A part of the document is missing');
  return { begin, bytes };
}

/**
 * Fetches several ranges in one request, or one after the other from a server that sends one at a time. The answer holds
 * all of them; from a server without range support it is the whole body.
 */
export async function fetchRanges(url: string, ranges: readonly ByteRange[], init?: RequestInit): Promise<FetchedRange[]> {
  const [first, ...others] = ranges;
  if (!first) return [];
  if (others.length > 0) {
    const response = await ask(url, ranges, init);
    const parts = await multipartRanges(response, ranges);
    if (parts) return parts;
    await response.body?.cancel();
  }
  const fetched = await fetchRange(url, first, init);
  const isHere = ({ begin, end }: ByteRange): boolean => fetched.begin <= begin && end <= fetched.begin + fetched.bytes.byteLength;
  return [fetched, ...(await Promise.all(others.filter((range) => !isHere(range)).map((range) => fetchRange(url, range, init))))];
}

/** The ranges of an answer that has all of them in parts; null if it is of another kind. */
export async function multipartRanges(response: Response, ranges: readonly ByteRange[]): Promise<FetchedRange[] | null> {
  if (response.status !== 206 || !response.headers.get('content-type')?.startsWith('multipart/byteranges')) return null;
  const parts = partsIn(await response.arrayBuffer());
  return ranges.map(({ begin, end }) => {
    const bytes = parts.get(begin);
    if (bytes?.byteLength !== end - begin) throw new Error('A part of the document is missing');
    return { begin, bytes };
  });
}

const latin = new TextDecoder('latin1');
/** Upper bound for the headers of a part, in bytes. */
const LONGEST_HEAD = 512;

/** The parts of a `multipart/byteranges` body (RFC 9110, 14.6) by their first byte, from their `Content-Range`. */
function partsIn(body: ArrayBuffer): Map<number, ArrayBuffer> {
  const parts = new Map<number, ArrayBuffer>();
  let at = 0;
  while (at < body.byteLength) {
    const head = /^[^]*?content-range: *bytes (\d+)-(\d+)\/[^]*?\r\n\r\n/i.exec(latin.decode(body.slice(at, at + LONGEST_HEAD)));
    if (!head) break;
    const [begin, last] = [Number(head[1]), Number(head[2])];
    const from = at + head[0].length;
    at = from + last - begin + 1;
    parts.set(begin, body.slice(from, at));
  }
  return parts;
}
