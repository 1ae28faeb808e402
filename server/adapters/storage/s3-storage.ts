/**
 * Bodies in an S3 or S3-compatible bucket. Small bodies are written in one request, larger ones as multipart
 * uploads with a few parts in flight, so that memory use doesn't depend on the size. Every request has a time limit
 * and is retried; a body appears under its name only when complete.
 */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand, DeleteObjectCommand, GetObjectCommand, HeadBucketCommand, HeadObjectCommand, ListMultipartUploadsCommand,
  paginateListObjectsV2, S3Client, type MultipartUpload,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Config } from '#server/platform/config.ts';
import { attachmentNamed } from './attachment.ts';
import { createBodyMeter } from './body-meter.ts';
import type { BodyPart } from './body-parts.ts';
import { streamReader, type BodyReader } from './body-reader.ts';
import { rangeSource } from './range-source.ts';
import { concatenate, planConcatenation } from './s3-concatenation.ts';
import { isS3Error, retryS3 } from './s3-errors.ts';
import { putObject } from './s3-upload.ts';
import {
  assertReference, isReference, StorageError, type ByteRange, type DirectDownload, type FormStorage, type Holding, type LocalObject, type ObjectSource, type StoredBody, type WriteLimits,
} from './storage.ts';

export type S3Settings = NonNullable<Config['s3']>;

/** How often an interrupted download resumes where it stopped. */
const mostResumed = 3;

export class S3Storage implements FormStorage {
  readonly #settings: S3Settings;
  readonly #lendingFolder: string;
  readonly #client: S3Client;
  /** Signs URLs for clients outside, which may reach the storage by another name. */
  readonly #signer: S3Client;

  constructor(settings: S3Settings, lendingFolder: string) {
    this.#settings = settings;
    this.#lendingFolder = lendingFolder;
    this.#client = clientFor(settings, settings.endpoint);
    this.#signer = settings.publicUrl === null ? this.#client : clientFor(settings, settings.publicUrl);
  }

  async write(ref: string, source: AsyncIterable<Uint8Array>, limits: WriteLimits): Promise<StoredBody> {
    const object = this.#objectOf(ref);
    // Not every storage supports conditional writes, so the name is looked up first; the condition covers the time
    // in between.
    if (await this.#isTaken(ref)) throw new StorageError('already_exists', `Body ${ref} exists already`);
    const meter = createBodyMeter(limits.maxSize);
    await putObject(this.#client, object, meter.pass(source));
    return meter.result();
  }

  async concatenate(ref: string, parts: readonly BodyPart[]): Promise<boolean> {
    const steps = planConcatenation(parts);
    if (steps === null) return false;
    if (await this.#isTaken(ref)) throw new StorageError('already_exists', `Body ${ref} exists already`);
    const read = async ({ ref: part, range }: { ref: string; range: ByteRange }): Promise<Readable> => (await this.read(part, range)) as Readable;
    return concatenate({ client: this.#client, objectOf: (each) => this.#objectOf(each), read }, ref, steps);
  }

  async replace(ref: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    await putObject(this.#client, this.#objectOf(ref), source, {});
  }

  async size(ref: string): Promise<number> {
    const { ContentLength = 0 } = await retryS3(ref, this.#client.send(new HeadObjectCommand(this.#objectOf(ref))));
    return ContentLength;
  }

  async read(ref: string, range: ByteRange | null = null): Promise<NodeJS.ReadableStream> {
    const part = range && { Range: `bytes=${range.first}-${range.last}` };
    const { Body } = await retryS3(ref, this.#client.send(new GetObjectCommand({ ...this.#objectOf(ref), ...part })));
    if (!(Body instanceof Readable)) throw new StorageError('unavailable', 'The storage answered without a body');
    return watched(Body, this.#settings.timeLimit);
  }

  async open(ref: string, range: ByteRange): Promise<BodyReader> {
    return streamReader((await this.read(ref, range)) as Readable);
  }

  async source(ref: string): Promise<ObjectSource> {
    return rangeSource(await this.size(ref), (range) => this.read(ref, range));
  }

  async local(ref: string): Promise<LocalObject> {
    const size = await this.size(ref);
    await mkdir(this.#lendingFolder, { recursive: true, mode: 0o700 });
    const path = join(this.#lendingFolder, `${ref}.${randomBytes(6).toString('hex')}`);
    const release = (): Promise<void> => rm(path, { force: true });
    try {
      await this.#fetchTo(path, ref, size);
      return { path, release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async remove(ref: string): Promise<void> {
    const object = this.#objectOf(ref);
    try {
      await retryS3(ref, this.#client.send(new DeleteObjectCommand(object)));
    } catch (error) {
      if (!(error instanceof StorageError) || error.code !== 'missing') throw error;
    }
  }

  /** Aborts incomplete multipart uploads. */
  async removeIncompleteUploads(before: Date): Promise<number> {
    const { bucket: Bucket, prefix: Prefix } = this.#settings;
    const { Uploads = [] } = await retryS3('', this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix })).catch(ifNotImplemented<{ Uploads?: MultipartUpload[] }>({})));
    const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < before);
    for (const { Key, UploadId } of old) await retryS3('', this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    return old.length;
  }

  async *holdings(): AsyncGenerator<Holding> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#settings.bucket, Prefix: this.#settings.prefix });
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
        const ref = Key.slice(this.#settings.prefix.length);
        if (isReference(ref)) yield { ref, size: Size, changedAt: LastModified };
      }
    }
  }

  async directAddress(ref: string, { mime, name, seconds }: DirectDownload): Promise<string | null> {
    if (!this.#settings.directDownloads) return null;
    const shown = { ResponseContentType: mime, ResponseContentDisposition: attachmentNamed(name), ResponseCacheControl: 'no-store' };
    return getSignedUrl(this.#signer, new GetObjectCommand({ ...this.#objectOf(ref), ...shown }), { expiresIn: seconds });
  }

  async check(): Promise<void> {
    await retryS3('', this.#client.send(new HeadBucketCommand({ Bucket: this.#settings.bucket })));
  }

  close(): void {
    this.#client.destroy();
    if (this.#signer !== this.#client) this.#signer.destroy();
  }

  async #isTaken(ref: string): Promise<boolean> {
    return this.size(ref).then(() => true, (error: unknown) => {
      if (error instanceof StorageError && error.code === 'missing') return false;
      throw error;
    });
  }

  async #fetchTo(path: string, ref: string, size: number): Promise<void> {
    let fetched = 0;
    for (let attempt = 0; ; attempt += 1) {
      const stream = await this.read(ref, fetched === 0 ? null : { first: fetched, last: size - 1 });
      const file = createWriteStream(path, { flags: fetched === 0 ? 'w' : 'r+', start: fetched, mode: 0o600 });
      const failure = await pipeline(stream, file).then(() => null, (error: Error) => error);
      fetched += file.bytesWritten;
      if (failure === null && fetched === size) return;
      if (isDisk(failure) || attempt >= mostResumed) throw new StorageError('unavailable', `Body ${ref} broke off after ${fetched} of ${size} bytes`, { cause: failure });
    }
  }

  #objectOf(ref: string): { Bucket: string; Key: string } {
    assertReference(ref);
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${ref}` };
  }
}

/** Fails a download when the storage sends nothing for `timeLimit`. A slow consumer isn't limited. */
function watched(body: Readable, timeLimit: number): Readable {
  const giveUp = (): void => void body.destroy(new StorageError('unavailable', `The storage can't be used now: nothing came for ${timeLimit} ms`));
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let timer = setTimeout(giveUp, timeLimit);
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        clearTimeout(timer);
        yield chunk;
        timer = setTimeout(giveUp, timeLimit);
      }
    } finally {
      clearTimeout(timer);
    }
  }
  // The stream may fail before anybody reads it; the reader gets the error then.
  body.on('error', () => undefined);
  // Stops the download when the consumer stops reading.
  return Readable.from(chunks(), { objectMode: false }).once('close', () => body.destroy());
}

/** Not every storage can list multipart uploads; other cleaning must not fail because of that. */
const ifNotImplemented = <Answer>(answer: Answer) => (error: unknown): Answer => {
  if (isS3Error(error, 501)) return answer;
  throw error;
};

/** A full disk fails on a retry, too. */
const isDisk = (error: Error | null): boolean => error !== null && (error as NodeJS.ErrnoException).code === 'ENOSPC';

function clientFor(settings: S3Settings, endpoint: string | null): S3Client {
  return new S3Client({
    region: settings.region,
    ...(endpoint !== null && { endpoint }),
    forcePathStyle: settings.pathStyle,
    // Without configured keys the library uses the machine's credentials.
    ...(settings.credentials && { credentials: settings.credentials }),
    maxAttempts: 4,
    requestHandler: { connectionTimeout: settings.timeLimit, requestTimeout: settings.timeLimit, throwOnRequestTimeout: true },
    // Not every S3-compatible storage supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}
