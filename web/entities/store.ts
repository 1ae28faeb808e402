import type { ThunkDispatch } from '@reduxjs/toolkit';
import { combineSlices, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { UnknownAction } from 'redux';
import { deploymentSlice } from './deployment/deployment.slice.ts';
import { storeDevTools } from './devtools.ts';
import { downloadsSlice } from './downloads/downloads.slice.ts';
import { filesSlice } from './files/files.slice.ts';
import { mediaSlice } from './media/media.slice.ts';
import { organizationsSlice } from './organizations/organizations.slice.ts';
import { profileSlice } from './profile/profile.slice.ts';
import { requestsSlice } from './requests/requests.slice.ts';
import { sessionSlice } from './session/session.slice.ts';
import { sharingSlice } from './sharing/sharing.slice.ts';
import { templatesSlice } from './templates/templates.slice.ts';
import { transactionsSlice } from './transactions/transactions.slice.ts';
import { uiSlice } from './ui-state/ui.slice.ts';
import { uploadsSlice } from './uploads/uploads.slice.ts';

/**
 * Lazily loaded slices are declared here and injected when their screen loads:
 * `declare module '#web/entities/store.ts' { interface LazySlices extends WithSlice<typeof editorSlice> {} }`
 * `const injected = rootReducer.inject(editorSlice)`.
 */
export interface LazySlices {}

export const rootReducer = combineSlices(
  sessionSlice,
  uiSlice,
  requestsSlice,
  profileSlice,
  deploymentSlice,
  organizationsSlice,
  transactionsSlice,
  filesSlice,
  sharingSlice,
  mediaSlice,
  uploadsSlice,
  downloadsSlice,
  templatesSlice,
).withLazyLoadedSlices<LazySlices>();

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>;

export const listeners = createListenerMiddleware<RootState, AppDispatch>();
/** Side effects live in listeners: `startListening({ actionCreator, effect })`. Returns a function that stops the listener. */
export const startListening = listeners.startListening;

export const createStore = (preloadedState?: Partial<RootState>) =>
  configureStore({
    reducer: rootReducer,
    // Files and blobs never enter the store. The check walks every action, so it runs in development only.
    middleware: (standard) => standard({ serializableCheck: import.meta.env.DEV }).prepend(listeners.middleware),
    devTools: false,
    enhancers: (standard) => standard().concat(import.meta.env.DEV ? [storeDevTools()] : []),
    ...(preloadedState ? { preloadedState } : {}),
  });
export type AppStore = ReturnType<typeof createStore>;

export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
