import { sharedStore } from '#web/worker/shared-store.ts';
import { toAppError } from '../app-error.ts';

let taken: Promise<File[]> | undefined;

/** The documents that another app of the device has shared, which the service worker has kept for this page. A screen that is drawn again gets the same. */
export const takeSharedFiles = (): Promise<File[]> => (taken ??= take());

async function take(): Promise<File[]> {
  try {
    const store = await caches.open(sharedStore.cache);
    const requests = await store.keys();
    const files = await Promise.all(requests.map(async (request) => fileOf(await store.match(request))));
    await caches.delete(sharedStore.cache);
    return files.filter((file): file is File => file !== null);
  } catch (error) {
    console.warn('What was shared can\'t be taken', toAppError(error).message);
    return [];
  }
}

async function fileOf(response: Response | undefined): Promise<File | null> {
  if (!response) return null;
  const { headers } = response;
  return new File([await response.blob()], decodeURIComponent(headers.get(sharedStore.nameHeader) ?? ''), { type: headers.get('content-type') ?? '' });
}
