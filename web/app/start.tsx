import { createStore } from '#web/entities/store.ts';
import { startTexts } from '#web/services/i18n/i18n.ts';
import { startServiceWorker } from '#web/services/service-worker.ts';
import { followKeyboard } from '#web/ui/keyboard-inset.ts';
import { App } from './App.tsx';
import { mountRoot } from './failure/mount-root.tsx';
import { startListeners } from './listeners/start-listeners.ts';
import { ResourcesLoadErrorScreen } from './screens/ResourcesLoadErrorScreen.tsx';
import { startSession } from './start-session.ts';

/** Starts texts, store, listeners and the app. The session is restored while the app is rendered. */
export const start = async (place: HTMLElement): Promise<void> => {
  try {
    await startTexts();
  } catch (error) {
    console.error('The texts of the app can\'t be loaded', error);
    mountRoot(place, <ResourcesLoadErrorScreen />);
    return;
  }
  followKeyboard();
  const store = createStore();
  startListeners(store.getState, store.dispatch);
  mountRoot(place, <App store={store} />);
  void startServiceWorker();
  await startSession(store.dispatch);
};
