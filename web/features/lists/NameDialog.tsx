import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#contract/limits/lengths.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useLabelError } from './use-label-error.ts';

interface NameDialogProps {
  title: string;
  /** The name so far. */
  name?: string;
  help?: string;
  /** Saves the name; throws if it can't be saved. */
  save(name: string): Promise<unknown>;
  onClose(): void;
}

/** Asks for the name of a folder, a tag or a filter. */
export const NameDialog = ({ title, name: before = '', help, save, onClose }: NameDialogProps) => {
  const { t } = useTranslation('labels');
  const textOf = useLabelError();
  const { busy, error, run } = useAsyncAction();
  const [name, setName] = useState(before);
  const [submitted, setSubmitted] = useState(false);
  const isMissing = name.trim() === '';
  const submit = async (): Promise<void> => {
    setSubmitted(true);
    if (!isMissing && (await run(() => save(name.trim())))) onClose();
  };
  return (
    <FormDialog title={title} size="small" onClose={onClose} closeLabel={t('close')} cancelText={t('cancel')} saveText={t('save')} isPending={busy} onSubmit={() => void submit()}>
      <TextField
        autoFocus
        label={t('name')}
        {...(help ? { help } : {})}
        value={name}
        maxLength={lengths.label}
        error={submitted && isMissing ? t('missing') : error ? textOf(error) : undefined}
        onChange={setName}
      />
    </FormDialog>
  );
};
