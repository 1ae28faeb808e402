/** Conversion of other file types to PDF: a call requests it, a job performs it, an event reports the outcome. */
import { extensionOf, isSourceMime, withoutExtension } from '#contract/entities/file.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { isTimeLimit, type AttemptLength, type Converter } from '#server/adapters/conversion/converter.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { addConversionUse } from '#server/repositories/conversion-use.repository.ts';
import { findFile, insertVersion, lockFiles, updateFile, type FileRow } from '#server/repositories/files.repository.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { setUploadStatus } from '#server/repositories/uploads.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { convertLongTask, convertTask, countAhead, queueConversion } from './conversion-queue.ts';
import { notify } from '#server/services/notifications/notify.ts';
import { assertFileUnlocked } from '#server/services/transactions/draft-locks.ts';
import { loadFile } from './file-state.ts';
import { runWhileNeeded } from './run-while-needed.ts';
import { administratorsOf } from '#server/services/organizations/organization-access.ts';
import type { GeneratedBodies, GeneratedBody } from '#server/services/storage/generated-bodies.ts';

type ConvertStatus = NonNullable<FileRow['convert_status']>;

interface ConvertingDependencies {
  db: Db;
  storage: Storage;
  bodies: GeneratedBodies;
  converter: Converter;
}

interface Attempt {
  length: AttemptLength;
  /** Whether the queue will not retry. */
  last: boolean;
  /** Aborts so that another node takes over. */
  signal?: AbortSignal | undefined;
}

/** Pending conversions per person. */
const mostWaiting = 10;

async function countWaiting(tx: Tx, ownerId: string): Promise<number> {
  await lockKey(tx, `conversions/${ownerId}`);
  const { count } = await tx.selectFrom('files').select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId).where('convert_status', '=', 'pending').executeTakeFirstOrThrow();
  return Number(count);
}

export type ConversionService = ReturnType<typeof createConversionService>;

export function createConversionService({ db, storage, bodies, converter }: ConvertingDependencies) {
  /** `onlyAsk`: only returns the status, so that a polling client does not restart a rejected conversion. */
  async function start(caller: Caller, id: string, onlyAsk = false): Promise<{ status: ConvertStatus; ahead: number | null }> {
    await loadFile(db, id, caller, 'updateBody');
    await assertFileUnlocked(db, id, ['documents', 'fields']);
    return db.transaction().execute(async (tx) => {
      const [file] = await lockFiles(tx, [id]);
      if (!file) throw new AppError('not_found');
      if (file.convert_status === 'resolved') return { status: 'resolved', ahead: null };
      if (file.convert_status === 'pending') return { status: 'pending', ahead: await countAhead(tx, id) };
      if (onlyAsk) return { status: 'rejected', ahead: null };
      if (!isSourceMime(file.mime)) throw new AppError('invalid_file_extension');
      const waiting = await countWaiting(tx, file.owner_id);
      if (waiting >= mostWaiting) throw new AppError('too_many_requests');
      await updateFile(tx, id, { convert_status: 'pending', source_mime: file.mime });
      await queueConversion(tx, convertTask, { fileId: id, version: file.version, ownerId: file.owner_id, others: waiting });
      return { status: 'pending' as const, ahead: await countAhead(tx, id) };
    });
  }

  /**
   * The job. Does nothing if the file was changed or converted meanwhile, and stops when that happens. A short attempt that
   * reaches its time limit goes to the lane of long ones.
   */
  async function run(id: string, version: number, attempt: Attempt): Promise<void> {
    const file = await findFile(db, id);
    if (!isNeeded(file, version)) return;
    try {
      const pdf = await convert(file, attempt);
      if (pdf === null) return;
      const owner = { userId: file.owner_id, holder: holderOf({ userId: file.owner_id, orgId: file.org_id }) };
      const body = await bodies.put(owner, { purpose: 'file_update', mime: 'application/pdf', maxSize: 2 * sizes.file, size: pdf.length }, [pdf]);
      await db.transaction().execute((tx) => storeResult(tx, file, body));
    } catch (error) {
      if (attempt.length === 'short' && isTimeLimit(error)) return handOver(file);
      if (error instanceof AppError || attempt.last) await giveUp(file, error instanceof AppError ? error.code : 'internal_error');
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** Queues the file for a long attempt. */
  async function handOver(seen: FileRow): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const [file] = await lockFiles(tx, [seen.id]);
      if (!isNeeded(file, seen.version)) return;
      const waiting = await countWaiting(tx, file.owner_id);
      await queueConversion(tx, convertLongTask, { fileId: file.id, version: file.version, ownerId: file.owner_id, others: waiting - 1 });
    });
  }

  /** Marks the conversion as rejected; it can be requested again. */
  async function giveUp(seen: FileRow, code: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const [file] = await lockFiles(tx, [seen.id]);
      if (isNeeded(file, seen.version)) await settle(tx, file, 'rejected', { code });
    });
  }

  /** Returns null if nobody wants the result any more. The time counts for the owner, however the attempt ends. */
  async function convert(file: FileRow, { length, signal }: Attempt): Promise<Buffer | null> {
    const { mime } = file;
    if (!isSourceMime(mime)) throw new AppError('invalid_file_extension');
    const local = await storage.local(file.body_ref);
    const began = performance.now();
    try {
      // Tails are appended to PDF documents only.
      const [whole, ...rest] = local.parts;
      if (whole === undefined || rest.length > 0) throw new AppError('invalid_file_extension');
      return await runWhileNeeded({
        isNeeded: async () => isNeeded(await findFile(db, file.id), file.version), signal,
        work: (stop) => converter.convert(whole.path, mime, { length, signal: stop }),
      });
    } finally {
      await local.release();
      if (!signal?.aborted) await addConversionUse(db, file.owner_id, (performance.now() - began) / 1000);
    }
  }

  return { start, run };
}

const isNeeded = (file: FileRow | undefined, version: number): file is FileRow =>
  file?.convert_status === 'pending' && file.version === version && isSourceMime(file.mime);

async function storeResult(tx: Tx, seen: FileRow, body: GeneratedBody): Promise<void> {
  const [file] = await lockFiles(tx, [seen.id]);
  if (!isNeeded(file, seen.version)) return;
  const version = file.version + 1;
  await insertVersion(tx, {
    file_id: file.id, version, body_ref: body.bodyRef, mime: body.mime, size: body.size, hash: body.hash, kind: 'update', created_by: file.owner_id,
  });
  await setUploadStatus(tx, body.bodyRef, 'used');
  await settle(tx, file, 'resolved', { version }, `${withoutExtension(file.title, extensionOf(file.mime))}.pdf`);
}

async function settle(tx: Tx, file: FileRow, status: ConvertStatus, data: Record<string, unknown>, title = file.title): Promise<void> {
  await updateFile(tx, file.id, { convert_status: status, title });
  // Everyone who may request the conversion may be waiting for it, and everyone who sees the file now sees a new version.
  const userIds = [file.owner_id, ...file.shared_with, ...(await administratorsOf(tx, file.org_id))];
  await publishEvent(tx, { type: 'convert_to_pdf', resourceId: file.id, orgId: file.org_id, actorId: null, userIds, data: { status, ...data } });
  if (status === 'rejected') await notify(tx, { code: 'conversion_failed', source: { kind: 'file', id: file.id }, actorId: null, userIds: [file.owner_id] });
}
