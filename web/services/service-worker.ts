/** The service worker that starts the app without a network (`web/worker`), as the app sees it. */
import { timing } from '#contract/limits/timing.ts';
import { messages } from '#web/worker/messages.ts';
import { toAppError } from './app-error.ts';
import { createSignal } from './signal.ts';

const ready = createSignal<void>();
/** Emitted when a new version is installed and waits, or has taken over from another tab. */
export const onNextVersion = ready.subscribe;

let registration: ServiceWorkerRegistration | undefined;

const isPossible = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** Installs the service worker after the first screen has had the line for itself. */
export const startServiceWorker = async (): Promise<void> => {
  if (!isPossible()) return;
  try {
    if (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, timing.serviceWorkerDelay));
    const { installServiceWorker } = await import('./install-service-worker.ts');
    registration = await installServiceWorker(ready.emit);
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
