import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

interface Heir {
  readonly key: string;
  readonly name: string;
  readonly sign?: ReactNode;
}

/** What happens to the fields of somebody who no longer signs: another person gets them, nobody, or they go. */
export type FieldsChoice = { kind: 'give'; to: string } | { kind: 'keep' } | { kind: 'delete' };

interface FieldsLeftDialogProps {
  name: string;
  count: number;
  heirs: readonly Heir[];
  onChoose: (choice: FieldsChoice) => void;
  onClose: () => void;
}

const GIVE = 'give:';

const choiceOf = (key: string): FieldsChoice => (key.startsWith(GIVE) ? { kind: 'give', to: key.slice(GIVE.length) } : { kind: key === 'delete' ? 'delete' : 'keep' });

/** Asks what happens to the fields of somebody who no longer signs. Nothing is preselected, and closing changes nothing. */
export function FieldsLeftDialog({ name, count, heirs, onChoose, onClose }: FieldsLeftDialogProps) {
  const { t } = useTranslation('recipients');
  const [chosen, setChosen] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const submit = (): void => {
    setTried(true);
    if (chosen !== null) onChoose(choiceOf(chosen));
  };
  return (
    <FormDialog onClose={onClose} title={t('fieldsLeft.title', { name, count })} closeLabel={t('close')} cancelText={t('cancel')} saveText={t('fieldsLeft.confirm')} onSubmit={submit}>
      <p>{t('fieldsLeft.text')}</p>
      <RadioGroup
        label={t('fieldsLeft.what')}
        options={[
          ...heirs.map(({ key, name: heir, sign }) => ({ key: `${GIVE}${key}`, text: t('fieldsLeft.give', { name: heir }), ...(sign ? { sign } : {}) })),
          { key: 'keep', text: t('fieldsLeft.keep') },
          { key: 'delete', text: t('fieldsLeft.delete'), description: t('fieldsLeft.deleteHelp') },
        ]}
        value={chosen}
        error={tried && chosen === null ? t('fieldsLeft.choose') : undefined}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
