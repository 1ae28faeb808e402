import 'fake-indexeddb/auto';
import { vi } from 'vitest';

// Files of a worker share jsdom and React. The app's modules, their mocks and the page are each file's own.
vi.resetModules();
vi.unstubAllGlobals();
vi.useRealTimers();
if (typeof document !== 'undefined') {
  document.body.replaceChildren();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  history.replaceState(null, '', '/');
}
