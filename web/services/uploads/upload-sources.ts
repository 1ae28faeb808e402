import type { CloudSourceId } from '#contract/entities/cloud.ts';

/** A file that the server fetches: a URL, or an id at a cloud provider. */
export type Remote = { readonly url: string } | { readonly source: CloudSourceId; readonly entry: string };

/** Files by upload id. Files must not be in the store, which holds plain data only. */
const files = new Map<string, File>();
/** Sources of uploads that the server fetches. */
const remotes = new Map<string, Remote>();
const running = new Map<string, AbortController>();

export const attachFile = (uploadId: string, file: File): void => void files.set(uploadId, file);
export const attachRemote = (uploadId: string, remote: Remote): void => void remotes.set(uploadId, remote);
export const attachedRemote = (uploadId: string): Remote | undefined => remotes.get(uploadId);
export const attachedFile = (uploadId: string): File | undefined => files.get(uploadId);

export const releaseFile = (uploadId: string): void => {
  files.delete(uploadId);
  remotes.delete(uploadId);
  running.delete(uploadId);
};

/** Aborts this upload. */
export const beginTransfer = (uploadId: string): AbortSignal => {
  const controller = new AbortController();
  running.set(uploadId, controller);
  return controller.signal;
};

export const cancelTransfer = (uploadId: string): void => running.get(uploadId)?.abort();
