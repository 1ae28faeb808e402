/** Installs the service worker, or removes it: loaded when it is time for that. */
import { timing } from '#contract/limits/timing.ts';
import { takeOverIfAlone } from '#web/worker/take-over.ts';
import { usesServiceWorker } from './config.ts';
import { ownVersion } from './version.ts';

const ADDRESS = '/service-worker.js';
/** All caches of the service worker begin with one of these. */
const caching = /^(?:countersign|serwist)-/;

/** On a metered line nobody has asked to install the app, its files are not fetched in advance. */
const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true && !window.matchMedia('(display-mode: standalone)').matches;
};

/** An installation that has switched it off leaves nothing behind in browsers that had it. */
const remove = async (): Promise<void> => {
  const known = await navigator.serviceWorker.getRegistrations();
  if (known.length === 0) return;
  await Promise.all(known.map((each) => each.unregister()));
  await Promise.all((await caches.keys()).filter((name) => caching.test(name)).map((name) => caches.delete(name)));
};

const watch = (registered: ServiceWorkerRegistration, onNext: () => void): void => {
  // Of a visit before: this page has nothing to lose yet.
  registered.waiting?.postMessage(takeOverIfAlone(ownVersion() ?? ''));
  registered.addEventListener('updatefound', () => {
    const { installing } = registered;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) onNext();
    });
  });
  setInterval(() => {
    registered.update().catch((error: unknown) => console.debug('The service worker was not checked', error));
  }, timing.serviceWorkerUpdateCheck);
};

/** `onNext`: a new version is installed, and waits. */
export const installServiceWorker = async (onNext: () => void): Promise<ServiceWorkerRegistration | undefined> => {
  const { serviceWorker } = navigator;
  if (!usesServiceWorker()) {
    await remove();
    return undefined;
  }
  if (!serviceWorker.controller) {
    if (savesData()) return undefined;
    serviceWorker.addEventListener('controllerchange', () => void import('./store-loaded.ts'), { once: true });
  }
  const registered = await serviceWorker.register(ADDRESS, { updateViaCache: 'none' });
  watch(registered, onNext);
  return registered;
};
