/**
 * Concatenates objects inside an S3 storage. The storage copies the large ones itself (UploadPartCopy); only the small ones
 * between them pass through this server.
 */
import {
  AbortMultipartUploadCommand, CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand, UploadPartCopyCommand, type CompletedPart, type S3Client,
} from '@aws-sdk/client-s3';
import type { BodyPart } from './body-parts.ts';
import { isS3Error, retryS3 } from './s3-errors.ts';
import type { ByteRange } from './storage.ts';

/**
 * Limits of S3 for the parts of a multipart upload, in bytes; the last part may be smaller. A range can be copied only from an
 * object that is larger than the smallest part.
 */
const smallestPart = 5 * 1024 ** 2;
const largestPart = 5 * 1024 ** 3;
const mostParts = 10_000;

export interface Source {
  ref: string;
  range: ByteRange;
}
/** One part of the upload: copied by the storage, or read and sent by this server. */
export type Step = { copy: Source } | { send: readonly Source[] };

const lengthOf = ({ range }: Source): number => range.last - range.first + 1;

/** Returns null if nothing is large enough to be copied, or something too large. */
export function planConcatenation(parts: readonly BodyPart[]): Step[] | null {
  const steps: Step[] = [];
  let small: Source[] = [];
  const flush = (): void => {
    if (small.length > 0) steps.push({ send: small });
    small = [];
  };
  for (const { ref, size } of parts.filter((part) => part.size > 0)) {
    // Only the last part may be smaller, so what was too small before takes its missing bytes from here.
    const waiting = small.reduce((sum, source) => sum + lengthOf(source), 0);
    const missing = waiting === 0 ? 0 : smallestPart - waiting;
    if (size - missing <= smallestPart) {
      small.push({ ref, range: { first: 0, last: size - 1 } });
      // What is sent at once stays within memory.
      if (waiting + size >= smallestPart) flush();
    } else {
      if (missing > 0) small.push({ ref, range: { first: 0, last: missing - 1 } });
      flush();
      steps.push({ copy: { ref, range: { first: missing, last: size - 1 } } });
    }
  }
  flush();
  const copies = steps.flatMap((step) => ('copy' in step ? [step.copy] : []));
  return copies.length === 0 || copies.some((copy) => lengthOf(copy) > largestPart) || steps.length > mostParts ? null : steps;
}

export interface Bucket {
  client: S3Client;
  objectOf(ref: string): { Bucket: string; Key: string };
  read(source: Source): Promise<AsyncIterable<Uint8Array>>;
}

/** Throws `missing`, `already_exists` or `unavailable`. Returns false if the storage can't copy; nothing is left behind then. */
export async function concatenate(bucket: Bucket, ref: string, steps: readonly Step[]): Promise<boolean> {
  const object = bucket.objectOf(ref);
  const { UploadId } = await retryS3(ref, bucket.client.send(new CreateMultipartUploadCommand(object)));
  try {
    const Parts: CompletedPart[] = [];
    for (const [index, step] of steps.entries()) {
      const part = { ...object, UploadId, PartNumber: index + 1 };
      Parts.push({ PartNumber: part.PartNumber, ETag: 'copy' in step ? await copy(bucket, part, step.copy) : await send(bucket, part, step.send) });
    }
    await retryS3(ref, bucket.client.send(new CompleteMultipartUploadCommand({ ...object, IfNoneMatch: '*', UploadId, MultipartUpload: { Parts } })));
    return true;
  } catch (error) {
    await bucket.client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
    if (error instanceof Error && isS3Error(error.cause, 501)) return false;
    throw error;
  }
}

interface Part {
  Bucket: string;
  Key: string;
  UploadId: string | undefined;
  PartNumber: number;
}

async function copy({ client, objectOf }: Bucket, part: Part, { ref, range }: Source): Promise<string | undefined> {
  const from = objectOf(ref);
  const CopySource = [from.Bucket, ...from.Key.split('/')].map(encodeURIComponent).join('/');
  const CopySourceRange = `bytes=${range.first}-${range.last}`;
  const { CopyPartResult } = await retryS3(ref, client.send(new UploadPartCopyCommand({ ...part, CopySource, CopySourceRange })));
  return CopyPartResult?.ETag;
}

async function send({ client, read }: Bucket, part: Part, sources: readonly Source[]): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  for (const source of sources) for await (const chunk of await read(source)) chunks.push(Uint8Array.from(chunk));
  const Body = Buffer.concat(chunks);
  const { ETag } = await retryS3(part.Key, client.send(new UploadPartCommand({ ...part, Body, ContentLength: Body.length })));
  return ETag;
}
