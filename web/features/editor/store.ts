import type { WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '#web/entities/store.ts';
import { editorSlice } from './editor.slice.ts';

declare module '#web/entities/store.ts' {
  interface LazySlices extends WithSlice<typeof editorSlice> {}
}

/** Injects the editor's slice when its screen is loaded. */
export const injectEditor = () => rootReducer.inject(editorSlice);
