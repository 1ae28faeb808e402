/**
 * Documents and drafts that somebody made without an account move into it at the sign-in: each once, however many tabs sign in
 * and however often a try breaks off, because its id in the account is known beforehand.
 */
import type { Field } from '#contract/entities/field.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { timing } from '#contract/limits/timing.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { isXhtml, XHTML } from '#web/services/engine/xhtml/xhtml.service.ts';
import { inspectFile } from '#web/services/uploads/inspect-file.ts';
import { uploadFile } from '#web/services/uploads/upload-file.ts';
import { noteVisitorEntries } from '#web/services/visitor/entries-hint.ts';
import { accountIdOf } from '#web/services/visitor/local-ids.ts';
import type { VisitorEntry, VisitorFile, VisitorOwner, VisitorUnit } from '#web/services/visitor/visitor-database.ts';
import { claimVisitorEntries, listVisitorEntries, markVisitorFailed, markVisitorFileMoved, markVisitorSyncing, removeVisitorEntries } from '#web/services/visitor/visitor-entries.service.ts';
import { readVisitorFile } from '#web/services/visitor/visitor-files.service.ts';
import { joinFields } from '../field/file-fields.ts';
import { filesRequests } from '../files/files.requests.ts';
import type { ListState } from '../list-state.ts';
import type { AppDispatch, RootState } from '../store.ts';
import { templatesRequests } from '../templates/templates.requests.ts';
import { transactionsRequests } from '../transactions/transactions.requests.ts';
import { titleOf } from '../uploads/upload-rules.ts';
import type { Upload } from '../uploads/uploads.slice.ts';
import { movesShown, uploadChanged, uploadDismissed } from '../uploads/uploads.slice.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => T;

/** Held by the tab that moves. A browser without locks relies on the ids alone. */
const LOCK = 'countersign-visitor-move';
const alone = (work: () => Promise<void>): Promise<void> => ('locks' in navigator ? navigator.locks.request(LOCK, work) : work());

/** Failures that pass by themselves: the next page, or the return of the connection, tries again. */
const passing: ReadonlySet<ErrorCode> = new Set(['unknown_network_error', 'request_timeout_error', 'service_unavailable', 'rate_limit_exceeded', 'process_canceled']);

/** Without locks, another tab may be at work on it. */
const isElsewhere = ({ state, syncingSince }: VisitorEntry): boolean =>
  !('locks' in navigator) && state === 'syncing' && syncingSince !== null && Date.now() - syncingSince < timing.syncingLock;

const isDue = (entry: VisitorEntry, chosen: string | undefined): boolean => {
  if (entry.id === chosen) return true;
  return entry.state === 'uploading_error' ? entry.reason !== null && passing.has(entry.reason.code) : !isElsewhere(entry);
};

/** Whether an earlier try has created it, whose answer was lost. What was deleted in the account since counts as moved, too. */
const isInAccount = async (id: string, userId: string): Promise<boolean> => {
  try {
    return (await call('files.getMeta', { params: { id } })).ownerId === userId;
  } catch (error) {
    if (toAppError(error).code === 'not_found') return false;
    throw error;
  }
};

/** The fields to save with a document: those placed here, or its own. */
const fieldsOf = async ({ body, fields }: VisitorFile): Promise<Field[]> => {
  if (fields) return fields;
  try {
    return joinFields([], (await inspectFile(body)).fields);
  } catch (error) {
    console.info('A document moves without its form fields', toAppError(error).code);
    return [];
  }
};

interface Move {
  readonly owner: VisitorOwner;
  /** Whether an earlier try broke off. */
  readonly isRepeated: boolean;
  onProgress(share: number): void;
}

const moveFile = async (localId: string, { owner, isRepeated, onProgress }: Move): Promise<void> => {
  const id = accountIdOf(localId);
  if (isRepeated && (await isInAccount(id, owner.userId))) return;
  const file = await readVisitorFile(localId);
  const mimeType = isXhtml(file.body) ? XHTML : 'application/pdf';
  try {
    await uploadFile({ file: file.body, mimeType, title: titleOf(file.title), fields: await fieldsOf(file), signal: new AbortController().signal, onProgress, id, orgId: owner.orgId });
  } catch (error) {
    // The id is in use: an earlier try, or another tab, was faster.
    if (toAppError(error).code !== 'conflict') throw error;
  }
};

const createUnit = async ({ kind, id: localId, fileIds }: VisitorUnit, { orgId }: VisitorOwner): Promise<void> => {
  const input = { query: { orgId: orgId ?? undefined }, body: { id: accountIdOf(localId), fileIds: fileIds.map(accountIdOf) } };
  try {
    await (kind === 'template' ? call('templates.create', input) : call('transactions.create', input));
  } catch (error) {
    // The id is in use: created by an earlier try, and deleted in the account since.
    if (toAppError(error).code !== 'conflict') throw error;
  }
};

const moveUnit = async (unit: VisitorUnit, files: readonly VisitorFile[], move: Move): Promise<void> => {
  for (const [index, fileId] of unit.fileIds.entries()) {
    const file = files.find(({ id }) => id === fileId);
    if (file && !file.isMoved) {
      await moveFile(fileId, { ...move, onProgress: (share) => move.onProgress((index + share) / unit.fileIds.length) });
      await markVisitorFileMoved(fileId);
    }
    move.onProgress((index + 1) / unit.fileIds.length);
  }
  await createUnit(unit, move.owner);
};

const isFile = (entry: VisitorEntry): entry is VisitorFile => entry.kind === 'file';

const rowOf = (entry: VisitorEntry, status: Upload['status']): Upload => ({
  id: entry.id, additionId: 'visitor', title: entry.title, size: isFile(entry) ? entry.body.size : 0, status, progress: 0,
  error: status === 'failed' ? entry.reason : null, warning: null, fileId: null, localId: entry.id,
});

/** A browser whose storage is full can't note it. The next page tries again. */
const noteFailure = async (id: string, reason: ErrorInfo): Promise<void> => {
  try {
    await markVisitorFailed(id, reason);
  } catch (error) {
    console.warn('That a document was not moved is not noted', toAppError(error).code);
  }
};

const moveEntry = (entry: VisitorEntry, files: readonly VisitorFile[], owner: VisitorOwner): Thunk<Promise<boolean>> => async (dispatch) => {
  const { id } = entry;
  const move: Move = { owner, isRepeated: entry.syncingSince !== null, onProgress: (progress) => dispatch(uploadChanged({ id, progress })) };
  dispatch(uploadChanged({ id, status: 'uploading', progress: 0, error: null }));
  try {
    await markVisitorSyncing(id, owner);
    await (isFile(entry) ? moveFile(id, move) : moveUnit(entry, files, move));
    await removeVisitorEntries([id]);
    dispatch(uploadDismissed(id));
    return true;
  } catch (error) {
    const reason = toAppError(error).toInfo();
    dispatch(uploadChanged({ id, status: 'failed', error: reason }));
    await noteFailure(id, reason);
    return false;
  }
};

const wasListed = ({ shown, initiallyFetched }: ListState<unknown>): boolean => shown !== null || initiallyFetched;

const refreshLists: Thunk<void> = (dispatch, getState) => {
  const { files, transactions, templates } = getState();
  if (wasListed(files)) void dispatch(filesRequests.refresh());
  if (wasListed(transactions)) void dispatch(transactionsRequests.refresh());
  if (wasListed(templates)) void dispatch(templatesRequests.refresh());
};

/** Moves what waits in this browser into the account of the signed-in person. `chosen`: also this one, although it failed. Returns how many were moved. */
export const moveToAccount = (chosen?: string): Thunk<Promise<number>> => async (dispatch, getState) => {
  const { userId, orgId } = getState().session;
  if (userId === null) return 0;
  let moved = 0;
  await alone(async () => {
    const all = await claimVisitorEntries({ userId, orgId });
    const files = all.filter(isFile);
    // The documents of a draft go with it.
    const entries = all.filter((entry) => !isFile(entry) || !all.some(({ id }) => id === entry.unitId));
    const due = entries.filter((entry) => isDue(entry, chosen));
    dispatch(movesShown(entries.filter((entry) => !isElsewhere(entry)).map((entry) => rowOf(entry, due.includes(entry) ? 'waiting' : 'failed'))));
    for (const entry of due) {
      if (getState().session.userId !== userId) return;
      const owner = entry.id === chosen || !entry.owner ? { userId, orgId } : entry.owner;
      if (await dispatch(moveEntry(entry, files, owner))) moved += 1;
    }
  });
  if (typeof localStorage !== 'undefined') noteVisitorEntries((await listVisitorEntries()).length > 0);
  if (moved > 0) dispatch(refreshLists);
  return moved;
};

/** Removes a document or draft that could not be moved from this browser. */
export const discardMove = (id: string): Thunk<Promise<void>> => async (dispatch) => {
  await removeVisitorEntries([id]);
  dispatch(uploadDismissed(id));
};
