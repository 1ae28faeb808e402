/**
 * Uploads and downloads of bodies through signed URLs. The caller that opened an upload decides what a received body becomes: at
 * once (`onStored`) or by a later call.
 */
import type pg from 'pg';
import { encryptedHeader, encryptedMime } from '#contract/entities/encrypted-version.ts';
import type { FileMimeType } from '#contract/entities/file.ts';
import { links } from '#contract/limits/links.ts';
import { identityPictures, sizes } from '#contract/limits/sizes.ts';
import type { SignedUrls, DownloadClaims } from '#server/adapters/storage/signed-urls.ts';
import { pictureHead, pictureSize } from '#server/adapters/storage/picture-size.ts';
import { hashOfToken, newUploadToken } from '#server/adapters/storage/signed-urls.ts';
import { settleTail } from '#server/adapters/storage/body-parts.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import { StorageError, type ByteRange, type Storage, type StoredBody, type StoredTail } from '#server/adapters/storage/storage.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { UploadPurpose } from '#server/platform/database/tables/documents.tables.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import {
  claimUpload, findUploadByToken, insertUpload, lockStoredUpload, markStored, refuseUpload, reserveUpload, setUploadStatus, deleteAbandonedUploads, deleteUsedUploads, type Upload, type UploadTarget,
} from '#server/repositories/uploads.repository.ts';

import type { BodyOwner } from './generated-bodies.ts';
import type { StorageQuota } from './storage-quota.ts';
import { assertBaseCurrent, beginTail, isTail } from './tails.ts';

/** Applies a stored body in the database transaction that marks it as stored. Returns the new version number, if any. */
export type OnStored = (tx: Tx, upload: Upload, body: Pick<StoredBody, 'size' | 'hash'>) => Promise<number | null>;

/** What the request headers announce about the body. */
interface Announced {
  type: string | undefined;
  /** `Content-Length` in bytes; 0 if missing. */
  length: number;
  /** What the address says that the body continues. */
  base: { length?: number | undefined; hash?: string | undefined };
}

interface ReceivedBody {
  bodyRef: string;
  size: number;
  hash: string;
  version: number | null;
}

interface UploadsDependencies {
  db: Db;
  pool: pg.Pool;
  storage: Storage;
  urls: SignedUrls;
  config: Pick<Config, 'limits'>;
  onStored: Partial<Record<UploadPurpose, OnStored>>;
  quota: StorageQuota;
}

interface SentBody {
  claims: DownloadClaims;
  /** Size of the whole body in bytes. */
  size: number;
  /** Reads a range of the body; null: all of it. */
  read: (range: ByteRange | null) => Promise<NodeJS.ReadableStream>;
}

export type UploadsService = ReturnType<typeof createUploadsService>;

/** Bodies removed before the next ones are looked for. */
const sweptAtOnce = 500;

export function createUploadsService({ db, pool, storage, urls, config, onStored, quota }: UploadsDependencies) {
  const maxSizes: Record<UploadPurpose, number> = {
    file: config.limits.maxFileSize,
    file_update: config.limits.maxFileSize,
    // An update appended to a file of the maximum size must still fit.
    prepared: config.limits.maxFileSize + sizes.file,
    signed: config.limits.maxFileSize + sizes.file,
    media: sizes.mediaImage,
    media_update: sizes.mediaImage,
    avatar: sizes.avatar,
    identity: sizes.identityPicture,
    attachment: sizes.attachment,
    // Encrypted, filled up and with a signed revision, a file of the maximum size must still fit.
    encrypted: config.limits.maxFileSize + sizes.file,
  };

  /** `size`: the announced size in bytes, of what will be uploaded. Throws `storage_exceeded` at once if it does not fit. */
  async function open({ userId, holder }: BodyOwner, purpose: UploadPurpose, mime: string, target: UploadTarget = {}, size = 1): Promise<{ url: string; bodyRef: string }> {
    await quota.assertRoom(db, holder, Math.max(size, 1));
    const { base_size: baseSize, base_hash: baseHash } = target;
    const base = typeof baseSize === 'number' && typeof baseHash === 'string' ? { size: baseSize, hash: baseHash } : undefined;
    const { token, hash } = newUploadToken();
    const bodyRef = newId();
    await insertUpload(db, {
      token_hash: hash, body_ref: bodyRef, owner_id: userId, holder_id: holder, purpose, mime, max_size: Math.max(0, maxSizes[purpose] - (base?.size ?? 0)),
      expires_at: new Date(Date.now() + links.uploadLife), ...target,
    });
    return { url: urls.upload(token, base), bodyRef };
  }

  async function receive(token: string, { type, length, base }: Announced, source: AsyncIterable<Uint8Array>): Promise<ReceivedBody> {
    const tokenHash = hashOfToken(token);
    const known = await findUploadByToken(db, tokenHash);
    if (!known) throw new AppError('forbidden', { reason: 'unknown' });
    // The address belongs to this base, and to no other.
    if (base.length !== (known.base_size === null ? undefined : Number(known.base_size)) || base.hash !== (known.base_hash ?? undefined)) throw new AppError('forbidden', { reason: 'base' });
    if (mimeOf(type) !== known.mime) throw new AppError('wrong_mime_type');
    if (length > Number(known.max_size)) throw new AppError('max_size_exceeded');
    const claimed = await db.transaction().execute((tx) => claim(tx, tokenHash, length));
    if (!claimed) throw new AppError('forbidden', { reason: known.expires_at <= new Date() ? 'expired' : 'used' });
    const { upload, room } = claimed;
    try {
      const body = await store(upload, source, room).catch(async (error: unknown) => {
        throw room < Number(upload.max_size) && isTooLarge(error) ? new AppError('storage_exceeded', await quota.usage(db, upload.holder_id)) : error;
      });
      return await accept(upload, body);
    } catch (error) {
      await forget(upload, error);
      throw asRefusal(error);
    }
  }

  async function store(upload: Upload, source: AsyncIterable<Uint8Array>, maxSize: number): Promise<StoredBody | StoredTail> {
    if (isTail(upload)) {
      const tail = await storage.writeTail(upload.body_ref, { ref: upload.base_ref, size: Number(upload.base_size), hash: upload.base_hash }, source, { maxSize });
      // The base was of the type already.
      if (tail.tailSize === 0) throw new AppError('file_body_missing');
      return tail;
    }
    const body = await storage.write(upload.body_ref, source, { maxSize, continuable: upload.mime === 'application/pdf' });
    assertMatchesSignature(upload.mime, body);
    if (upload.purpose === 'identity') await assertLargeEnough(storage, upload.body_ref, body.size);
    return body;
  }

  /** Claims the upload and its storage together. A body of unknown length may use all that is free. */
  async function claim(tx: Tx, tokenHash: Buffer, length: number): Promise<{ upload: Upload; room: number } | undefined> {
    const upload = await claimUpload(tx, tokenHash);
    if (!upload) return undefined;
    const wanted = length > 0 ? length : Number(upload.max_size);
    const room = await quota.reserve(tx, upload.holder_id, wanted);
    if (room < Math.max(length, 1)) throw new AppError('storage_exceeded', await quota.usage(tx, upload.holder_id));
    await reserveUpload(tx, upload.body_ref, room);
    if (isTail(upload)) await beginTail(tx, upload);
    return { upload, room };
  }

  async function forget(upload: Upload, error: unknown): Promise<void> {
    // If a commit succeeded but its response was lost, the body is in use and stays.
    if (!(await refuseUpload(db, upload.body_ref))) return;
    const away = error instanceof StorageError && error.code === 'unavailable';
    try {
      await storage.remove(upload.body_ref);
      // The storage failed, not the client: the same URL may be used again.
      if (away) await setUploadStatus(db, upload.body_ref, 'open');
    } catch (failure) {
      // The sweep will remove it.
      if (!away) throw failure;
    }
  }

  async function accept(upload: Upload, body: StoredBody | StoredTail): Promise<ReceivedBody> {
    const version = await db.transaction().execute(async (tx) => {
      if (isTail(upload) && 'tailSize' in body) {
        await assertBaseCurrent(tx, upload);
        await settleTail(tx, upload.body_ref, body.tailSize);
      }
      await markStored(tx, upload.body_ref, body);
      return (await onStored[upload.purpose]?.(tx, upload, body)) ?? null;
    });
    return { bodyRef: upload.body_ref, size: body.size, hash: body.hash, version };
  }

  /** Opens the body behind a download token, whole or in ranges. */
  async function send(token: string): Promise<SentBody> {
    const claims = claimsOf(token);
    const found = <Value>(reading: Promise<Value>): Promise<Value> =>
      reading.catch((error: unknown) => {
        throw error instanceof StorageError && error.code === 'missing' ? new AppError('not_found') : error;
      });
    return { claims, size: await found(storage.size(claims.ref)), read: (range) => found(storage.read(claims.ref, range)) };
  }

  /** A presigned URL of the storage itself, valid as long as our own; null if the storage has none. */
  function direct(token: string): Promise<string | null> {
    const { ref, mime, name } = claimsOf(token);
    return storage.directAddress(ref, { mime, name, seconds: links.downloadLife / 1000 });
  }

  function claimsOf(token: string): DownloadClaims {
    const claims = urls.openDownload(token);
    if (!claims) throw new AppError('forbidden', { reason: 'expired' });
    return claims;
  }

  /** Removes bodies whose upload expired a day ago without being used, and forgets used uploads. Returns the number of bodies. */
  async function sweep(now = Date.now()): Promise<number> {
    const before = new Date(now - 24 * links.uploadLife);
    await deleteUsedUploads(db, before);
    return withDeletionLock(pool, async () => {
      let removed = 0;
      for (;;) {
        const abandoned = await deleteAbandonedUploads(db, before, sweptAtOnce);
        for (const ref of abandoned) await storage.remove(ref);
        removed += abandoned.length;
        if (abandoned.length < sweptAtOnce) return removed;
      }
    });
  }

  return { open, receive, send, direct, sweep, download: (body: DownloadClaims): string => urls.download(body) };
}

/** The URL of an avatar or a logo; null if there is none. */
export const pictureUrl = (uploads: Pick<UploadsService, 'download'>, ref: string | null, name: string): string | null =>
  ref === null ? null : uploads.download({ ref, mime: 'image/png', name, cacheable: true });

export const avatarUrl = (uploads: Pick<UploadsService, 'download'>, ref: string | null): string | null => pictureUrl(uploads, ref, 'avatar.png');

/** Marks an uploaded picture as used, as an avatar or a logo. */
export async function claimPicture(tx: Tx, ownerId: string, ref: string, property: string): Promise<void> {
  const upload = await lockStoredUpload(tx, ownerId, ref, 'avatar');
  if (!upload) throw new AppError('request_validation_error', [{ path: `body/${property}`, message: 'No such upload' }]);
  await setUploadStatus(tx, upload.body_ref, 'used');
}

const isTooLarge = (error: unknown): boolean => error instanceof StorageError && error.code === 'too_large';

/** Maps errors that the client caused: body too large, infected, or connection broken. Anything else is passed on. */
function asRefusal(error: unknown): unknown {
  if (isTooLarge(error)) return new AppError('max_size_exceeded');
  if (error instanceof StorageError && error.code === 'infected') return new AppError('verification_failed', { reason: 'infected' });
  const brokenOff = error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE');
  return brokenOff ? new AppError('connection_interrupted') : error;
}

/** A picture for an identity check must be large enough to recognize a person. */
async function assertLargeEnough(storage: Storage, ref: string, size: number): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of await storage.read(ref, { first: 0, last: Math.min(size, pictureHead) - 1 })) parts.push(Buffer.from(part));
  const found = pictureSize(Buffer.concat(parts));
  const [shorter, longer] = [Math.min(found?.width ?? 0, found?.height ?? 0), Math.max(found?.width ?? 0, found?.height ?? 0)];
  if (shorter < identityPictures.shorterSide || longer < identityPictures.longerSide) throw new AppError('picture_too_small', identityPictures);
}

const mimeOf = (contentType: string | undefined): string => (contentType ?? '').replace(/;.*/s, '').trim().toLowerCase();

const startsWith = (hex: string) => (head: Buffer): boolean => head.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'));
const zip = startsWith('504b0304');
/** OLE compound files of older office programs, some of which save RTF or plain text under these types. */
const office = (head: Buffer): boolean => startsWith('d0cf11e0a1b11ae1')(head) || startsWith('7b5c727466')(head);
const isText = (head: Buffer): boolean => !head.includes(0) || startsWith('fffe')(head) || startsWith('feff')(head);

const signatures: Readonly<Record<FileMimeType | typeof encryptedMime, (head: Buffer) => boolean>> = {
  [encryptedMime]: (head) => head.subarray(0, encryptedHeader.magic.length).toString('latin1') === encryptedHeader.magic,
  // PDF readers accept other bytes before the header within the first 1024 bytes.
  'application/pdf': (head) => head.includes('%PDF-'),
  'application/xhtml+xml': (head) => /^(?:\uFEFF)?\s*</.test(head.toString('utf8')),
  'image/png': startsWith('89504e470d0a1a0a'),
  'image/jpeg': startsWith('ffd8ff'),
  'application/msword': office,
  'application/vnd.ms-excel': office,
  'application/vnd.ms-powerpoint': office,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': zip,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': zip,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': zip,
  'application/postscript': (head) => head.includes('%!'),
  'text/plain': isText,
  'text/csv': isText,
  'image/gif': startsWith('47494638'),
  'image/bmp': startsWith('424d'),
  'image/tiff': (head) => startsWith('49492a00')(head) || startsWith('4d4d002a')(head),
  'image/webp': (head) => startsWith('52494646')(head) && head.subarray(8, 12).toString('latin1') === 'WEBP',
  'image/vnd.adobe.photoshop': startsWith('38425053'),
};

/** Whether the first bytes match the type's signature. */
export const matchesSignature = (mime: string, head: Buffer): boolean =>
  Object.hasOwn(signatures, mime) && signatures[mime as keyof typeof signatures](head.subarray(0, 1024));

function assertMatchesSignature(mime: string, body: StoredBody): void {
  if (body.size === 0) throw new AppError('file_body_missing');
  if (!matchesSignature(mime, Buffer.from(body.head))) throw new AppError('wrong_mime_type');
}
