import type { CcEntryInput } from '#contract/entities/recipient.ts';
import { contactText } from '#web/entities/people/person-draft.ts';
import { personName } from '#web/ui/initials.ts';
import styles from './sending.module.scss';

/** A person's name with the address, if they have both. */
export function PersonWords({ person, detail }: { person: Pick<CcEntryInput, 'email' | 'phone' | 'firstName' | 'lastName'>; detail?: string }) {
  const name = personName(person);
  const address = contactText(person);
  return (
    <span className={styles.who}>
      <span className={styles.name}>{name}</span>
      <span className={styles.detail}>{[address === name ? null : address, detail].filter(Boolean).join(' · ')}</span>
    </span>
  );
}
