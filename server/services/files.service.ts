import { bodyMimeTypes, type BodyMimeType, type FileCreate, type FileMeta, type FileSummary, type FileUpdate } from '#contract/entities/file.ts';
import type { OutputOf } from '#contract/calls/calls.ts';
import { field as fieldShape } from '#contract/entities/field.ts';
import { normaliseField } from '#contract/entities/field-rules.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import { counts } from '#contract/limits.ts';
import { mayWithFile, type FileAct, type FileView } from '#contract/permissions/file.permissions.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { newId } from '#server/app/id.ts';
import {
  countFiles, fileIdTaken, findFile, findUses, findVersion, insertFile, insertVersion, listFiles, lockFiles, removeFile,
  updateFile, type FileRow, type FileUse,
} from '#server/repositories/files.repository.ts';
import { findSigningsOfFile } from '#server/repositories/signings.repository.ts';
import { setTransactionFiles, updateTransaction } from '#server/repositories/transactions.repository.ts';
import { lockStoredUpload, setUploadStatus } from '#server/repositories/uploads.repository.ts';
import { viewerOf, type Caller } from './caller.ts';
import { listInsights, recordInsight } from './insights.service.ts';
import { tell } from './notifying.ts';
import { completeStates, lockTransactionForJob, viewOf } from './transaction-state.ts';
import type { OnStored, UploadsService } from './uploads.service.ts';

interface FilesDependencies {
  db: Db;
  uploads: UploadsService;
}

export type FilesService = ReturnType<typeof createFilesService>;

export function createFilesService({ db, uploads }: FilesDependencies) {
  async function create(caller: Caller, input: FileCreate): Promise<FileMeta> {
    if (caller.profileType === 'guest') throw new AppError('create_file_permission_denied');
    const id = input.id ?? newId();
    const known = input.id ? await findFile(db, input.id) : undefined;
    if (known) return repeated(known, caller, input);
    await db.transaction().execute(async (tx) => {
      if (await fileIdTaken(tx, id)) throw new AppError('conflict');
      const upload = await lockStoredUpload(tx, caller.userId, input.bodyRef, 'file');
      if (!upload?.hash || upload.size === null) throw new AppError('file_body_missing');
      await insertFile(tx, {
        id, owner_id: caller.userId, title: input.attributes.title, public: input.public,
        fields: JSON.stringify(input.attributes.fields.map(normaliseField)),
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

  /** A create that was sent again, because its answer got lost, finds what it made. */
  async function repeated(known: FileRow, caller: Caller, input: FileCreate): Promise<FileMeta> {
    const first = await findVersion(db, known.id, 1);
    if (known.owner_id !== caller.userId || first?.body_ref !== input.bodyRef) throw new AppError('conflict');
    return toMeta(db, known);
  }

  async function getMeta(caller: Caller, id: string): Promise<FileMeta> {
    return toMeta(db, await loadFile(db, id, caller, 'read'));
  }

  async function list(caller: Caller, after: string | undefined): Promise<OutputOf<'files.list'>> {
    const rows = await listFiles(db, caller.userId, after);
    const page = rows.slice(0, counts.listPage);
    const uses = await findUses(db, page.map((row) => row.id));
    return {
      files: page.map((row) => toSummary(row, uses)),
      lastKey: rows.length > counts.listPage ? (page.at(-1)?.id ?? null) : null,
      counters: await countFiles(db, caller.userId),
    };
  }

  async function updateMeta(caller: Caller, id: string, input: FileUpdate): Promise<FileMeta> {
    await loadFile(db, id, caller, 'updateMeta');
    await db.transaction().execute(async (tx) => {
      await lockFiles(tx, [id]);
      const file = await loadFile(tx, id, caller, 'updateMeta');
      if (input.metaVersion !== undefined && input.metaVersion !== file.meta_version) throw new AppError('conflict');
      const { title, fields } = input.attributes;
      await updateFile(tx, id, {
        ...(title !== undefined && { title }),
        ...(fields && { fields: JSON.stringify(fields.map(normaliseField)) }),
        ...(input.public !== undefined && { public: input.public }),
      });
      if (title !== undefined && title !== file.title) await record(tx, caller, id, 'file_updated', title);
    });
    return getMeta(caller, id);
  }

  async function downloadUrl(caller: Caller, id: string, version: number | undefined): Promise<OutputOf<'files.downloadUrl'>> {
    const file = await loadFile(db, id, caller, 'download');
    const body = await findVersion(db, id, version ?? file.version);
    if (!body) throw new AppError('version_not_found');
    const name = `${file.title.replace(/\.pdf$/i, '')}.${bodyMimeTypes[body.mime as BodyMimeType]}`;
    return {
      url: uploads.download({ ref: body.body_ref, mime: body.mime, name }),
      version: body.version, hash: body.hash, size: Number(body.size),
    };
  }

  async function updateUrl(caller: Caller, id: string, mime: BodyMimeType): Promise<{ url: string; bodyRef: string }> {
    const file = await loadFile(db, id, caller, 'updateBody');
    return uploads.open(caller.userId, 'file_update', mime, { file_id: id, base_version: file.version });
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await loadFile(db, id, caller, 'delete');
    await db.transaction().execute(async (tx) => {
      const uses = await findUses(tx, [id]);
      for (const use of uses.filter(({ status }) => isEditable(status))) await dropFromTransaction(tx, caller, use);
      await lockFiles(tx, [id]);
      const file = await loadFile(tx, id, caller, 'delete');
      await removeFile(tx, id);
      await record(tx, caller, id, 'file_deleted', file.title);
    });
  }

  async function reportEvent(caller: Caller, id: string, event: InsightAction): Promise<void> {
    const file = await loadFile(db, id, caller, 'reportEvent');
    await db.transaction().execute((tx) => record(tx, caller, id, event, file.title));
  }

  async function insights(caller: Caller, id: string): Promise<OutputOf<'files.insights'>> {
    await loadFile(db, id, caller, 'readInsights');
    return { insights: await listInsights(db, id) };
  }

  return {
    create, getMeta, list, updateMeta, downloadUrl, updateUrl, remove, reportEvent, insights,
    uploadUrl: (caller: Caller, mime: BodyMimeType) => {
      if (caller.profileType === 'guest') throw new AppError('create_file_permission_denied');
      return uploads.open(caller.userId, 'file', mime);
    },
  };
}

/** A body put to an update address becomes the current version, unless another one came first. */
export const onFileUpdateStored: OnStored = async (tx, upload, body) => {
  const [file] = upload.file_id ? await lockFiles(tx, [upload.file_id]) : [];
  if (!file) throw new AppError('not_found');
  const uses = await findUses(tx, [file.id]);
  if (uses.some(({ status }) => !isEditable(status))) throw new AppError('resource_in_use');
  if (file.version !== upload.base_version) throw new AppError('conflict');
  const version = file.version + 1;
  await insertVersion(tx, {
    file_id: file.id, version, body_ref: upload.body_ref, mime: upload.mime, size: body.size, hash: body.hash,
    kind: 'update', created_by: upload.owner_id,
  });
  await setUploadStatus(tx, upload.body_ref, 'used');
  return version;
};

const record = (tx: Tx, caller: Caller, id: string, action: InsightAction, title: string): Promise<void> =>
  recordInsight(tx, caller, { resourceId: id, resourceType: 'document', action, attributes: { title } });

/** A draft loses the file; one that has none left is removed. */
async function dropFromTransaction(tx: Tx, caller: Caller, use: FileUse): Promise<void> {
  const state = await lockTransactionForJob(tx, use.transactionId);
  if (!state || !isEditable(state.row.status)) return;
  const left = state.fileIds.filter((id) => id !== use.fileId);
  await setTransactionFiles(tx, state.row.id, left);
  await updateTransaction(tx, state.row.id, left.length === 0 ? { deleted_at: new Date() } : {});
  await tell(tx, state, caller, left.length === 0 ? 'transaction_deleted' : 'transaction_updated');
}

/** The file, if the caller may do this with it. */
export async function loadFile(db: Db | Tx, id: string, caller: Caller, act: FileAct): Promise<FileRow> {
  const file = await findFile(db, id);
  if (!file) throw new AppError('not_found');
  if (mayWithFile(await viewFor(db, file, caller), caller.userId, act)) return file;
  const mine = file.owner_id === caller.userId;
  throw new AppError(mine ? 'resource_in_use' : 'permission_denied');
}

async function viewFor(db: Db | Tx, file: FileRow, caller: Caller): Promise<FileView> {
  const uses = await findUses(db, [file.id]);
  const rows = uses.length === 0 ? [] : await db
    .selectFrom('transactions').selectAll().where('id', 'in', uses.map((use) => use.transactionId)).execute();
  const states = await completeStates(db, rows);
  const viewer = viewerOf(caller);
  return {
    ownerId: file.owner_id,
    public: file.public,
    sharedWith: file.shared_with,
    transactions: states.map((state) => ({ status: state.row.status, readable: may(viewOf(state), viewer, 'read') })),
  };
}

function toSummary(row: FileRow, uses: readonly FileUse[]): FileSummary {
  return {
    id: row.id,
    ext: bodyMimeTypes[row.mime as BodyMimeType],
    sourceMime: row.mime,
    bodyRef: row.body_ref,
    size: Number(row.size),
    hash: row.hash,
    public: row.public,
    version: row.version,
    metaVersion: row.meta_version,
    ownerId: row.owner_id,
    orgId: null,
    sharedWith: row.shared_with,
    changeOwnerAllowed: false,
    title: row.title,
    type: row.type,
    relatedToTransactions: uses.filter((use) => use.fileId === row.id).map((use) => use.transactionId),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

async function toMeta(db: Db, row: FileRow): Promise<FileMeta> {
  const [uses, signings] = await Promise.all([findUses(db, [row.id]), findSigningsOfFile(db, row.id)]);
  const summary = toSummary(row, uses);
  return {
    ...summary,
    attributes: {
      title: row.title,
      type: row.type,
      fields: row.fields.map((each) => fieldShape.parse(each)),
      signaturesCache: signings.map((each) => ({ id: each.id, userId: each.user_id, transactionId: each.transaction_id })),
      relatedToTransactions: summary.relatedToTransactions,
      relatedToTemplates: [],
    },
  };
}
