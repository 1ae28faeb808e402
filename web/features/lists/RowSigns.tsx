import type { Transaction } from '#contract/entities/transaction.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './Row.module.scss';

/** The first two recipients in their colours, or the owner if there are none. */
export const RowSigns = ({ transaction: { recipients, owner, ownerId } }: { transaction: Pick<Transaction, 'recipients' | 'owner' | 'ownerId'> }) => {
  const people = recipients.filter((each) => !each.removed);
  return (
    <span className={`${styles.sign} ${styles.pair}`}>
      {people.length > 0 ? people.slice(0, 2).map((person, index) => <Avatar key={person.id} person={person} colorIndex={index} size="medium" />) : <Avatar key={ownerId} person={owner} size="medium" />}
    </span>
  );
};
