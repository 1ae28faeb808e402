import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedQuery } from '#contract/entities/saved-filter.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { saveFilter } from '#web/entities/filters/filters.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { NameDialog } from './NameDialog.tsx';

/** Keeps the query of a list under a name. */
const SaveFilterDialog = ({ kind, query, onClose }: { kind: ResourceKind; query: SavedQuery; onClose(): void }) => {
  const { t } = useTranslation('labels');
  const dispatch = useAppDispatch();
  const [id] = useState(newObjectId);
  return <NameDialog title={t('savedFilter.title')} help={t('savedFilter.help')} save={(name) => dispatch(saveFilter({ id, kind, name, query })).unwrap()} onClose={onClose} />;
};

export default SaveFilterDialog;
