import type { OutputOf } from '#contract/calls/calls.ts';
import { errorTexts } from '#contract/errors.ts';
import { AppError, isErrorCode, toAppError } from '../app-error.ts';
import { currentSession, personWithoutServer } from '../auth/auth.ts';
import { reportNetworkFailure } from '../availability.ts';
import { type Host, hostUrl } from '../config.ts';
import { cacheBody, cachedBody } from '../offline/store.ts';
import { RecentMap } from '../recent-map.ts';
import { call, takePrefetched } from './call.ts';
import type { StoredBody, TransferOptions } from './document-download.ts';
import { DocumentDownload } from './document-download.ts';
import { errorOfAnswer } from './request.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Third-party storage answers in formats of its own. The status is enough.
    return undefined;
  }
};

/** Uploads bytes to a signed URL. Uses XMLHttpRequest because fetch reports no upload progress. */
export const putBody = (url: string, body: Blob, options: TransferOptions & { mimeType?: string } = {}): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    options.signal?.addEventListener('abort', cancel, { once: true });
    request.open('PUT', new URL(url, hostUrl('api')));
    request.setRequestHeader('content-type', options.mimeType ?? (body.type || 'application/octet-stream'));
    request.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total);
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(answer);
      else reject(errorOfAnswer(request.status, answer, isErrorCode));
    };
    request.onerror = () => {
      void reportNetworkFailure();
      reject(new AppError('unknown_network_error'));
    };
    request.onabort = () => reject(new AppError('process_canceled'));
    request.onloadend = () => options.signal?.removeEventListener('abort', cancel);
    if (options.signal?.aborted) reject(new AppError('process_canceled'));
    else request.send(body);
  });

/** Downloads a public resource. */
export const fetchOpen = async (host: Host, path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetchBytes(`${hostUrl(host)}${path}`)).arrayBuffer());

export const fetchBytes = async (url: string): Promise<Blob> => {
  let response: Response;
  try {
    response = await fetch(new URL(url, hostUrl('api')), { cache: 'no-store' });
  } catch (error) {
    const known = toAppError(error);
    if (known.code === 'process_canceled') throw known;
    void reportNetworkFailure();
    throw new AppError('unknown_network_error', { cause: error });
  }
  if (response.status === 429) throw new AppError('rate_limit_exceeded', { message: errorTexts.rateLimitOnFiles });
  if (response.status === 404) throw new AppError('not_found', { message: errorTexts.fileBodyNotFound });
  if (response.status !== 200) throw new AppError('unable_to_get', { message: errorTexts.fileBodyUnavailable, status: response.status });
  return response.blob();
};

/** Documents whose downloads stay, because somebody is going to sign them, and how many want that. */
const retained = new Map<string, number>();
const MAX_CACHED_BODIES = 4;
/** The latest uploaded bodies, so that they are not downloaded again to be shown. */
const sent = new RecentMap<Blob>(MAX_CACHED_BODIES);
/** Downloads by version. */
const downloads = new RecentMap<DocumentDownload>(MAX_CACHED_BODIES, ({ fileId }) => retained.has(fileId));

const keyOf = (fileId: string, version: number): string => `${fileId}/${version}`;

export const rememberBody = (fileId: string, version: number, body: Blob): void => sent.set(keyOf(fileId, version), body);

type BodyOptions = TransferOptions & { version?: number };

function changeRetained(fileId: string, change: 1 | -1): void {
  const count = (retained.get(fileId) ?? 0) + change;
  if (count > 0) retained.set(fileId, count);
  else retained.delete(fileId);
}

/** Keeps the downloads of these files until the returned function is called. */
export const retainDownloads = (fileIds: readonly string[]): (() => void) => {
  for (const id of fileIds) changeRetained(id, 1);
  return () => {
    for (const id of fileIds) changeRetained(id, -1);
    downloads.trim();
  };
};

const findStored = async (fileId: string, options: BodyOptions): Promise<StoredBody> => {
  const { version } = options;
  // A prefetched URL may be out of date. It is used only for a known version, never for "the current one".
  const known = await takePrefetched('files.downloadUrl', { params: { id: fileId }, query: {} });
  const stored = known && known.version === version ? known : await call('files.downloadUrl', { params: { id: fileId }, query: version === undefined ? {} : { version } }, options);
  return { ...stored, url: new URL(stored.url, hostUrl('api')).href };
};

/** Whose documents these are. Nobody's, where a visitor has no account. */
const personHere = (): string | null => currentSession()?.userId ?? personWithoutServer();

const newDownload = (fileId: string, stored: StoredBody): DocumentDownload => {
  const person = personHere();
  return new DocumentDownload(fileId, stored, {
    renew: (signal) => findStored(fileId, { version: stored.version, signal }),
    onComplete: (body) => {
      if (person !== null) cacheBody(person, { fileId, ...stored }, body);
    },
  });
};

/** Takes over a body that this browser has: it was uploaded here, or kept. */
const receiveKnown = async (download: DocumentDownload, uploaded: Blob | undefined): Promise<void> => {
  const { fileId, stored } = download;
  const person = personHere();
  if (uploaded?.size === stored.size) {
    download.receiveWhole(uploaded);
    if (person !== null) cacheBody(person, { fileId, ...stored }, uploaded);
    return;
  }
  const cached = person === null ? null : await cachedBody(person, { fileId, ...stored });
  if (cached) download.receiveWhole(cached);
};

/** The download of a body, shared by all who need it: the current version, or an earlier one. */
export const downloadOf = async (fileId: string, options: BodyOptions = {}): Promise<DocumentDownload> => {
  const stored = await findStored(fileId, options);
  const key = keyOf(fileId, stored.version);
  const download = downloads.get(key) ?? newDownload(fileId, stored);
  downloads.set(key, download);
  if (!download.body) await receiveKnown(download, sent.get(key));
  return download;
};

/** The download of a version, if it was begun in this window. */
export const startedDownload = (fileId: string, version: number): DocumentDownload | undefined => downloads.get(keyOf(fileId, version));

/** A version as the server has it: its bytes, and their SHA-256 in hexadecimal. */
export interface StoredVersion {
  readonly body: Blob;
  readonly hash: string;
}

/** The version that an upload became, from the answer to it. */
export const storedAs = (body: Blob, answer: unknown): StoredVersion => ({ body, hash: (answer as OutputOf<'storage.upload'>).hash });

/** The current body of a file, or an earlier version of it. */
export const fetchBody = async (fileId: string, options: BodyOptions = {}): Promise<StoredVersion & { version: number }> => {
  const download = await downloadOf(fileId, options);
  const { version, hash } = download.stored;
  return { body: await download.complete(options), version, hash };
};

/** Saves a body as a download of the browser. */
export const saveAs = (body: Blob, name: string): void => {
  const url = URL.createObjectURL(body);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A download that has started keeps its own reference to the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
