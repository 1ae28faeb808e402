// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { ByteRange } from './joined-ranges.ts';
import type { FetchedRange } from './fetch-ranges.ts';
import { fetchRange, fetchRanges } from './fetch-ranges.ts';

const body = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);
const requested = [{ begin: 0, end: 10 }, { begin: 300, end: 340 }, { begin: 990, end: 1000 }];
const wanted = requested.map(({ begin, end }) => Array.from(body.subarray(begin, end)));
/** The wanted ranges, cut from what was fetched. */
const listOf = (fetched: readonly FetchedRange[], ranges: readonly ByteRange[] = requested) => ranges.map((range) => {
  const part = fetched.find(({ begin, bytes }) => begin <= range.begin && range.end <= begin + bytes.byteLength);
  return part && [...new Uint8Array(part.bytes.slice(range.begin - part.begin, range.end - part.begin))];
});

let server: Server | undefined;
const requests: string[] = [];

async function serve(answer: (ranges: string, response: ServerResponse) => void): Promise<string> {
  requests.length = 0;
  server = createServer((request: IncomingMessage, response) => {
    const range = request.headers.range ?? '';
    requests.push(range);
    answer(range, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

afterEach(() => server?.close());

const rangesOf = (header: string) => [...header.matchAll(/(\d+)-(\d+)/g)].map(([, first, last]) => ({ first: Number(first), last: Number(last) }));

test('reads several ranges from one response in any order', async () => {
  const url = await serve((header, response) => {
    const parts = rangesOf(header).toReversed().flatMap(({ first, last }) => [Buffer.from(`\r\n--x\r\nContent-Type: application/pdf\r\nContent-Range: bytes ${first}-${last}/1000\r\n\r\n`), Buffer.from(body.slice(first, last + 1))]);
    response.writeHead(206, { 'content-type': 'multipart/byteranges; boundary=x' }).end(Buffer.concat([...parts, Buffer.from('\r\n--x--\r\n')]));
  });
  expect(listOf(await fetchRanges(url, requested))).toEqual(wanted);
  expect(requests).toEqual(['bytes=0-9, 300-339, 990-999']);
});

test('rejects a response that lacks a range', async () => {
  const url = await serve((_, response) => response.writeHead(206, { 'content-type': 'multipart/byteranges; boundary=x' }).end('--x\r\ncontent-range: bytes 0-9/1000\r\n\r\n0123456789\r\n--x--\r\n'));
  await expect(fetchRanges(url, requested)).rejects.toThrow('A part of the document is missing');
});

test('requests ranges one by one, or cuts them from the whole file, as the server permits', async () => {
  const single = await serve((header, response) => {
    const [range, ...more] = rangesOf(header);
    if (range && more.length === 0) response.writeHead(206).end(body.slice(range.first, range.last + 1));
    else response.writeHead(200).end(body);
  });
  expect(listOf(await fetchRanges(single, requested))).toEqual(wanted);
  expect(requests).toHaveLength(4);
  server?.close();
  const whole = await serve((_, response) => response.writeHead(200).end(body));
  expect(listOf([await fetchRange(whole, requested[1]!)], [requested[1]!])).toEqual([wanted[1]]);
  requests.length = 0;
  expect(listOf(await fetchRanges(whole, requested))).toEqual(wanted);
  expect(requests).toEqual(['bytes=0-9, 300-339, 990-999', 'bytes=0-9']);
});
