import { Plus, Users, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameContact } from '#contract/entities/common.ts';
import type { Team } from '#contract/entities/organization.ts';
import { toCcEntry } from '#contract/entities/recipient.ts';
import type { CcEntryInput, Participation, RecipientInput } from '#contract/entities/recipient.ts';
import { splitName } from '#contract/person-names.ts';
import { contactOf } from '#web/entities/people/person-draft.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { NeedMenu } from './NeedMenu.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import styles from './recipients.module.scss';

interface CcListProps {
  cc: CcEntryInput[];
  recipients: RecipientInput[];
  teams: readonly Pick<Team, 'id' | 'name' | 'orgId'>[];
  onChange: (cc: CcEntryInput[]) => void;
  /** Somebody is to do more than get a copy. */
  onNeed: (entry: CcEntryInput, participation: Participation) => void;
}

/** Teams have no address; they are compared by id. */
const isSame = (a: CcEntryInput, b: CcEntryInput): boolean => (a.type === 'team' || b.type === 'team' ? a.id === b.id : sameContact(a, b));

/** People who get the finished document without signing. */
export function CcList({ cc, recipients, teams, onChange, onNeed }: CcListProps) {
  const { t } = useTranslation('recipients');
  const [adding, setAdding] = useState(false);
  const left = teams.filter(({ id }) => !cc.some((entry) => entry.type === 'team' && entry.id === id));
  return (
    <div className={styles.cc}>
      <h3 className={styles.subtitle}>{t('cc')}</h3>
      <ul className={styles.chips}>
        {cc.map((entry) => (
          <li key={entry.email ?? entry.phone ?? entry.id} className={styles.chip}>
            {personName(entry)}
            {entry.type === 'team' ? null : <NeedMenu name={personName(entry)} value="copy" onChange={(need) => (need === 'copy' ? undefined : onNeed(entry, need))} />}
            <IconButton
              label={t('removeCc', { name: personName(entry) })}
              plainName
              icon={<Icon of={X} size={16} />}
              onPress={() => onChange(cc.filter((each) => !isSame(each, entry)))}
            />
          </li>
        ))}
      </ul>
      <Button look="quiet" icon={<Icon of={Plus} />} onPress={() => setAdding(true)}>
        {t('addCc')}
      </Button>
      {left.length > 0 ? (
        <Menu
          label={t('addCcTeam')}
          actions={left.map((team) => ({ key: team.id, text: team.name, icon: <Icon of={Users} />, run: () => onChange([...cc, toCcEntry(team)]) }))}
        >
          <Button look="quiet" icon={<Icon of={Users} />}>
            {t('addCcTeam')}
          </Button>
        </Menu>
      ) : null}
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
