/** A document that could not be uploaded stays in this browser, and is created on the server when it is there. */
import type { Field } from '#contract/entities/field.ts';
import type { FileMeta, FileMimeType } from '#contract/entities/file.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError, toAppError } from '../app-error.ts';
import { keepableFields } from '../uploads/keepable-fields.ts';
import { currentSpace } from '../space.ts';
import { fileFrom, type LocalFile } from './local-resources.ts';
import { assertRoom, changeTasks, type TaskDraft } from './task-store.ts';

interface NewFile {
  readonly id: string;
  readonly file: Blob;
  readonly mimeType: FileMimeType;
  readonly title: string;
  readonly fields: Field[];
}

/** Browsers hash in secure contexts only. Elsewhere the failure of the line is told. */
const hashOf = async (file: Blob): Promise<string> => {
  if (!crypto.subtle) throw new AppError('unknown_network_error');
  return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Failures of an upload that pass by themselves. */
const passing: ReadonlySet<ErrorCode> = new Set(['unknown_network_error', 'request_timeout_error', 'service_unavailable', 'rate_limit_exceeded']);

/** What becomes of a document whose upload failed: it waits here, unless it was refused. */
export const queueUnlessRefused = async (userId: string, file: NewFile, failure: unknown): Promise<FileMeta> => {
  if (!passing.has(toAppError(failure).code)) throw failure;
  return queueFile(userId, file);
};

/** Fails where this browser has no room for it. */
export const queueFile = async (userId: string, { id, file, mimeType, title, fields }: NewFile): Promise<FileMeta> => {
  await assertRoom(file.size);
  const body: LocalFile = { id, mimeType, size: file.size, hash: await hashOf(file), title, fields: await keepableFields(fields) };
  const draft: TaskDraft = { kind: 'file', resourceId: id, title, call: 'files.createMeta', input: { body }, needs: [] };
  const orgId = currentSpace();
  await changeTasks(userId, orgId, () => ({ add: [draft] }), { fileId: id, body: file });
  return fileFrom({ ...draft, id: 0, userId, orgId, createdAt: Date.now(), state: 'waiting', syncingSince: null, reason: null });
};
