/** Bytes of the files on their way in, by the id of their upload: files don't belong into the store. */
const files = new Map<string, File>();
/** Addresses from which the server fetches the others. */
const addresses = new Map<string, string>();
const running = new Map<string, AbortController>();

export const holdFile = (uploadId: string, file: File): void => void files.set(uploadId, file);
export const holdAddress = (uploadId: string, url: string): void => void addresses.set(uploadId, url);
export const heldAddress = (uploadId: string): string | undefined => addresses.get(uploadId);
export const heldFile = (uploadId: string): File | undefined => files.get(uploadId);

export const releaseFile = (uploadId: string): void => {
  files.delete(uploadId);
  addresses.delete(uploadId);
  running.delete(uploadId);
};

/** A signal that ends the work on this upload. */
export const beginTransfer = (uploadId: string): AbortSignal => {
  const controller = new AbortController();
  running.set(uploadId, controller);
  return controller.signal;
};

export const cancelTransfer = (uploadId: string): void => running.get(uploadId)?.abort();
