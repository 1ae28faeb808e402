import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore } from '#web/entities/store.ts';
import { startTexts } from '#web/services/i18n/i18n.ts';
import { App } from './App.tsx';
import { startListeners } from './listeners/start-listeners.ts';
import { ResourcesLoadErrorScreen } from './screens/ResourcesLoadErrorScreen.tsx';
import { startSession } from './start-session.ts';

/** Texts, store, listeners, then the app; who is signed in becomes known while it is already drawn. */
export const start = async (place: HTMLElement): Promise<void> => {
  const root = createRoot(place);
  try {
    await startTexts();
  } catch (error) {
    console.error('The texts of the app can\'t be loaded', error);
    root.render(<ResourcesLoadErrorScreen />);
    return;
  }
  const store = createStore();
  startListeners(store.dispatch);
  root.render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
  await startSession(store.dispatch);
};
