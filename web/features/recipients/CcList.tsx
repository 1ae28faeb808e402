import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameContact } from '#contract/entities/common.ts';
import type { CcEntryInput, RecipientInput } from '#contract/entities/recipient.ts';
import { contactOf, splitName } from '#web/entities/people/person-draft.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { PersonDialog } from './PersonDialog.tsx';
import styles from './recipients.module.scss';

interface CcListProps {
  cc: CcEntryInput[];
  recipients: RecipientInput[];
  onChange: (cc: CcEntryInput[]) => void;
}

/** Those who get the finished document without signing. */
export function CcList({ cc, recipients, onChange }: CcListProps) {
  const { t } = useTranslation('recipients');
  const [adding, setAdding] = useState(false);
  return (
    <div className={styles.cc}>
      <h3 className={styles.subtitle}>{t('cc')}</h3>
      <ul className={styles.chips}>
        {cc.map((entry) => (
          <li key={entry.email ?? entry.phone ?? entry.id} className={styles.chip}>
            {personName(entry)}
            <IconButton
              label={t('removeCc', { name: personName(entry) })}
              plainName
              icon={<Icon of={X} size={16} />}
              onPress={() => onChange(cc.filter((each) => !sameContact(each, entry)))}
            />
          </li>
        ))}
      </ul>
      <Button look="quiet" icon={<Icon of={Plus} />} onPress={() => setAdding(true)}>
        {t('addCc')}
      </Button>
      {adding ? (
        <PersonDialog
          title={t('addCcTitle')}
          start={{ name: '', contact: '' }}
          others={[...recipients, ...cc]}
          saveText={t('add')}
          onClose={() => setAdding(false)}
          onSave={(draft) => {
            setAdding(false);
            onChange([...cc, { type: 'user', ...contactOf(draft.contact), ...splitName(draft.name) }]);
          }}
        />
      ) : null}
    </div>
  );
}
