import { KeyRound, Lock } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from './sending.module.scss';

const AccessCodeDialog = lazy(() => import('./AccessCodeDialog.tsx').then((module) => ({ default: module.AccessCodeDialog })));

/** Recipients who read the documents with an access code, for the sender, who can give them a new one. */
export function ProtectedPeople({ transaction }: { transaction: Transaction }) {
  const [changing, setChanging] = useState<Recipient | null>(null);
  const people = transaction.recipients.filter((each) => each.requireAccessCode);
  if (people.length === 0) return null;
  return (
    <>
      <ul className={styles.people}>
        {people.map((person) => <ProtectedPerson key={person.id} person={person} onChange={() => setChanging(person)} />)}
      </ul>
      <Suspense>{changing ? <AccessCodeDialog transactionId={transaction.id} recipient={changing} onClose={() => setChanging(null)} /> : null}</Suspense>
    </>
  );
}

function ProtectedPerson({ person, onChange }: { person: Recipient; onChange: () => void }) {
  const { t } = useTranslation('sending');
  const [button, name] = [useId(), useId()];
  return (
    <li className={styles.person}>
      <span className={styles.who}>
        <span id={name} className={styles.name}>{personName(person)}</span>
        {person.accessCodeLocked ? (
          <span className={styles.state}>
            <Icon of={Lock} size={16} />
            {t('accessCode.locked')}
          </span>
        ) : null}
      </span>
      <Button id={button} aria-labelledby={`${button} ${name}`} icon={<Icon of={KeyRound} />} onPress={onChange}>
        {t(person.accessCodePhone === null ? 'accessCode.change' : 'accessCode.changePhone')}
      </Button>
    </li>
  );
}
