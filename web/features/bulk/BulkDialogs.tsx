import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bulk } from '#contract/entities/bulk.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { unlessGone } from '#web/entities/requests/unless-gone.ts';
import { call } from '#web/services/api/call.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

export type BulkAction = 'rename' | 'cancel' | 'delete';

interface BulkDialogsProps {
  action: BulkAction;
  bulk: Bulk;
  onClose: () => void;
  onChanged: (bulk: Bulk) => void;
  onDeleted: () => void;
}

/** Actions on a whole bulk. */
export const BulkDialogs = (props: BulkDialogsProps) => (props.action === 'rename' ? <RenameDialog {...props} /> : <SureDialog {...props} action={props.action} />);

const RenameDialog = ({ bulk, onClose, onChanged }: BulkDialogsProps) => {
  const { t } = useTranslation('bulk');
  const act = useAsyncAction();
  const [name, setName] = useState(bulk.name);
  const isMissing = name.trim() === '';
  const save = async (): Promise<void> => {
    if (isMissing) return;
    const next = await act.ask(() => call('bulks.update', { params: { id: bulk.id }, body: { name: name.trim() } }));
    if (next) onChanged(next);
  };
  const refused = act.error ? errorText(act.error, t('failed')) : undefined;
  return (
    <FormDialog
      onClose={onClose}
      title={t('rename.open')}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={t('rename.save')}
      isPending={act.busy}
      onSubmit={() => void save()}
    >
      <TextField autoFocus label={t('name')} maxLength={lengths.title} value={name} onChange={setName} error={isMissing ? t('nameMissing') : refused} />
    </FormDialog>
  );
};

/** Deleting a missing bulk succeeds (document 3 §8.3). */
const remove = (id: string): Promise<void> => unlessGone(call('bulks.delete', { params: { id } }));

const SureDialog = ({ action, bulk, onClose, onChanged, onDeleted }: BulkDialogsProps & { action: 'cancel' | 'delete' }) => {
  const { t } = useTranslation('bulk');
  const doing = useAsyncAction();
  const run = async (): Promise<void> => {
    if (action === 'delete') {
      if (await doing.run(() => remove(bulk.id))) onDeleted();
      return;
    }
    const next = await doing.ask(() => call('bulks.cancel', { params: { id: bulk.id } }));
    if (next) onChanged(next);
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      onClose={onClose}
      onConfirm={() => void run()}
      isPending={doing.busy}
      title={t(`${action}.title`)}
      confirmText={t(`${action}.open`)}
      cancelText={t('keep')}
      error={doing.error ? errorText(doing.error, t('failed')) : undefined}
    >
      {t(`${action}.text`)}
    </ConfirmDialog>
  );
};
