import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import type { Labeled } from '#web/entities/file-resources.ts';
import type { SharedKind } from '#web/entities/sharing/resource.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import type { BulkItem } from './BulkActionDialog.tsx';

const LabelDialog = lazy(withFurtherTexts(() => import('./LabelDialog.tsx')));

export type LabelItem = BulkItem & Labeled;

/** Opens the dialog for folder and tags of rows, and shows it. */
export const useLabeling = (kind: SharedKind): { label: (items: readonly LabelItem[]) => void; dialog: ReactNode } => {
  const [items, setItems] = useState<readonly LabelItem[]>([]);
  const label = useCallback((chosen: readonly LabelItem[]) => setItems(chosen), []);
  const dialog = items.length === 0 ? null : (
    <Suspense>
      <LabelDialog kind={kind} items={items} onClose={() => setItems([])} />
    </Suspense>
  );
  return { label, dialog };
};
