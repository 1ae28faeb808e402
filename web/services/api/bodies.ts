import type { OutputOf } from '#contract/calls/calls.ts';
import { errorTexts } from '#contract/errors.ts';
import { AppError, isErrorCode, toAppError } from '../app-error.ts';
import { reportNetworkFailure } from '../availability.ts';
import { type Host, hostUrl } from '../config.ts';
import type { CallOptions } from './call.ts';
import { call, takePrefetched } from './call.ts';
import { errorOfAnswer } from './request.ts';

export interface TransferOptions extends CallOptions {
  /** 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

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
      reportNetworkFailure();
      reject(new AppError('unknown_network_error'));
    };
    request.onabort = () => reject(new AppError('process_canceled'));
    request.onloadend = () => options.signal?.removeEventListener('abort', cancel);
    if (options.signal?.aborted) reject(new AppError('process_canceled'));
    else request.send(body);
  });

/** Downloads a public resource. */
export const fetchOpen = async (host: Host, path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await fetchBytes(`${hostUrl(host)}${path}`, undefined)).arrayBuffer());

type OnProgress = (share: number) => void;

/** Reads the answer piece by piece, to report progress. `size` in bytes. */
const readBlob = async ({ body, headers }: Response, size: number, onProgress: OnProgress): Promise<Blob> => {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let read = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    pieces.push(next.value);
    read += next.value.byteLength;
    onProgress(Math.min(read / size, 1));
  }
  return new Blob(pieces, { type: headers.get('content-type') ?? '' });
};

const fetchBytes = async (url: string, signal: AbortSignal | undefined, progress?: { size: number; onProgress: OnProgress }): Promise<Blob> => {
  let response: Response;
  try {
    response = await fetch(new URL(url, hostUrl('api')), { cache: 'no-store', ...(signal ? { signal } : {}) });
  } catch (error) {
    const known = toAppError(error);
    if (known.code === 'process_canceled') throw known;
    reportNetworkFailure();
    throw new AppError('unknown_network_error', { cause: error });
  }
  if (response.status === 404) throw new AppError('not_found', { message: errorTexts.fileBodyNotFound });
  if (response.status !== 200) throw new AppError('unable_to_get', { message: errorTexts.fileBodyUnavailable, status: response.status });
  return progress ? readBlob(response, progress.size, progress.onProgress) : response.blob();
};

/** The latest uploaded bodies, so that they are not downloaded again to be shown. */
const sent = new Map<string, { body: Blob; version: number }>();
const MAX_CACHED_BODIES = 4;

export const rememberBody = (fileId: string, version: number, body: Blob): void => {
  sent.delete(fileId);
  sent.set(fileId, { body, version });
  const [oldest] = sent.keys();
  if (sent.size > MAX_CACHED_BODIES && oldest) sent.delete(oldest);
};

type BodyOptions = TransferOptions & { version?: number };

const findBody = async (fileId: string, options: BodyOptions) => {
  const { version } = options;
  // A prefetched URL may be out of date. It is used only for a known version, never for "the current one".
  const known = await takePrefetched('files.downloadUrl', { params: { id: fileId }, query: {} });
  if (known && known.version === version) return known;
  return call('files.downloadUrl', { params: { id: fileId }, query: version === undefined ? {} : { version } }, options);
};

interface Arrival {
  readonly body: Promise<Blob>;
  /** 0 to 1. */
  share: number;
  readonly listeners: Set<OnProgress>;
}

/** Downloads in progress, shared by concurrent callers. */
const arriving = new Map<string, Arrival>();

const cachedBody = async (fileId: string, version: number, onProgress?: OnProgress): Promise<Blob | undefined> => {
  const known = sent.get(fileId);
  if (known?.version === version) return known.body;
  const coming = arriving.get(`${fileId}/${version}`);
  if (coming && onProgress) {
    onProgress(coming.share);
    coming.listeners.add(onProgress);
  }
  return coming?.body.catch(() => undefined);
};

/** A version as the server has it: its bytes, and their SHA-256 in hexadecimal. */
export interface StoredVersion {
  readonly body: Blob;
  readonly hash: string;
}

/** The version that an upload became, from the answer to it. */
export const storedAs = (body: Blob, answer: unknown): StoredVersion => ({ body, hash: (answer as OutputOf<'storage.upload'>).hash });

/** The current body of a file, or an earlier version of it. */
export const fetchBody = async (fileId: string, options: BodyOptions = {}): Promise<StoredVersion & { version: number }> => {
  const { url, version, hash, size } = await findBody(fileId, options);
  const { signal, onProgress } = options;
  const body = (await cachedBody(fileId, version, onProgress)) ?? (await fetchBytes(url, signal, onProgress && { size, onProgress }));
  return { body, version, hash };
};

/** Downloads a whole body and caches it. */
const fetchWhole = (fileId: string, { url, version, size }: { url: string; version: number; size: number }): Promise<Blob> => {
  const key = `${fileId}/${version}`;
  const known = arriving.get(key);
  if (known) return known.body;
  const listeners = new Set<OnProgress>();
  const onProgress = (share: number): void => {
    coming.share = share;
    for (const listener of listeners) listener(share);
  };
  const coming: Arrival = { share: 0, listeners, body: fetchBytes(url, undefined, { size, onProgress }) };
  arriving.set(key, coming);
  const leave = () => arriving.delete(key);
  coming.body.then((body) => rememberBody(fileId, version, body)).then(leave, leave);
  return coming.body;
};

/** Bytes. Smaller bodies are faster in one request than in ranges. */
const SMALL = 512 * 1024;

/** A body for viewing: the whole if it is small or cached, otherwise a URL that is read in ranges. */
export const reachBody = async (fileId: string, options: BodyOptions = {}): Promise<Blob | { url: string; size: number; whole: () => Promise<Blob> }> => {
  const { url, version, size } = await findBody(fileId, options);
  const known = await cachedBody(fileId, version);
  if (known) return known;
  if (size <= SMALL) return fetchBytes(url, options.signal);
  return { url: new URL(url, hostUrl('api')).href, size, whole: () => fetchWhole(fileId, { url, version, size }) };
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
