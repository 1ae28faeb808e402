import type { CloudSourceId } from '#contract/entities/cloud.ts';

/** Where a file stands that the server fetches: at an address, or with a cloud source under its id there. */
export type Remote = { readonly url: string } | { readonly source: CloudSourceId; readonly entry: string };

/** Bytes of the files on their way in, by the id of their upload: files don't belong into the store. */
const files = new Map<string, File>();
/** Where the server fetches the others. */
const remotes = new Map<string, Remote>();
const running = new Map<string, AbortController>();

export const holdFile = (uploadId: string, file: File): void => void files.set(uploadId, file);
export const holdRemote = (uploadId: string, remote: Remote): void => void remotes.set(uploadId, remote);
export const heldRemote = (uploadId: string): Remote | undefined => remotes.get(uploadId);
export const heldFile = (uploadId: string): File | undefined => files.get(uploadId);

export const releaseFile = (uploadId: string): void => {
  files.delete(uploadId);
  remotes.delete(uploadId);
  running.delete(uploadId);
};

/** A signal that ends the work on this upload. */
export const beginTransfer = (uploadId: string): AbortSignal => {
  const controller = new AbortController();
  running.set(uploadId, controller);
  return controller.signal;
};

export const cancelTransfer = (uploadId: string): void => running.get(uploadId)?.abort();
