import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface FactorCodeDialogProps {
  title: string;
  text: string;
  saveText: string;
  look?: 'primary' | 'negative';
  ask: (code: string) => Promise<readonly string[]>;
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
}

/** A dialog for changes of the second factor that require a code. */
export const FactorCodeDialog = ({ title, text, saveText, look = 'primary', ask, onClose, onDone }: FactorCodeDialogProps) => {
  const { t } = useTranslation('account');
  const act = useAsyncAction();
  const [code, setCode] = useState('');
  const wrong = act.error?.code === 'invalid_code' || act.error?.code === 'request_validation_error';
  const submit = async (): Promise<void> => {
    const codes = await act.ask(() => ask(code.trim()));
    if (codes) onDone(codes);
  };
  return (
    <FormDialog onClose={onClose} title={title} closeLabel={t('close')} cancelText={t('cancel')} saveText={saveText} look={look} isPending={act.busy} onSubmit={() => void submit()}>
      <p>{text}</p>
      <TextField autoFocus label={t('factor.anyCode')} autoComplete="one-time-code" value={code} onChange={setCode} error={wrong ? t('factor.wrong') : undefined} />
      {act.error && !wrong ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};
