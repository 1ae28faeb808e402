import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';

interface Filler {
  readonly key: string;
  readonly name: string;
  readonly sign?: ReactNode;
}

interface UnassignedFieldsProps {
  count: number;
  people: readonly Filler[];
  /** Null: any signer may fill them. */
  onAssign: (key: string | null) => void;
  onShow: () => void;
  onClose: () => void;
}

const ANY = 'any-signer';

/** Asks before sending who fills unassigned fields. Nothing is preselected. */
export function UnassignedFields({ count, people, onAssign, onShow, onClose }: UnassignedFieldsProps) {
  const { t } = useTranslation('preparing');
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const go = (): void => {
    setMissing(chosen === null);
    if (chosen !== null) onAssign(chosen === ANY ? null : chosen);
  };
  return (
    <Dialog
      isOpen
      title={t('unassigned.title', { count })}
      closeLabel={t('cancel')}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onPress={onShow}>{t('unassigned.show')}</Button>
          <Button look="primary" onPress={go}>{t('continue')}</Button>
        </>
      }
    >
      <p>{t('unassigned.text')}</p>
      <RadioGroup
        label={t('unassigned.who')}
        options={[
          ...people.map(({ key, name, sign }) => ({ key, text: name, ...(sign ? { sign } : {}) })),
          { key: ANY, text: t('unassigned.anySigner'), description: t('unassigned.anySignerHelp') },
        ]}
        value={chosen}
        error={missing && chosen === null ? t('unassigned.choose') : undefined}
        onChange={setChosen}
      />
    </Dialog>
  );
}
