/** Writes one object from a stream of unknown length: in one request if small, else as a multipart upload. */
import {
  AbortMultipartUploadCommand, CompleteMultipartUploadCommand, CreateMultipartUploadCommand, PutObjectCommand, UploadPartCommand, type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { asStorageError } from './s3-errors.ts';

interface ObjectKey {
  Bucket: string;
  Key: string;
}

/** Bytes. S3 permits parts from 5 MiB and 10,000 of them: enough for 80 GB. */
const partSize = 8 * 1024 * 1024;
const partsAtOnce = 3;
type Condition = { IfNoneMatch?: '*' };
const neverOverwrite: Condition = { IfNoneMatch: '*' };

export async function putObject(client: S3Client, object: ObjectKey, source: AsyncIterable<Uint8Array>, condition: Condition = neverOverwrite): Promise<void> {
  const parts = inParts(source)[Symbol.asyncIterator]();
  // Errors of the source are passed on as they are; those of the storage are mapped.
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (first.done || second.done) {
    const Body = first.done ? Buffer.alloc(0) : first.value;
    await ofStorage(object, client.send(new PutObjectCommand({ ...object, ...condition, Body, ContentLength: Body.length })));
    return;
  }
  await putParts(client, { ...object, ...condition }, [first.value, second.value], parts);
}

async function putParts(client: S3Client, { IfNoneMatch, ...object }: ObjectKey & Condition, first: readonly Buffer[], rest: AsyncIterator<Buffer>): Promise<void> {
  const { UploadId } = await ofStorage(object, client.send(new CreateMultipartUploadCommand(object)));
  const running = new Set<Promise<unknown>>();
  const done: CompletedPart[] = [];
  const send = (Body: Buffer, PartNumber: number): void => {
    const sent = ofStorage(object, client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body, ContentLength: Body.length })))
      .then(({ ETag }) => void done.push({ ETag, PartNumber }));
    const settled = sent.finally(() => running.delete(settled));
    running.add(settled);
    // Avoids an unhandled rejection: the failure is handled where all parts are awaited.
    settled.catch(() => undefined);
  };
  try {
    let number = 0;
    for await (const part of chained(first, rest)) {
      send(part, (number += 1));
      if (running.size >= partsAtOnce) await Promise.race(running);
    }
    await Promise.all(running);
    const Parts = done.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
    await ofStorage(object, client.send(new CompleteMultipartUploadCommand({ ...object, IfNoneMatch, UploadId, MultipartUpload: { Parts } })));
  } catch (error) {
    await Promise.allSettled(running);
    // Incomplete parts are billed until aborted; a lifecycle rule of the bucket removes those that even this
    // misses.
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    throw error;
  }
}

async function* chained(first: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.byteLength >= partSize) {
      const room = partSize - size;
      yield Buffer.concat([...waiting, rest.subarray(0, room)]);
      rest = rest.subarray(room);
      waiting = [];
      size = 0;
    }
    // Copied, because a source may reuse the memory of a chunk.
    if (rest.byteLength > 0) waiting.push(Uint8Array.from(rest));
    size += rest.byteLength;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

async function ofStorage<Answer>(object: ObjectKey, request: Promise<Answer>): Promise<Answer> {
  try {
    return await request;
  } catch (error) {
    throw asStorageError(object.Key, error);
  }
}
