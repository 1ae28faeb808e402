/**
 * The service worker: it starts the app without a network, and takes documents that other apps share. It answers for pages and
 * for files of the build, and leaves the calls of the API to the network: what people have is stored by the app itself.
 */
import { CacheFirst, ExpirationPlugin, Serwist, type PrecacheEntry } from 'serwist';
import { routes } from '#contract/routes.ts';
import { timing } from '#contract/limits/timing.ts';
import { isAppPage } from './app-pages.ts';
import { messages } from './messages.ts';
import { isOffer } from './take-over.ts';
import { listenForPush } from './push.ts';
import { receiveShared } from './shared-files.ts';
import { deleteOtherShells, openPage, storeShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;
/** Files of this build. */
declare const PRECACHED: PrecacheEntry[];
declare const VERSION: string;

const MAX_FILES = 400;

const serwist = new Serwist({
  precacheEntries: PRECACHED,
  precacheOptions: { cleanupOutdatedCaches: true, cleanURLs: false, directoryIndex: null },
  navigationPreload: true,
  disableDevLogs: true,
});

serwist.registerCapture(({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url), ({ event }) => openPage(event as FetchEvent));
serwist.registerCapture(({ url, sameOrigin }) => sameOrigin && url.pathname === routes.upload, ({ request }) => receiveShared(request), 'POST');
// Texts of other languages, handwriting fonts and character maps are many, and a person needs few of them.
serwist.registerCapture(
  ({ url, sameOrigin }) => sameOrigin && /^\/(?:assets|pdfjs)\//.test(url.pathname),
  new CacheFirst({ cacheName: 'countersign-assets', plugins: [new ExpirationPlugin({ maxEntries: MAX_FILES, maxAgeSeconds: timing.assetCacheExpiry / 1000, purgeOnQuotaError: true })] }),
);

self.addEventListener('install', (event) => event.waitUntil(storeShell()));
// The page of the first visit is served too: what it has not loaded yet is there when the network goes.
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([deleteOtherShells(), self.clients.claim()])));

const isOnlyPage = async (): Promise<boolean> => (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length <= 1;

/** A new version waits until somebody asks for it, or until a page of it starts beside which no other is open. */
self.addEventListener('message', (event) => {
  if (event.data === messages.takeOver) event.waitUntil(self.skipWaiting());
  if (isOffer(event.data, VERSION)) event.waitUntil(isOnlyPage().then((alone) => (alone ? self.skipWaiting() : undefined)));
});

listenForPush(self);
serwist.addEventListeners();
