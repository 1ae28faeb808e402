/** The service worker that starts the app without a network (`web/worker`), as the app sees it. */
import { timing } from '#contract/limits/timing.ts';
import { messages } from '#web/worker/messages.ts';
import { takeOverIfAlone } from '#web/worker/take-over.ts';
import { toAppError } from './app-error.ts';
import { usesServiceWorker } from './config.ts';
import { createSignal } from './signal.ts';
import { ownVersion } from './version.ts';

const ADDRESS = '/service-worker.js';
/** All caches of the service worker begin with one of these. */
const caching = /^(?:countersign|serwist)-/;

const ready = createSignal<void>();
/** Emitted when a new version is installed and waits, or has taken over from another tab. */
export const onNextVersion = ready.subscribe;

let registration: ServiceWorkerRegistration | undefined;

/** On a metered line nobody has asked to install the app, its files are not fetched in advance. */
const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true && !window.matchMedia('(display-mode: standalone)').matches;
};

const isPossible = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** An installation that has switched it off leaves nothing behind in browsers that had it. */
const remove = async (): Promise<void> => {
  const known = await navigator.serviceWorker.getRegistrations();
  if (known.length === 0) return;
  await Promise.all(known.map((each) => each.unregister()));
  await Promise.all((await caches.keys()).filter((name) => caching.test(name)).map((name) => caches.delete(name)));
};

const watch = (registered: ServiceWorkerRegistration): void => {
  registration = registered;
  // Of a visit before: this page has nothing to lose yet.
  registered.waiting?.postMessage(takeOverIfAlone(ownVersion() ?? ''));
  registered.addEventListener('updatefound', () => {
    const { installing } = registered;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) ready.emit();
    });
  });
  setInterval(() => {
    registered.update().catch((error: unknown) => console.debug('The service worker was not checked', error));
  }, timing.serviceWorkerUpdateCheck);
};

/** The page of the first visit has what it needs without a network, too. */
const completeFirstVisit = async (): Promise<void> => {
  try {
    await (await import('./store-loaded.ts')).storeLoaded();
  } catch (error) {
    console.info('Not everything of this page is stored', toAppError(error).message);
  }
};

/** Installs the service worker after the first screen has had the line for itself. */
export const startServiceWorker = async (): Promise<void> => {
  if (!isPossible()) return;
  try {
    if (!usesServiceWorker()) return await remove();
    if (savesData() && !navigator.serviceWorker.controller) return;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => setTimeout(resolve, timing.serviceWorkerDelay));
      navigator.serviceWorker.addEventListener('controllerchange', () => void completeFirstVisit(), { once: true });
    }
    watch(await navigator.serviceWorker.register(ADDRESS, { updateViaCache: 'none' }));
  } catch (error) {
    // Private windows and policies may forbid it; the app works without.
    console.info('The app does not start without a network here', toAppError(error).message);
  }
};

/** Asks for the newest version at once. */
export const checkServiceWorker = (): void => {
  registration?.update().catch((error: unknown) => console.debug('The service worker was not checked', error));
};

/** Loads the new version. */
export const loadNextVersion = (): void => {
  const waiting = registration?.waiting;
  if (!waiting) return window.location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  waiting.postMessage(messages.takeOver);
};
