import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftBackend, DraftConflict, DraftSave, Versioned } from '#web/entities/drafts/saved-draft.ts';
import { createSavedDraft } from '#web/entities/drafts/saved-draft.ts';
import type { DraftContent } from '#web/entities/merging/merge-draft.ts';
import type { Side } from '#web/entities/merging/three-way.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { onServiceReturned } from '#web/services/availability.ts';
import { draftStore } from '#web/services/storage/draft-store.ts';
import { notify } from '#web/ui/snackbar.ts';
import { useLeavingNotice } from '../shared/use-leaving-notice.ts';
import { useWhenHidden } from '../shared/use-when-hidden.ts';

export interface SavedDraft<Values> {
  readonly values: Values;
  readonly error: ErrorInfo | null;
  readonly save: DraftSave;
  readonly conflict: DraftConflict<Values> | null;
  readonly change: (change: Partial<Values>) => void;
  /** Saves pending changes; false if the server does not have them. */
  readonly flush: () => Promise<boolean>;
  /** Why the last save failed. */
  readonly failure: () => ErrorInfo | null;
  readonly resolve: (side: Side) => void;
}

type Server<Values> = Pick<DraftBackend<Values>, 'kind' | 'save' | 'fetch'>;

/** Draft of a resource with autosave; `current` is the last known server state. */
export function useSavedDraft<Values extends DraftContent>(id: string, current: Versioned<Values>, server: Server<Values>): SavedDraft<Values> {
  const { t } = useTranslation('drafts');
  const userId = useAppSelector(selectUserId) ?? '';
  const [isStored, setStored] = useState(true);
  const [draft] = useState(() =>
    createSavedDraft(current, {
      ...server,
      store: draftStore<Values>(userId, server.kind, id),
      onRestored: () => notify(t('restored'), { id: 'draft-restored' }),
      onStorageFailed: (error) => {
        console.warn('This browser keeps no drafts', toAppError(error).code);
        setStored(false);
      },
    }),
  );
  const { values, error, save, conflict } = useSyncExternalStore(draft.subscribe, draft.getState);
  useEffect(() => {
    void draft.restore();
    return () => void draft.flush();
  }, [draft]);
  useEffect(() => draft.receive(current), [draft, current]);
  useEffect(() => onServiceReturned(() => void draft.flush()), [draft]);
  useWhenHidden(() => void draft.flush());
  useLeavingNotice(!isStored && save !== 'saved');
  return useMemo(
    () => ({ values, error, save, conflict, change: draft.change, flush: draft.flush, failure: () => draft.getState().error, resolve: (side) => void draft.resolve(side) }),
    [conflict, draft, error, save, values],
  );
}
