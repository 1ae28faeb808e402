import { useTranslation } from 'react-i18next';
import type { LabelKind } from '#contract/entities/label.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useLabelError } from './use-label-error.ts';
import { useNewLabel, type NewLabelState } from './use-new-label.ts';
import styles from './labels.module.scss';

/** Names a folder or tag and adds it to the space. */
export const NewLabelField = ({ label }: { label: NewLabelState }) => {
  const { t } = useTranslation('labels');
  const textOf = useLabelError();
  return (
    <div className={styles.new}>
      <TextField
        label={t(label.kind === 'folder' ? 'newFolder' : 'newTag')}
        value={label.name}
        maxLength={lengths.label}
        error={label.error ? textOf(label.error) : undefined}
        onChange={label.setName}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The form around it is not complete yet.
          event.preventDefault();
          void label.add();
        }}
      />
      <Button isPending={label.busy} isDisabled={!label.isNamed} onPress={() => void label.add()}>
        {t('add')}
      </Button>
    </div>
  );
};

export const NewLabel = ({ kind }: { kind: LabelKind }) => <NewLabelField label={useNewLabel(kind)} />;
