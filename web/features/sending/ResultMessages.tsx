import type { Transaction } from '#contract/entities/transaction.ts';
import { personName } from '#web/ui/initials.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { shownDelivery } from './shown-delivery.ts';
import styles from './sending.module.scss';

/** Recipients whose message about the result is delayed or failed, for the sender; nothing if all were delivered. */
export function ResultMessages({ transaction }: { transaction: Transaction }) {
  const waiting = transaction.recipients.flatMap((person) => {
    const delivery = shownDelivery(person, [], false);
    return delivery ? [{ person, delivery }] : [];
  });
  if (waiting.length === 0) return null;
  return (
    <ul className={styles.people}>
      {waiting.map(({ person, delivery }) => (
        <li key={person.id} className={styles.person}>
          <span className={styles.who}>
            <span className={styles.name}>{personName(person)}</span>
            <DeliveryState delivery={delivery} />
          </span>
        </li>
      ))}
    </ul>
  );
}
