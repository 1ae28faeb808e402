import { errorTexts } from '#contract/errors.ts';
import { AppError, isErrorCode, toAppError } from '../app-error.ts';
import { reportNetworkFailure } from '../availability.ts';
import { hostUrl } from '../config.ts';
import type { CallOptions } from './call.ts';
import { call } from './call.ts';
import { errorOfAnswer } from './request.ts';

export interface TransferOptions extends CallOptions {
  /** 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Storage of another make answers in its own words; the status says enough.
    return undefined;
  }
};

/** Puts bytes to a signed address, with progress (which fetch can't tell while it sends). */
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

const fetchBytes = async (url: string, signal: AbortSignal | undefined): Promise<Blob> => {
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
  return response.blob();
};

/** The latest bodies that were sent from here: they need not come back over the network to be shown. */
const sent = new Map<string, { body: Blob; version: number }>();
const MOST_KEPT = 4;

export const rememberBody = (fileId: string, version: number, body: Blob): void => {
  sent.delete(fileId);
  sent.set(fileId, { body, version });
  const [oldest] = sent.keys();
  if (sent.size > MOST_KEPT && oldest) sent.delete(oldest);
};

/** The current body of a file, or an earlier version of it. */
export const fetchBody = async (
  fileId: string,
  options: CallOptions & { version?: number } = {},
): Promise<{ body: Blob; version: number; hash: string }> => {
  const { url, version, hash } = await call(
    'files.downloadUrl',
    { params: { id: fileId }, query: options.version === undefined ? {} : { version: options.version } },
    options,
  );
  const known = sent.get(fileId);
  const body = known?.version === version ? known.body : await fetchBytes(url, options.signal);
  return { body, version, hash };
};

/** Hands a body to the person as a file of their device. */
export const saveAs = (body: Blob, name: string): void => {
  const url = URL.createObjectURL(body);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the bytes once it has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
