import { useCallback, useRef } from 'react';
import { useStore } from 'react-redux';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { selectShownOnPage } from '#web/features/signing/signing.selectors.ts';
import { placeKey, signingActions } from '#web/features/signing/signing.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { withEngine } from '#web/services/engine/core/engine.service.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { ViewedDocumentState } from './use-open-document.ts';

/** Returns a function that finds labels in the page text for fields without a tooltip, once per page. */
export function usePlaceLabels(fileId: string, opened: ViewedDocumentState): (page: number) => void {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const looked = useRef(new WeakMap<PageSet, Set<number>>());
  const set = opened.status === 'open' ? opened.set : null;
  return useCallback(
    (page) => {
      if (!set) return;
      const pages = looked.current.get(set) ?? new Set<number>();
      looked.current.set(set, pages);
      if (pages.has(page)) return;
      pages.add(page);
      const look = async (): Promise<void> => {
        const paper = set.pages[page - 1];
        const fields = selectShownOnPage(store.getState(), fileId, page);
        // Options of a radio group may share the tooltip of their question.
        const nameless = fields.filter(({ tooltip, type }) => !tooltip || type === 'radio');
        if (!paper || nameless.length === 0) return;
        const textItems = await set.textItems(page);
        const found = await withEngine((engine) => engine.labelFields(fields, { textItems, ratio: paper.height / paper.width }));
        const labels = fields.flatMap((field, at) => {
          const label = nameless.includes(field) ? found[at] : null;
          return label ? [[placeKey({ fileId, fieldId: field.id }), label]] : [];
        });
        if (labels.length > 0) dispatch(signingActions.labelsFound(Object.fromEntries(labels)));
      };
      // Without labels, fields are named by their type.
      look().catch((error: unknown) => console.info('The words of a page could not be read', toAppError(error).code));
    },
    [dispatch, store, fileId, set],
  );
}
