import { readFileSync } from 'node:fs';
import { createNodeEngine, type Engine, type PdfDocument } from '@countersign/core/node';
import type { Peer } from './peer.ts';

const { version } = JSON.parse(readFileSync(new URL('../../bindings/package.json', import.meta.url), 'utf8'));

let engine: Promise<Engine> | undefined;

/** The core of this repository, inline; the result is the file and its tail. A process has one engine, as apps have. */
export const countersign: Peer = {
  name: '@countersign/core',
  version,
  prepare: start,
  list: (bytes) => withDocument(bytes, async (document) => (await document.fields()).map(({ fieldName, value, page, rect }) => ({ name: fieldName, value, page, rect }))),
  fill: (bytes, values) => withDocument(bytes, async (document) => [bytes, (await document.merge(values)).bytes]),
};

/** The same with all bytes in one piece. */
export const countersignContiguous: Peer = {
  ...countersign,
  name: '@countersign/core, contiguous',
  fill: async (bytes, values) => [Buffer.concat(await countersign.fill(bytes, values))],
};

function start(): Promise<Engine> {
  return (engine ??= createNodeEngine());
}

async function withDocument<Result>(bytes: Uint8Array, work: (document: PdfDocument) => Promise<Result>): Promise<Result> {
  const document = await (await start()).open(bytes);
  try {
    return await work(document);
  } finally {
    await document.close();
  }
}
