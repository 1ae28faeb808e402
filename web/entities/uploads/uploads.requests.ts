import { nanoid } from '@reduxjs/toolkit';
import type { CloudEntry, CloudSourceId } from '#contract/entities/cloud.ts';
import { errors } from '#contract/errors.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, isErrorInfo, toAppError } from '#web/services/app-error.ts';
import { beginTransfer, cancelTransfer, attachedFile, attachedRemote, attachFile, attachRemote, releaseFile } from '#web/services/uploads/upload-sources.ts';
import { cleanCopyOf } from '#web/services/uploads/clean-copy.ts';
import { unlockPdf } from '#web/services/uploads/unlock-pdf.ts';
import { selectLimits } from '../deployment/use-limits.ts';
import { allFiles, formChecked, selectFile } from '../files/files.slice.ts';
import type { AppDispatch, RootState } from '../store.ts';
import { selectTemplate } from '../templates/templates.slice.ts';
import { createTemplate } from '../templates/templates.requests.ts';
import { createTransaction } from '../transactions/transactions.requests.ts';
import { selectTransaction } from '../transactions/transactions.slice.ts';
import { ingestFile, ingestRemote } from './ingest.ts';
import type { CheckContext } from './upload-rules.ts';
import { checkFiles, sameTitle, smallestFirst, titleOf } from './upload-rules.ts';
import type { Addition, Upload, UploadTarget } from './uploads.slice.ts';
import { changeUnitFiles, withFiles } from './unit-files.ts';
import { additionFinished, additionReopened, filesAdded, isOver, selectAddition, selectUpload, selectUploads, uploadChanged } from './uploads.slice.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => T;

/** Titles and number of files that already exist at the target. */
const contextOf = (target: UploadTarget, state: RootState): CheckContext => {
  if (target.kind === 'newTransaction' || target.kind === 'newTemplate') return {};
  if (target.kind === 'files') return { titles: allFiles(state.files).map((file) => file.title) };
  const unit = target.kind === 'template' ? selectTemplate(state, target.id) : selectTransaction(state, target.id);
  const fileIds = unit?.fileIds ?? [];
  const titles = fileIds.flatMap((id) => selectFile(state, id)?.title ?? []);
  return { titles, count: fileIds.length };
};

/** Returns the id of the file with this title. */
const namesake = (title: string, { files }: RootState): string | undefined => allFiles(files).find((file) => sameTitle(file.title) === sameTitle(title))?.id;

const infoOf = (code: AppError['code'] | null): ErrorInfo | null => (code ? new AppError(code).toInfo() : null);

/** Whether the file's structure prevents signing and a rewritten copy can be signed. */
const isCleanable = (code: AppError['code'] | null): boolean => code === 'sign_readers_may_disagree' || code === 'sign_hybrid' || code === 'sign_repaired';

/** Ingests one file. An error is stored with this file. */
const process = (id: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const [file, remote] = [attachedFile(id), attachedRemote(id)];
  const upload = selectUpload(getState(), id);
  if (!upload || isOver(upload.status)) return;
  const signal = beginTransfer(id);
  try {
    dispatch(uploadChanged({ id, status: 'checking', error: null }));
    const taking = file ? ingestFile(upload, file, signal) : remote ? ingestRemote(upload, remote, signal) : null;
    if (!taking) return;
    const { fileId, facts } = await dispatch(taking);
    if (facts.isForm !== null) dispatch(formChecked({ id: fileId, isForm: facts.isForm }));
    dispatch(uploadChanged({ id, status: 'done', progress: 1, fileId, warning: facts.unsignable }));
    if (!isCleanable(facts.unsignable)) releaseFile(id);
  } catch (error) {
    const { code, ...info } = toAppError(error).toInfo();
    if (code === 'process_canceled') dispatch(uploadChanged({ id, status: 'canceled' }));
    else dispatch(uploadChanged({ id, status: 'failed', error: { code, ...info } }));
  }
};

/** Puts documents of a visitor into a draft of this browser. */
const placeHere = (kind: 'transaction' | 'template', id: string | null, fileIds: string[]): Thunk<Promise<string>> => async (_, getState) => {
  const { addToVisitorUnit, createVisitorUnit } = await import('#web/services/visitor/visitor-entries.service.ts');
  const title = selectUploads(getState()).find(({ fileId }) => fileId !== null && fileIds.includes(fileId))?.title ?? '';
  if (id === null) return createVisitorUnit(kind, fileIds, title);
  await addToVisitorUnit(id, fileIds, selectLimits(getState()).fileCount);
  return id;
};

/** Puts the stored files into their target; the first ones create it. Returns the id of the transaction or template. */
const place = ({ target, unitId }: Addition, fileIds: string[]): Thunk<Promise<string | null>> => async (dispatch, getState) => {
  const id = unitId ?? ('id' in target ? target.id : null);
  if (target.kind === 'files' || fileIds.length === 0) return id;
  const kind = target.kind === 'newTemplate' || target.kind === 'template' ? 'template' : 'transaction';
  if (getState().session.status !== 'signedIn') return dispatch(placeHere(kind, id, fileIds));
  if (!id) {
    // The server would name it so, too. Without the server nobody else knows what the document is called.
    const name = selectUploads(getState()).find(({ fileId }) => fileId === fileIds[0])?.title;
    const body = { fileIds, ...(name && { name }) };
    return (await (kind === 'template' ? dispatch(createTemplate(body)).unwrap() : dispatch(createTransaction(body)).unwrap())).id;
  }
  await dispatch(changeUnitFiles({ kind, id }, withFiles(fileIds)));
  return id;
};

const finish = (additionId: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const addition = selectAddition(getState(), additionId);
  if (!addition) return;
  const own = selectUploads(getState()).filter((each) => each.additionId === additionId);
  const fileIds = own.flatMap((each) => each.fileId ?? []);
  try {
    const unitId = await dispatch(place(addition, fileIds));
    dispatch(additionFinished({ id: additionId, unitId, error: null }));
  } catch (error) {
    const info = isErrorInfo(error) ? error : toAppError(error).toInfo();
    dispatch(additionFinished({ id: additionId, unitId: addition.unitId, error: info }));
  }
};

const run = (additionId: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const own = selectUploads(getState()).filter((each) => each.additionId === additionId && each.status === 'waiting');
  for (const upload of smallestFirst(own)) await dispatch(process(upload.id));
  await dispatch(finish(additionId));
};

/** Ingests files: checks the set, then processes each from smallest to largest. Returns the id of the addition. */
export const addFiles = (files: readonly File[], target: UploadTarget): Thunk<string> => (dispatch, getState) => {
  const additionId = nanoid();
  const converts = getState().session.status === 'signedIn';
  const { fileSize: size, fileCount: count } = selectLimits(getState());
  const checked = checkFiles(files, { ...contextOf(target, getState()), limits: { size, count }, converts, offline: getState().ui.service === 'unavailable' });
  const uploads = checked.map(({ file, title, error }): Upload => {
    const id = nanoid();
    if (!error) attachFile(id, file);
    return {
      id, additionId, title, size: file.size, status: error ? 'failed' : 'waiting', progress: 0, error: infoOf(error), warning: null, fileId: null,
      knownId: error === 'already_exist' && target.kind === 'files' ? namesake(title, getState()) : undefined,
    };
  });
  dispatch(filesAdded({ addition: { id: additionId, target, finished: false, unitId: null, error: null }, uploads }));
  void dispatch(run(additionId));
  return additionId;
};

const addressPattern = /^https?:\/\/\S+$/i;

/** Returns a title from the last path segment of a URL, until the server supplies the file's name. */
const nameInAddress = (url: string): string => {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').filter(Boolean).at(-1) : undefined;
  return titleOf(last ? decodeURIComponent(last) : url);
};

/** Ingests files that the server fetches. */
const addRemotes = (target: UploadTarget, uploadsOf: (additionId: string) => Upload[]): Thunk<string> => (dispatch) => {
  const additionId = nanoid();
  dispatch(filesAdded({ addition: { id: additionId, target, finished: false, unitId: null, error: null }, uploads: uploadsOf(additionId) }));
  void dispatch(run(additionId));
  return additionId;
};

/** Ingests files from URLs. */
export const addAddresses = (urls: readonly string[], target: UploadTarget): Thunk<string> =>
  addRemotes(target, (additionId) => urls.map((text): Upload => {
    const [id, url] = [nanoid(), text.trim()];
    const error = addressPattern.test(url) ? null : ('invalid_url' as const);
    if (!error) attachRemote(id, { url });
    return { id, additionId, title: nameInAddress(url), size: 0, status: error ? 'failed' : 'waiting', progress: 0, error: infoOf(error), warning: null, fileId: null };
  }));

/** Ingests files from a cloud source. */
export const addCloudFiles = (source: CloudSourceId, entries: readonly CloudEntry[], target: UploadTarget): Thunk<string> =>
  addRemotes(target, (additionId) => entries.map(({ id: entry, name, size }): Upload => {
    const id = nanoid();
    attachRemote(id, { source, entry });
    return { id, additionId, title: titleOf(name), size: size ?? 0, status: 'waiting', progress: 0, error: null, warning: null, fileId: null };
  }));

/** Whether a retry can help; false if the file itself was rejected. */
export const canRetry = ({ id, status, error }: Upload): boolean =>
  status === 'failed' && error !== null && (attachedFile(id) ?? attachedRemote(id)) !== undefined && (errors[error.code].kind !== 'document' || error.code === 'unable_to_access');

/** Whether a password can help. */
export const canUnlock = ({ id, status, error }: Upload): boolean =>
  status === 'failed' && attachedFile(id) !== undefined && (error?.code === 'pdf_password' || error?.code === 'pdf_incorrect_password' || error?.code === 'failed_to_decrypt');

/** Removes the password protection and continues as for any other file. */
export const unlockUpload = (id: string, password: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const upload = selectUpload(getState(), id);
  const file = attachedFile(id);
  if (!upload || !file) return;
  dispatch(uploadChanged({ id, status: 'checking', error: null }));
  try {
    attachFile(id, await unlockPdf(file, password));
    dispatch(retryUpload(id));
  } catch (error) {
    dispatch(uploadChanged({ id, status: 'failed', error: toAppError(error).toInfo() }));
  }
};

/** Whether a rewritten copy can be added, which can be signed where this file can't. */
export const canClean = ({ id, status, warning }: Upload): boolean => status === 'done' && isCleanable(warning) && attachedFile(id) !== undefined;

/** Adds a rewritten copy under this name to the target of the original. */
export const addCleanCopy = (id: string, name: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const [upload, file] = [selectUpload(getState(), id), attachedFile(id)];
  const addition = upload && selectAddition(getState(), upload.additionId);
  if (!addition || !file) return;
  const { target, unitId } = addition;
  const into: UploadTarget = unitId === null || target.kind === 'files' ? target : { kind: target.kind === 'newTemplate' || target.kind === 'template' ? 'template' : 'transaction', id: unitId };
  try {
    dispatch(addFiles([await cleanCopyOf(file, name)], into));
    releaseFile(id);
    dispatch(uploadChanged({ id, status: 'done' }));
  } catch (error) {
    // The original was added; only the copy failed.
    dispatch(uploadChanged({ id, warning: toAppError(error).code }));
  }
};

/** Retries a failed file. A file that the rules rejected stays rejected. */
export const retryUpload = (id: string): Thunk<void> => (dispatch, getState) => {
  const upload = selectUpload(getState(), id);
  if (!upload || !(attachedFile(id) ?? attachedRemote(id))) return;
  dispatch(uploadChanged({ id, status: 'waiting', error: null, progress: 0 }));
  dispatch(additionReopened(upload.additionId));
  void dispatch(run(upload.additionId));
};

export const cancelUpload = (id: string): Thunk<void> => (dispatch, getState) => {
  const upload = selectUpload(getState(), id);
  if (!upload || isOver(upload.status)) return;
  cancelTransfer(id);
  dispatch(uploadChanged({ id, status: 'canceled' }));
};
