import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { archiveResources } from '#web/entities/file-resources.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { SharedKind } from '#web/entities/sharing/resource.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { notify, notifyError } from '#web/ui/snackbar.ts';
import type { BulkItem } from './BulkActionDialog.tsx';

export type Archive = (items: readonly BulkItem[], archived: boolean) => Promise<void>;

/** What the selected rows permit. A list shows the archive or what is not in it, so either is possible for all of them. */
export const archiveActions = (selected: readonly { archived?: boolean | undefined }[]): ('archive' | 'unarchive')[] =>
  selected.length === 0 ? [] : [selected.every(({ archived }) => archived) ? 'unarchive' : 'archive'];

/** Puts rows into the archive, or takes them out, and offers to undo it. Names the rows for which it failed. */
export const useArchive = (kind: SharedKind): Archive => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return useCallback(
    async function archive(items, archived): Promise<void> {
      try {
        const results = await dispatch(archiveResources(kind, items.map(({ id }) => id), archived));
        const failed = new Set(results.flatMap(({ id, error }) => (error ? [id] : [])));
        const done = items.filter(({ id }) => !failed.has(id));
        const titles = items.filter(({ id }) => failed.has(id)).map(({ title }) => title).join(', ');
        if (titles) notifyError(t('many.archiveFailed', { titles }));
        const undo = { text: t('many.undo'), run: () => void archive(done, !archived) };
        if (done.length > 0) notify(t(archived ? 'many.archived' : 'many.unarchived', { count: done.length }), { id: 'archive', action: undo });
      } catch (error) {
        notifyError(errorText(toAppError(error), t('failed')));
      }
    },
    [dispatch, kind, t],
  );
};
