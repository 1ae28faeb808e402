import { nanoid } from '@reduxjs/toolkit';
import type { Field } from '#contract/entities/field.ts';
import { errors } from '#contract/errors.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { beginTransfer, cancelTransfer, heldFile, holdFile, releaseFile } from '#web/services/uploads/held-files.ts';
import type { PdfFacts } from '#web/services/uploads/inspect-pdf.ts';
import { inspectPdf } from '#web/services/uploads/inspect-pdf.ts';
import { unlockPdf } from '#web/services/uploads/unlock-pdf.ts';
import { uploadFile } from '#web/services/uploads/upload-file.ts';
import { keepVisitorFiles } from '#web/services/visitor/visitor-files.service.ts';
import { allFiles, fileAdded, formChecked, selectFile } from '../files/files.slice.ts';
import type { AppDispatch, RootState } from '../store.ts';
import { createTemplate, updateTemplate } from '../templates/templates.requests.ts';
import { createTransaction, updateTransaction } from '../transactions/transactions.requests.ts';
import { selectTransaction } from '../transactions/transactions.slice.ts';
import type { CheckContext } from './upload-rules.ts';
import { checkFiles, smallestFirst } from './upload-rules.ts';
import type { Addition, Upload, UploadTarget } from './uploads.slice.ts';
import { additionFinished, additionReopened, filesAdded, isOver, selectAddition, selectUpload, selectUploads, uploadChanged } from './uploads.slice.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => T;

/** What is there already, where the files go to: its titles may not come twice, and it counts. */
const contextOf = (target: UploadTarget, state: RootState): CheckContext => {
  if (target.kind === 'newTransaction' || target.kind === 'newTemplate') return {};
  if (target.kind === 'files') return { titles: allFiles(state.files).map((file) => file.title) };
  const fileIds = selectTransaction(state, target.id)?.fileIds ?? [];
  const titles = fileIds.flatMap((id) => selectFile(state, id)?.title ?? []);
  return { titles, count: fileIds.length };
};

const infoOf = (code: AppError['code'] | null): ErrorInfo | null => (code ? new AppError(code).toInfo() : null);

/** The document's own fields in the product's shape. What shapes them is loaded with the first document that has some. */
const ownFields = async ({ fields }: PdfFacts): Promise<Field[]> => {
  if (fields.length === 0) return [];
  const { joinFields } = await import('../field/file-fields.ts');
  return joinFields([], fields);
};

/** Stores a file: on the server for those who are signed in, in this browser for visitors. Gives its id. */
const store = (upload: Upload, file: File, facts: PdfFacts, signal: AbortSignal): Thunk<Promise<string>> => async (dispatch, getState) => {
  const { id, title } = upload;
  if (getState().session.status !== 'signedIn') {
    const [kept] = await keepVisitorFiles([file]);
    if (!kept) throw new AppError('idb_request_error');
    return kept;
  }
  dispatch(uploadChanged({ id, status: 'uploading', progress: 0 }));
  const onProgress = (progress: number) => dispatch(uploadChanged({ id, progress }));
  const meta = await uploadFile({ file, title, fields: await ownFields(facts), signal, onProgress });
  dispatch(fileAdded(meta));
  return meta.id;
};

/** Checks one file with the core and stores it; what goes wrong stays beside this file. */
const process = (id: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const file = heldFile(id);
  const upload = selectUpload(getState(), id);
  if (!file || !upload || isOver(upload.status)) return;
  const signal = beginTransfer(id);
  try {
    dispatch(uploadChanged({ id, status: 'checking', error: null }));
    const facts = await inspectPdf(file);
    signal.throwIfAborted();
    const fileId = await dispatch(store(upload, file, facts, signal));
    if (facts.isForm !== null) dispatch(formChecked({ id: fileId, isForm: facts.isForm }));
    dispatch(uploadChanged({ id, status: 'done', progress: 1, fileId, warning: facts.unsignable }));
    releaseFile(id);
  } catch (error) {
    const { code, ...info } = toAppError(error).toInfo();
    if (code === 'process_canceled') dispatch(uploadChanged({ id, status: 'canceled' }));
    else dispatch(uploadChanged({ id, status: 'failed', error: { code, ...info } }));
  }
};

/** A template is made of the first files; what succeeds later joins them. */
const placeInTemplate = (id: string | null, fileIds: string[]): Thunk<Promise<string>> => async (dispatch) =>
  id ? (await dispatch(updateTemplate({ id, fileIds })).unwrap()).id : (await dispatch(createTemplate({ fileIds })).unwrap()).id;

/** Puts the stored files where they were meant to go; gives the transaction or the template they went into. */
const place = ({ target, unitId }: Addition, fileIds: string[]): Thunk<Promise<string | null>> => async (dispatch, getState) => {
  const id = unitId ?? (target.kind === 'transaction' ? target.id : null);
  if (target.kind === 'files' || fileIds.length === 0) return id;
  if (target.kind === 'newTemplate') return dispatch(placeInTemplate(id, fileIds));
  if (!id) return (await dispatch(createTransaction({ fileIds })).unwrap()).id;
  const present = selectTransaction(getState(), id)?.fileIds ?? [];
  const added = fileIds.filter((each) => !present.includes(each));
  if (added.length > 0) await dispatch(updateTransaction({ id, fileIds: [...present, ...added] })).unwrap();
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

/** `unwrap` throws the plain data of the rejected request. */
const isErrorInfo = (error: unknown): error is ErrorInfo =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error && 'status' in error;

const run = (additionId: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const own = selectUploads(getState()).filter((each) => each.additionId === additionId && each.status === 'waiting');
  for (const upload of smallestFirst(own)) await dispatch(process(upload.id));
  await dispatch(finish(additionId));
};

/** Takes files in: checks the set, then each from the smallest to the largest. Gives the id of the addition. */
export const addFiles = (files: readonly File[], target: UploadTarget): Thunk<string> => (dispatch, getState) => {
  const additionId = nanoid();
  const checked = checkFiles(files, contextOf(target, getState()));
  const uploads = checked.map(({ file, title, error }): Upload => {
    const id = nanoid();
    if (!error) holdFile(id, file);
    return {
      id, additionId, title, size: file.size, status: error ? 'failed' : 'waiting', progress: 0, error: infoOf(error), warning: null, fileId: null,
    };
  });
  dispatch(filesAdded({ addition: { id: additionId, target, finished: false, unitId: null, error: null }, uploads }));
  void dispatch(run(additionId));
  return additionId;
};

/** Whether another try can help: not where the file itself was refused. */
export const canRetry = ({ id, status, error }: Upload): boolean =>
  status === 'failed' && error !== null && heldFile(id) !== undefined && (errors[error.code].kind !== 'document' || error.code === 'unable_to_access');

/** Whether its password can help. */
export const canUnlock = ({ id, status, error }: Upload): boolean =>
  status === 'failed' && heldFile(id) !== undefined && (error?.code === 'pdf_password' || error?.code === 'pdf_incorrect_password' || error?.code === 'failed_to_decrypt');

/** Takes the protection off and goes on as with any other file. */
export const unlockUpload = (id: string, password: string): Thunk<Promise<void>> => async (dispatch, getState) => {
  const upload = selectUpload(getState(), id);
  const file = heldFile(id);
  if (!upload || !file) return;
  dispatch(uploadChanged({ id, status: 'checking', error: null }));
  try {
    holdFile(id, await unlockPdf(file, password));
    dispatch(retryUpload(id));
  } catch (error) {
    dispatch(uploadChanged({ id, status: 'failed', error: toAppError(error).toInfo() }));
  }
};

/** Tries a failed file once more; what the rules refused stays refused. */
export const retryUpload = (id: string): Thunk<void> => (dispatch, getState) => {
  const upload = selectUpload(getState(), id);
  if (!upload || !heldFile(id)) return;
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
