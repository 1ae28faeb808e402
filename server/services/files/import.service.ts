/** Imports files from a URL or another source. */
import { bodyMimeTypes, extensionOf, sourceMimeTypes, type FileMeta, type FileMimeType } from '#contract/entities/file.ts';
import { fetching } from '#contract/limits/calls.ts';
import { fetchFile, type FetchedFile } from '#server/adapters/fetching/fetch-file.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import type { Caller } from '#server/services/caller.ts';
import type { FilesService } from './files.service.ts';
import { assertMayCreate } from '#server/services/organizations/organization-access.ts';
import type { GeneratedBodies } from '#server/services/storage/generated-bodies.ts';
import type { StorageQuota } from '#server/services/storage/storage-quota.ts';
import { quotaSpaceOf } from '#server/services/billing/entitlements.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import type { Db } from '#server/platform/database/database.ts';
import { matchesSignature } from '#server/services/storage/uploads.service.ts';

interface ImportingDependencies {
  db: Db;
  quota: Pick<StorageQuota, 'assertRoom'>;
  files: Pick<FilesService, 'create' | 'getMeta' | 'exists'>;
  bodies: GeneratedBodies;
  config: Pick<Config, 'limits'>;
}

export type ImportService = ReturnType<typeof createImportService>;

export function createImportService({ db, files, bodies, quota, config }: ImportingDependencies) {
  async function importUrl(caller: Caller, { id = newId(), url, title }: { id?: string | undefined; url: string; title?: string | undefined }): Promise<FileMeta> {
    return take(caller, { id, title }, () => fetchFile(url, { maxSize: config.limits.maxFileSize, ...fetching }));
  }

  /** Creates a file from what `fetch` returns. */
  async function take(caller: Caller, { id, title }: { id: string; title?: string | undefined }, fetch: () => Promise<FetchedFile>): Promise<FileMeta> {
    assertMayCreate(caller, 'createFiles');
    // A retry whose first response was lost: the file exists and is not fetched again.
    if (await files.exists(caller, id)) return files.getMeta(caller, id);
    const owner = { userId: caller.userId, holder: holderOf(quotaSpaceOf(caller)) };
    await quota.assertRoom(db, owner.holder, 1);
    const fetched = await fetch();
    const mime = kindOf(fetched);
    const body = await bodies.put(owner, { purpose: 'file', mime, maxSize: config.limits.maxFileSize, size: fetched.bytes.length }, [fetched.bytes]);
    try {
      return await files.create(caller, { id, public: false, bodyRef: body.bodyRef, attributes: { title: title ?? titleOf(fetched, mime), fields: [] } });
    } catch (error) {
      await bodies.drop(body.bodyRef);
      // Of two concurrent calls, the first created the file. No lock is held during the fetch.
      if (await files.exists(caller, id)) return files.getMeta(caller, id);
      throw error;
    }
  }

  return { importUrl, take };
}

/**
 * Determines the type from the content and the declared type or extension. Many servers send everything as
 * `application/octet-stream`.
 */
function kindOf({ bytes, mime, name }: FetchedFile): FileMimeType {
  const kinds = { ...bodyMimeTypes, ...sourceMimeTypes };
  const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
  const candidates = [mime, ...Object.entries(kinds).filter(([, each]) => each === extension).map(([each]) => each), 'application/pdf'];
  const kind = candidates.find((each) => Object.hasOwn(kinds, each) && matchesSignature(each, bytes));
  if (bytes.length === 0) throw new AppError('file_body_missing');
  if (!kind) throw new AppError('wrong_mime_type');
  return kind as FileMimeType;
}

const titleOf = ({ name }: FetchedFile, mime: FileMimeType): string => (name === '' ? `Document.${extensionOf(mime)}` : name);
