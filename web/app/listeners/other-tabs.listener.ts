import { isAnyOf } from '@reduxjs/toolkit';
import { fetchFile, updateFile } from '#web/entities/files/files.requests.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { fetchProfile, updateProfile } from '#web/entities/profile/profile.requests.ts';
import { fetchTemplate, updateTemplate } from '#web/entities/templates/templates.requests.ts';
import { selectTemplate } from '#web/entities/templates/templates.slice.ts';
import { cancelTransaction, fetchTransaction, startTransaction, updateTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransaction } from '#web/entities/transactions/transactions.slice.ts';
import { selectVisited } from '#web/entities/ui-state/ui.slice.ts';
import type { SavedElsewhere } from '#web/services/other-tabs.ts';
import { onSavedElsewhere, notifyOtherTabs } from '#web/services/other-tabs.ts';

const kinds = {
  file: { saved: isAnyOf(updateFile.fulfilled), fetch: (id: string, dispatch: AppDispatch) => void dispatch(fetchFile({ id })), select: selectFile },
  transaction: { saved: isAnyOf(updateTransaction.fulfilled, startTransaction.fulfilled, cancelTransaction.fulfilled), fetch: (id: string, dispatch: AppDispatch) => void dispatch(fetchTransaction({ id })), select: selectTransaction },
  template: { saved: isAnyOf(updateTemplate.fulfilled), fetch: (id: string, dispatch: AppDispatch) => void dispatch(fetchTemplate({ id })), select: selectTemplate },
  // Notification settings are bits of one number, which is saved as a whole.
  profile: { saved: isAnyOf(updateProfile.fulfilled), fetch: (_: string, dispatch: AppDispatch) => void dispatch(fetchProfile()), select: (state: RootState) => state.profile.value },
} as const;

/** Notifications have listeners of their own, where they are shown. */
type Kind = Exclude<SavedElsewhere['kind'], 'notifications'>;

const startNotifying = (kind: Kind): void => {
  startListening({
    matcher: kinds[kind].saved,
    effect: ({ meta }, { getState }) => {
      const { userId } = getState().session;
      if (userId) notifyOtherTabs({ userId, kind, id: (meta as unknown as { arg: { id?: string } }).arg.id ?? userId });
    },
  });
};

/** Fetches the edited resource again when the tab becomes visible, since another device may have changed it. */
const refetchEdited = (state: RootState, dispatch: AppDispatch): void => {
  const id = /^\/(?:transaction|template)\/([0-9a-f]{24})(?:\/(?:create|editor|start))?$/.exec(selectVisited(state).at(-1) ?? '')?.[1];
  const unit = id ? (selectTransaction(state, id) ?? selectTemplate(state, id)) : undefined;
  if (!id || !unit) return;
  if (selectTransaction(state, id)) void dispatch(fetchTransaction({ id }));
  else void dispatch(fetchTemplate({ id }));
  for (const each of unit.fileIds) if (selectFile(state, each)) void dispatch(fetchFile({ id: each }));
};

/** Fetches loaded resources again when another tab has saved them. */
export const startOtherTabsListener = (getState: () => RootState, dispatch: AppDispatch): void => {
  for (const kind of Object.keys(kinds) as Kind[]) startNotifying(kind);
  onSavedElsewhere(({ userId, kind, id }) => {
    const state = getState();
    if (kind !== 'notifications' && state.session.userId === userId && kinds[kind].select(state, id)) kinds[kind].fetch(id, dispatch);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refetchEdited(getState(), dispatch);
  });
};
