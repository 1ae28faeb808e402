import type { WithSlice } from '@reduxjs/toolkit';
import type { Field } from '#contract/entities/field.ts';
import { rootReducer, startListening } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { storeSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import type { SigningRoot } from './signing.selectors.ts';
import { selectSigningFiles, selectSubject } from './signing.selectors.ts';
import type { SigningFile } from './signing.slice.ts';
import { signingActions, signingSlice } from './signing.slice.ts';

declare module '#web/entities/store.ts' {
  interface LazySlices extends WithSlice<typeof signingSlice> {}
}

/** Injects the signing slice when its screen is loaded. */
export const injectSigning = () => rootReducer.inject(signingSlice);

const RESTED = 400;

/** Returns only the fields whose values differ from the document, since there may be thousands. */
export function filledIn({ fields, before }: SigningFile): Field[] {
  const known = new Map(before.map(({ id, value }) => [id, value]));
  return fields.filter(({ id, value }) => known.get(id) !== value);
}

/** Stores filled values in this browser. What can't be stored is only lost with the window, so a failure stops nothing. */
export async function keepFilledIn(subject: string, userId: string, files: readonly SigningFile[]): Promise<void> {
  const fields = Object.fromEntries(files.map((file) => [file.id, filledIn(file)]));
  try {
    await storeSigningDraft(subject, userId, { fields });
  } catch (error) {
    console.warn('The work could not be kept in this browser', toAppError(error).code);
  }
}

/** Stores filled values a moment after each change, so that a closed window or lost connection loses nothing. Returns a function that stops it. */
export function startSigningDraftListener(userId: string): () => void {
  return startListening({
    predicate: (action) =>
      action.type.startsWith('signing/') &&
      !signingActions.signingOpened.match(action) &&
      !signingActions.signingClosed.match(action) &&
      !signingActions.fieldFocused.match(action) &&
      !signingActions.labelsFound.match(action),
    effect: async (_, api) => {
      api.cancelActiveListeners();
      await api.delay(RESTED);
      const root = api.getState() as SigningRoot;
      const subject = selectSubject(root);
      if (!subject) return;
      await keepFilledIn(subject, userId, selectSigningFiles(root));
    },
  });
}
