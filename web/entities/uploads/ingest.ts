/** The ways to ingest a file, to the server or into this browser. Each ends with an id and the file's contents. */
import type { Field } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { fetchBody } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { availability } from '#web/services/availability.ts';
import { newObjectId } from '#web/services/object-id.ts';
import type { Remote } from '#web/services/uploads/upload-sources.ts';
import { convertFile } from '#web/services/uploads/convert-file.ts';
import type { PdfFacts } from '#web/services/uploads/inspect-pdf.ts';
import { isXhtml, XHTML } from '#web/services/engine/xhtml/xhtml.service.ts';
import { inspectFile } from '#web/services/uploads/inspect-file.ts';
import { takeBack, unlessCanceled } from '#web/services/uploads/unless-canceled.ts';
import { saveFields, uploadFile } from '#web/services/uploads/upload-file.ts';
import { storeVisitorFiles } from '#web/services/visitor/visitor-files.service.ts';
import { fileAdded } from '../files/files.slice.ts';
import type { AppDispatch, RootState } from '../store.ts';
import { sourceMimeOf } from './upload-rules.ts';
import type { Upload } from './uploads.slice.ts';
import { uploadChanged } from './uploads.slice.ts';

type Ingest = (dispatch: AppDispatch, getState: () => RootState) => Promise<Ingested>;

interface Ingested {
  readonly fileId: string;
  readonly facts: PdfFacts;
}

const PDF = 'application/pdf';

/** Returns the document's own fields in the product's type. The conversion is loaded with the first document that has fields. */
const ownFields = async ({ fields }: PdfFacts): Promise<Field[]> => {
  if (fields.length === 0) return [];
  const { joinFields } = await import('../field/file-fields.ts');
  return joinFields([], fields);
};

/** Ids of uploads that may have arrived although their answer was lost: trying again with another id would make a second document. */
const unsure = new Map<string, string>();
const mayHaveArrived: ReadonlySet<ErrorCode> = new Set(['unknown_network_error', 'request_timeout_error', 'service_unavailable']);

/** The document of an earlier try of this upload. */
const arrived = async (id: string): Promise<FileMeta | null> => {
  try {
    return await call('files.getMeta', { params: { id } });
  } catch (error) {
    if (toAppError(error).code === 'not_found') return null;
    throw error;
  }
};

/** Uploads a file once, however often it is tried. */
const uploadOnce = async (uploadId: string, upload: Parameters<typeof uploadFile>[0]): Promise<FileMeta> => {
  const before = unsure.get(uploadId);
  const id = before ?? newObjectId();
  unsure.set(uploadId, id);
  try {
    const meta = (before && (await arrived(before))) || (await uploadFile({ ...upload, id }));
    unsure.delete(uploadId);
    return meta;
  } catch (error) {
    if (!mayHaveArrived.has(toAppError(error).code)) unsure.delete(uploadId);
    throw error;
  }
};

/** Uploads a document, or puts it into the queue of what waits for the server. Other failures are told. */
const uploadOrQueue = async (uploadId: string, upload: Parameters<typeof uploadFile>[0], userId: string): Promise<FileMeta> => {
  try {
    if (availability() === 'unavailable') throw new AppError('unknown_network_error');
    return await uploadOnce(uploadId, upload);
  } catch (error) {
    if (upload.signal.aborted) throw error;
    const { queueUnlessRefused } = await import('#web/services/tasks/queue-file.ts').catch(() => {
      throw error;
    });
    return queueUnlessRefused(userId, { ...upload, id: unsure.get(uploadId) ?? newObjectId() }, error);
  }
};

const reporting = (id: string, dispatch: AppDispatch) => (progress: number) => dispatch(uploadChanged({ id, progress }));

/** Ingests a PDF or XHTML file: inspected here, then stored on the server for signed-in people, in this browser for visitors. */
const ingestDocument = ({ id, title }: Upload, file: File, signal: AbortSignal): Ingest => async (dispatch, getState) => {
  const facts = await inspectFile(file);
  signal.throwIfAborted();
  const { userId } = getState().session;
  if (userId === null) {
    const [stored] = await storeVisitorFiles([file]);
    if (!stored) throw new AppError('idb_request_error');
    // Without a server there is nothing that keeps a signature beside a page.
    return { fileId: stored, facts: isXhtml(file) ? { ...facts, unsignable: 'sign_not_pdf' } : facts };
  }
  dispatch(uploadChanged({ id, status: 'uploading', progress: 0 }));
  const meta = await uploadOrQueue(id, { file, mimeType: isXhtml(file) ? XHTML : PDF, title, fields: await ownFields(facts), signal, onProgress: reporting(id, dispatch) }, userId);
  dispatch(fileAdded(meta));
  return { fileId: meta.id, facts };
};

/** Ingests a file that is already on the server: converted unless it is PDF or XHTML, then inspected. */
const ingestStored = (id: string, meta: FileMeta, signal: AbortSignal): Ingest => async (dispatch) => {
  let whole = meta;
  if (meta.ext !== 'pdf' && meta.ext !== 'xhtml') {
    dispatch(uploadChanged({ id, status: 'converting', ahead: 0 }));
    whole = await convertFile(meta.id, signal, (ahead) => dispatch(uploadChanged({ id, ahead })));
  }
  const { body } = await fetchBody(whole.id, { signal });
  const facts = await inspectFile(body);
  const fields = await ownFields(facts);
  if (fields.length > 0) whole = await saveFields(whole.id, fields);
  dispatch(fileAdded(whole));
  return { fileId: whole.id, facts };
};

/** Ingests a file of another type: stored as it is and converted to PDF on the server. A file that can't be converted is deleted. */
const ingestSource = (upload: Upload, file: File, mimeType: NonNullable<ReturnType<typeof sourceMimeOf>>, signal: AbortSignal): Ingest => async (dispatch, getState) => {
  const { id, title } = upload;
  dispatch(uploadChanged({ id, status: 'uploading', progress: 0 }));
  const meta = await uploadOnce(id, { file, mimeType, title, fields: [], signal, onProgress: reporting(id, dispatch) });
  try {
    return await ingestStored(id, meta, signal)(dispatch, getState);
  } catch (error) {
    await takeBack(meta.id);
    throw error;
  }
};

/** Ingests a selected or dropped file. */
export const ingestFile = (upload: Upload, file: File, signal: AbortSignal): Ingest => {
  const mimeType = sourceMimeOf(file);
  return mimeType ? ingestSource(upload, file, mimeType, signal) : ingestDocument(upload, file, signal);
};

/** Ingests a file that the server fetches. */
export const ingestRemote = ({ id, title }: Upload, remote: Remote, signal: AbortSignal): Ingest => async (dispatch, getState) => {
  if (getState().session.status !== 'signedIn') throw new AppError('create_file_permission_denied');
  const meta = await unlessCanceled('url' in remote ? call('files.importUrl', { body: remote }) : call('cloud.import', { body: { ...remote, title } }), signal);
  dispatch(uploadChanged({ id, title: meta.title, size: meta.size }));
  try {
    return await ingestStored(id, meta, signal)(dispatch, getState);
  } catch (error) {
    if (signal.aborted) await takeBack(meta.id);
    throw error;
  }
};
