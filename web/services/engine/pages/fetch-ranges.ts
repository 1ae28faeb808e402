import type { ByteRange } from './joined-ranges.ts';

const ask = async (url: string, ranges: readonly ByteRange[]): Promise<Response> => {
  const response = await fetch(url, { cache: 'no-store', headers: { range: `bytes=${ranges.map(({ begin, end }) => `${begin}-${end - 1}`).join(', ')}` } });
  if (!response.ok) throw new Error(`The document is not given: ${response.status}`);
  return response;
};

/** Fetches one byte range of a remote body. */
export async function fetchRange(url: string, range: ByteRange): Promise<ArrayBuffer> {
  const response = await ask(url, [range]);
  const bytes = await response.arrayBuffer();
  // A server without range support sends the whole body.
  return response.status === 206 ? bytes : bytes.slice(range.begin, range.end);
}

/** Fetches several ranges in one request, in the order given. Falls back to one request per range. */
export async function fetchRanges(url: string, ranges: readonly ByteRange[]): Promise<ArrayBuffer[]> {
  const response = await ask(url, ranges);
  if (response.status === 206 && response.headers.get('content-type')?.startsWith('multipart/byteranges')) {
    const parts = partsIn(await response.arrayBuffer());
    return ranges.map(({ begin, end }) => {
      const part = parts.get(begin);
      if (part?.byteLength !== end - begin) throw new Error('A part of the document is missing');
      return part;
    });
  }
  // The server ignored the ranges and is sending the whole body.
  await response.body?.cancel();
  return Promise.all(ranges.map((range) => fetchRange(url, range)));
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
