import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '#contract/entities/label.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { deleteLabel, renameLabel } from '#web/entities/labels/labels.requests.ts';
import { useLoadedLabels } from '#web/entities/labels/use-labels.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { NewLabel } from './NewLabel.tsx';
import { useLabelError } from './use-label-error.ts';
import styles from './labels.module.scss';

interface ChangeProps {
  label: Label;
  onClose(): void;
}

const RenameLabel = ({ label, onClose }: ChangeProps) => {
  const { t } = useTranslation('labels');
  const dispatch = useAppDispatch();
  const textOf = useLabelError();
  const { busy, error, run } = useAsyncAction();
  const [name, setName] = useState(label.name);
  const submit = async (): Promise<void> => {
    if (name.trim() === '') return;
    if (await run(() => dispatch(renameLabel({ id: label.id, name: name.trim() })).unwrap())) onClose();
  };
  return (
    <FormDialog title={t('rename')} size="small" onClose={onClose} closeLabel={t('close')} cancelText={t('cancel')} saveText={t('save')} isPending={busy} onSubmit={() => void submit()}>
      <TextField autoFocus label={t('name')} value={name} maxLength={lengths.label} error={name.trim() === '' ? t('missing') : error ? textOf(error) : undefined} onChange={setName} />
    </FormDialog>
  );
};

const DeleteLabel = ({ label, onClose, onDeleted }: ChangeProps & { onDeleted(id: string): void }) => {
  const { t } = useTranslation('labels');
  const dispatch = useAppDispatch();
  const textOf = useLabelError();
  const { busy, error, run } = useAsyncAction();
  const confirm = async (): Promise<void> => {
    if (!(await run(() => dispatch(deleteLabel({ id: label.id })).unwrap()))) return;
    onDeleted(label.id);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void confirm()}
      isPending={busy}
      title={t('deleteTitle', { name: label.name })}
      confirmText={t('delete')}
      cancelText={t('cancel')}
      error={error ? textOf(error) : undefined}
    >
      {t('deleteText')}
    </ConfirmDialog>
  );
};

/** Adds, renames and deletes folders and tags of the space. */
const ManageLabelsDialog = ({ onClose, onDeleted }: { onClose(): void; onDeleted(id: string): void }) => {
  const { t } = useTranslation('labels');
  const { t: lists } = useTranslation('lists');
  const { folders, tags } = useLoadedLabels();
  const [changing, setChanging] = useState<{ label: Label; to: 'rename' | 'delete' } | null>(null);
  const close = () => setChanging(null);
  return (
    <>
      <Dialog isOpen onClose={onClose} title={lists('labels.manage')} closeLabel={t('close')} footer={<Button onPress={onClose}>{t('close')}</Button>}>
        {([['folder', folders, t('folders')], ['tag', tags, t('tags')]] as const).map(([kind, labels, title]) => (
          <section key={kind} className={styles.group} aria-label={title}>
            <h3>{title}</h3>
            {labels.length > 0 ? (
              <ItemList label={title}>
                {labels.map((label) => (
                  <Item
                    key={label.id}
                    title={label.name}
                    actions={label.isEditable ? (
                      <>
                        <Button look="quiet" aria-label={t('renameOf', { name: label.name })} onPress={() => setChanging({ label, to: 'rename' })}>{t('rename')}</Button>
                        <Button look="quiet" aria-label={t('deleteOf', { name: label.name })} onPress={() => setChanging({ label, to: 'delete' })}>{t('delete')}</Button>
                      </>
                    ) : null}
                  />
                ))}
              </ItemList>
            ) : null}
            <NewLabel kind={kind} />
          </section>
        ))}
      </Dialog>
      {changing?.to === 'rename' ? <RenameLabel label={changing.label} onClose={close} /> : null}
      {changing?.to === 'delete' ? <DeleteLabel label={changing.label} onClose={close} onDeleted={onDeleted} /> : null}
    </>
  );
};

export default ManageLabelsDialog;
