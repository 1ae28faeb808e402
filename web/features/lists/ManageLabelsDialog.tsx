import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '#contract/entities/label.ts';
import { deleteLabel, renameLabel } from '#web/entities/labels/labels.requests.ts';
import { useLoadedLabels } from '#web/entities/labels/use-labels.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ItemList } from '#web/ui/ItemList.tsx';
import { DeleteNamedDialog } from './DeleteNamedDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { NamedItem } from './NamedItem.tsx';
import { NewLabel } from './NewLabel.tsx';
import styles from './labels.module.scss';

/** Adds, renames and deletes folders and tags of the space. */
const ManageLabelsDialog = ({ onClose, onDeleted }: { onClose(): void; onDeleted(id: string): void }) => {
  const { t } = useTranslation('labels');
  const { t: lists } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const { folders, tags } = useLoadedLabels();
  const [changing, setChanging] = useState<{ label: Label; to: 'rename' | 'delete' } | null>(null);
  const close = () => setChanging(null);
  const remove = async ({ id }: Label): Promise<void> => {
    await dispatch(deleteLabel({ id })).unwrap();
    onDeleted(id);
  };
  return (
    <>
      <Dialog isOpen onClose={onClose} title={lists('labels.manage')} closeLabel={t('close')} footer={<Button onPress={onClose}>{t('close')}</Button>}>
        {([['folder', folders, t('folders')], ['tag', tags, t('tags')]] as const).map(([kind, labels, title]) => (
          <section key={kind} className={styles.group} aria-label={title}>
            <h3>{title}</h3>
            {labels.length > 0 ? (
              <ItemList label={title}>
                {labels.map((label) => (
                  <NamedItem key={label.id} name={label.name} isEditable={label.isEditable} onRename={() => setChanging({ label, to: 'rename' })} onDelete={() => setChanging({ label, to: 'delete' })} />
                ))}
              </ItemList>
            ) : null}
            <NewLabel kind={kind} />
          </section>
        ))}
      </Dialog>
      {changing?.to === 'rename' ? (
        <NameDialog title={t('rename')} name={changing.label.name} save={(name) => dispatch(renameLabel({ id: changing.label.id, name })).unwrap()} onClose={close} />
      ) : null}
      {changing?.to === 'delete' ? <DeleteNamedDialog name={changing.label.name} text={t('deleteText')} remove={() => remove(changing.label)} onClose={close} /> : null}
    </>
  );
};

export default ManageLabelsDialog;
