import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

/** Milliseconds. Vitest's own second is too short beside a compiler. */
const timeout = 20_000;
const { waitFor } = vi;
// Set once for each worker, whose files share it.
if (waitFor.name !== 'waitPatiently') vi.waitFor = function waitForLonger(callback, options = timeout) { return waitFor(callback, options); };

// Files of a worker share jsdom and React. The app's modules, their mocks, the databases and the page are each file's own.
vi.resetModules();
globalThis.indexedDB = new IDBFactory();
vi.unstubAllGlobals();
vi.useRealTimers();
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  history.replaceState(null, '', '/');
}
