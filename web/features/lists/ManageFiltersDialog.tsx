import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedFilter } from '#contract/entities/saved-filter.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { deleteFilter, renameFilter } from '#web/entities/filters/filters.requests.ts';
import { useLoadedFilters } from '#web/entities/filters/use-filters.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ItemList } from '#web/ui/ItemList.tsx';
import { DeleteNamedDialog } from './DeleteNamedDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { NamedItem } from './NamedItem.tsx';

/** Renames and deletes the filters that the person keeps for a kind of list. */
const ManageFiltersDialog = ({ kind, onClose }: { kind: ResourceKind; onClose(): void }) => {
  const { t } = useTranslation('labels');
  const { t: lists } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const filters = useLoadedFilters(kind);
  const [changing, setChanging] = useState<{ filter: SavedFilter; to: 'rename' | 'delete' } | null>(null);
  const close = () => setChanging(null);
  return (
    <>
      <Dialog isOpen onClose={onClose} title={lists('saved.label')} closeLabel={t('close')} footer={<Button onPress={onClose}>{t('close')}</Button>}>
        <ItemList label={lists('saved.label')}>
          {filters.map((filter) => (
            <NamedItem key={filter.id} name={filter.name} isEditable onRename={() => setChanging({ filter, to: 'rename' })} onDelete={() => setChanging({ filter, to: 'delete' })} />
          ))}
        </ItemList>
      </Dialog>
      {changing?.to === 'rename' ? (
        <NameDialog title={t('rename')} name={changing.filter.name} save={(name) => dispatch(renameFilter({ id: changing.filter.id, name })).unwrap()} onClose={close} />
      ) : null}
      {changing?.to === 'delete' ? (
        <DeleteNamedDialog name={changing.filter.name} text={t('savedFilter.deleteText')} remove={() => dispatch(deleteFilter({ id: changing.filter.id })).unwrap()} onClose={close} />
      ) : null}
    </>
  );
};

export default ManageFiltersDialog;
