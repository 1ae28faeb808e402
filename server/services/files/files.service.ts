import { nameOfBody, type BodyMimeType, type FileMimeType, type FileCreate, type FileMeta, type FileUpdate } from '#contract/entities/file.ts';
import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import { completeQuery } from '#contract/entities/list-query.ts';
import { normaliseField } from '#contract/entities/field-rules.ts';
import type { UploadBase } from '#contract/entities/storage.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { arrayToJson, mapInBatches } from '#server/platform/batches.ts';
import { restrictionsOfAccount } from '#server/identity/second-factor-enforcement.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import {
  fileIdTaken, findAudited, findFile, findUses, findVersion, insertFile, insertVersion, hideFilesFromOwner, lockFiles,
  updateFile, type FileRow, type FileUse,
} from '#server/repositories/files.repository.ts';
import { pageOfRows, readCursor } from '#server/http/list-cursors.ts';
import { countFiles, findListedFiles, listFiles } from '#server/repositories/files-list.repository.ts';
import { findDetachedSignatures } from '#server/repositories/detached-signatures.repository.ts';
import { forgetAudit } from '#server/repositories/transactions.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { isFileHeld } from '#server/repositories/send-approvals.repository.ts';
import { lockStoredUpload, setUploadStatus } from '#server/repositories/uploads.repository.ts';
import { spaceOf, type Caller } from '#server/services/caller.ts';
import { hasParties } from '#server/services/transactions/deletion.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { isPage } from '#server/services/signing/signable.ts';
import { signaturesBeside } from './detached-signatures.ts';
import { isInside, loadFile, loadFileAndView, oldestVersionFor, toMeta, toSummary } from './file-state.ts';
import { marksOf } from '#server/services/lists/labeling.service.ts';
import { accessChange, listInsights, recordInsight } from '#server/services/audit/insights.service.ts';
import { notifyOfRequest } from '#server/services/transactions/request-news.ts';
import { audienceOf, publishTransactionEvent } from '#server/services/transactions/transaction-notifications.ts';
import { administers, assertMayCreate, effectiveAccess } from '#server/services/organizations/organization-access.ts';
import { deleteFile } from '#server/services/storage/remove-bodies.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import type { StorageQuota } from '#server/services/storage/storage-quota.ts';
import type { SharingService } from '#server/services/sharing/sharing.service.ts';
import { changeFiles, changeTransaction } from '#server/services/transactions/transaction-changes.ts';
import { assertFieldsUnlocked, assertFileUnlocked, assertRemovable } from '#server/services/transactions/draft-locks.ts';
import { lockTransactionForJob } from '#server/services/transactions/transaction-state.ts';
import { continuationOfFile } from '#server/services/storage/tails.ts';
import type { OnStored, UploadsService } from '#server/services/storage/uploads.service.ts';

interface FilesDependencies {
  entitlements: Pick<Entitlements, 'grantedFeatures'>;
  db: Db;
  uploads: UploadsService;
  sharing: SharingService;
  quota: Pick<StorageQuota, 'take'>;
}

export type FilesService = ReturnType<typeof createFilesService>;

export function createFilesService({ db, uploads, sharing, entitlements, quota }: FilesDependencies) {
  async function create(caller: Caller, input: FileCreate): Promise<FileMeta> {
    assertMayCreate(caller, 'createFiles');
    const id = input.id ?? newId();
    const fields = await mapInBatches(input.attributes.fields, normaliseField);
    const fieldsJson = await arrayToJson(fields);
    await db.transaction().execute(async (tx) => {
      await lockCreation(tx, id);
      const known = await findFile(tx, id);
      if (known) return assertRepeated(tx, known, caller, input);
      if (await fileIdTaken(tx, id)) throw new AppError('conflict');
      const upload = await lockStoredUpload(tx, caller.userId, input.bodyRef, 'file');
      if (!upload?.hash || upload.size === null) throw new AppError('file_body_missing');
      // The file was uploaded in another space. Its size now counts in this one.
      const holder = holderOf(quotaSpaceOf(caller));
      if (upload.holder_id !== holder) await quota.take(tx, holder, Number(upload.size));
      await insertFile(tx, {
        id, owner_id: caller.userId, org_id: caller.organization?.id ?? null, title: input.attributes.title, public: input.public,
        fields: fieldsJson, granted_features: await entitlements.grantedFeatures(tx, quotaSpaceOf(caller), { fields }),
      });
      await insertVersion(tx, {
        file_id: id, version: 1, body_ref: upload.body_ref, mime: upload.mime, size: Number(upload.size), hash: upload.hash,
        kind: 'original', created_by: caller.userId,
      });
      await setUploadStatus(tx, upload.body_ref, 'used');
      await record(tx, caller, id, 'file_created', input.attributes.title);
    });
    return getMeta(caller, id);
  }

  /** A retried create, whose first response was lost, must match the existing file. */
  async function assertRepeated(tx: Tx, known: FileRow, caller: Caller, input: FileCreate): Promise<void> {
    const first = await findVersion(tx, known.id, 1);
    if (known.owner_id !== caller.userId || first?.body_ref !== input.bodyRef) throw new AppError('conflict');
  }

  async function getMeta(caller: Caller, id: string): Promise<FileMeta> {
    const { file, view } = await loadFileAndView(db, id, caller, 'read');
    return toMeta(db, file, view, caller);
  }

  async function list(caller: Caller, { exclusiveFrom, ...given }: InputOf<'files.list'>['query'] & object): Promise<OutputOf<'files.list'>> {
    const query = completeQuery(given);
    const { ids, lastKey } = pageOfRows(await listFiles(db, spaceOf(caller), { after: readCursor(exclusiveFrom, query.sort), query }));
    const marks = await marksOf(db, caller, 'file', ids);
    const uses = [...(await findUses(db, ids)), ...(await findAudited(db, ids))];
    return {
      files: (await findListedFiles(db, ids)).map((row) => ({ ...toSummary(row, uses), ...marks(row.id), archived: query.filter === 'archived' })),
      lastKey,
      counters: await countFiles(db, spaceOf(caller)),
    };
  }

  async function updateMeta(caller: Caller, id: string, input: FileUpdate): Promise<FileMeta> {
    const action = isOnlyPublishing(input) ? 'share' : 'updateMeta';
    await loadFile(db, id, caller, action);
    const fields = input.attributes.fields && (await mapInBatches(input.attributes.fields, normaliseField));
    const fieldsJson = fields && (await arrayToJson(fields));
    await db.transaction().execute(async (tx) => {
      await lockFiles(tx, [id]);
      const file = await loadFile(tx, id, caller, action);
      if (input.metaVersion !== undefined && input.metaVersion !== file.meta_version) throw new AppError('conflict');
      const { title } = input.attributes;
      if (title !== undefined && title !== file.title) await assertFileUnlocked(tx, id, ['documents']);
      if (fields) await assertFieldsUnlocked(tx, id, fields);
      await updateFile(tx, id, {
        ...(title !== undefined && { title }),
        ...(fields && { fields: fieldsJson, granted_features: await entitlements.grantedFeatures(tx, { userId: file.owner_id, orgId: file.org_id }, { fields }, file.granted_features) }),
        ...(input.public !== undefined && { public: input.public }),
      });
      if (title !== undefined && title !== file.title) await record(tx, caller, id, 'file_updated', title);
      if (input.public !== undefined && input.public !== file.public) await record(tx, caller, id, accessChange(input.public), title ?? file.title);
    });
    return getMeta(caller, id);
  }

  async function downloadUrl(caller: Caller, id: string, version: number | undefined): Promise<OutputOf<'files.downloadUrl'>> {
    const { file, view } = await loadFileAndView(db, id, caller, 'download');
    const wanted = version ?? file.version;
    const body = wanted < (await oldestVersionFor(db, file, view, caller)) ? undefined : await findVersion(db, id, wanted);
    if (!body) throw new AppError('version_not_found');
    const name = nameOfBody(file.title, body.mime);
    return {
      url: uploads.download({ ref: body.body_ref, mime: body.mime, name }),
      version: body.version, hash: body.hash, size: Number(body.size),
    };
  }

  /** The signatures beside the current body. */
  async function signatures(caller: Caller, id: string): Promise<OutputOf<'files.signatures'>> {
    const { file } = await loadFileAndView(db, id, caller, 'download');
    return { signatures: isPage(file) ? signaturesBeside(file, await findDetachedSignatures(db, [id])) : [] };
  }

  async function updateUrl(caller: Caller, id: string, { mimeType, size, base }: { mimeType: BodyMimeType; size?: number | undefined; base?: UploadBase | undefined }): Promise<{ url: string; bodyRef: string }> {
    const file = await loadFile(db, id, caller, 'updateBody');
    await assertFileUnlocked(db, id, ['documents', 'fields']);
    const holder = holderOf({ userId: file.owner_id, orgId: file.org_id });
    return uploads.open({ userId: caller.userId, holder }, 'file_update', mimeType, { file_id: id, base_version: file.version, ...continuationOfFile(file, base, mimeType) }, size);
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    const known = await findFile(db, id);
    // Someone the file is shared with only removes it from their own list.
    if (known && known.owner_id !== caller.userId && known.shared_with.includes(caller.userId) && !(await administers(db, known.org_id, caller))) {
      await sharing.stopSharing(caller, id, [caller.userId]);
      return;
    }
    await loadFile(db, id, caller, 'delete');
    await db.transaction().execute(async (tx) => {
      const uses = await findUses(tx, [id]);
      await assertRemovable(tx, id);
      for (const use of uses.filter(({ status }) => isEditable(status))) await dropFromTransaction(tx, caller, use);
      await lockFiles(tx, [id]);
      const file = await loadFile(tx, id, caller, 'delete');
      if (await isOfParties(tx, id)) await hideFilesFromOwner(tx, [id]);
      else {
        await deleteFile(tx, id);
        await forgetAudit(tx, id);
      }
      await record(tx, caller, id, 'file_deleted', file.title);
    });
  }

  /** Whether others have signed the file, or it is the audit of what they signed. */
  async function isOfParties(tx: Tx, id: string): Promise<boolean> {
    for (const { transactionId } of [...(await findUses(tx, [id])), ...(await findAudited(tx, [id]))]) {
      const state = await lockTransactionForJob(tx, transactionId);
      if (state && hasParties(state)) return true;
    }
    return false;
  }

  async function reportEvent(caller: Caller, id: string, event: InsightAction): Promise<void> {
    const { file, view } = await loadFileAndView(db, id, caller, 'reportEvent');
    // The history is evidence of those who have a part in it.
    if (!isInside(view, caller)) return;
    await db.transaction().execute((tx) => record(tx, caller, id, event, file.title));
  }

  async function insights(caller: Caller, id: string): Promise<OutputOf<'files.insights'>> {
    const file = await loadFile(db, id, caller, 'readInsights');
    const everything = file.owner_id === caller.userId || (await administers(db, file.org_id, caller));
    return { insights: await listInsights(db, id, { userId: caller.userId, everything }) };
  }

  /** Whether the caller owns a file with this id. */
  async function exists(caller: Caller, id: string): Promise<boolean> {
    return (await findFile(db, id))?.owner_id === caller.userId;
  }

  return {
    create, exists, getMeta, list, updateMeta, downloadUrl, signatures, updateUrl, remove, reportEvent, insights,
    uploadUrl: (caller: Caller, { mimeType, size }: { mimeType: FileMimeType; size?: number | undefined }) => {
      if (caller.profileType === 'guest') throw new AppError('create_file_permission_denied');
      return uploads.open({ userId: caller.userId, holder: holderOf(quotaSpaceOf(caller)) }, 'file', mimeType, {}, size);
    },
  };
}

/** Makes the uploaded body the current version, unless another version was stored first. */
export const onFileUpdateStored: OnStored = async (tx, upload, body) => {
  const [file] = upload.file_id ? await lockFiles(tx, [upload.file_id]) : [];
  if (!file) throw new AppError('not_found');
  // The upload URL may outlive the permission: check it again.
  const uploader = { userId: upload.owner_id, ...(await restrictionsOfAccount(tx, upload.owner_id)) };
  if (effectiveAccess(file, uploader).ownerId !== uploader.userId && !(await administers(tx, file.org_id, uploader))) throw new AppError('forbidden', { reason: 'owner' });
  const uses = await findUses(tx, [file.id]);
  if (uses.some(({ status }) => !isEditable(status)) || (await isFileHeld(tx, file.id))) throw new AppError('resource_in_use');
  if (file.version !== upload.base_version) throw new AppError('conflict');
  const version = file.version + 1;
  await insertVersion(tx, {
    file_id: file.id, version, body_ref: upload.body_ref, mime: upload.mime, size: body.size, hash: body.hash,
    kind: 'update', created_by: upload.owner_id,
  });
  // The body to convert has been replaced.
  if (file.convert_status === 'pending') await updateFile(tx, file.id, { convert_status: null });
  await setUploadStatus(tx, upload.body_ref, 'used');
  const user = await findUserById(tx, upload.owner_id);
  const actor = user && { userId: user.id, email: user.email, phone: user.phone, firstName: user.first_name, lastName: user.last_name };
  await recordInsight(tx, actor ?? null, { resourceId: file.id, resourceType: 'document', action: 'file_updated', attributes: { title: file.title } });
  return version;
};

/** Public access is not part of what is sent: the owner changes it at any time. */
const isOnlyPublishing = ({ public: isPublic, attributes }: FileUpdate): boolean => isPublic !== undefined && attributes.title === undefined && attributes.fields === undefined;

const record = (tx: Tx, caller: Caller, id: string, action: InsightAction, title: string): Promise<void> =>
  recordInsight(tx, caller, { resourceId: id, resourceType: 'document', action, attributes: { title } });

/** Removes the file from a draft. A draft without files is deleted. */
async function dropFromTransaction(tx: Tx, caller: Caller, use: FileUse): Promise<void> {
  const state = await lockTransactionForJob(tx, use.transactionId);
  if (!state || !isEditable(state.row.status)) return;
  const left = state.fileIds.filter((id) => id !== use.fileId);
  await changeFiles(tx, state, left);
  await changeTransaction(tx, state, left.length === 0 ? { deleted_at: new Date() } : {});
  await publishTransactionEvent(tx, state, caller, left.length === 0 ? 'transaction_deleted' : 'transaction_updated');
  if (left.length === 0) await notifyOfRequest(tx, state, caller, 'deleted', { userIds: audienceOf(state), person: 'actor' });
}
