import type { Delivery } from '#contract/entities/delivery.ts';
import type { Recipient } from '#contract/entities/recipient.ts';

/** `over`: the transaction has ended, so a failed message can't be sent again and has another text. */
export type ShownDelivery = Delivery | 'over';

/**
 * Returns the delivery status that the sender sees for a person: while the transaction runs, of the recipients
 * whose turn it is only; afterwards, of everybody whose message about the result was not delivered.
 */
export function shownDelivery(person: Recipient, active: readonly Recipient[], running: boolean): ShownDelivery | null {
  if (running) return active.includes(person) ? person.delivery : null;
  if (person.delivery === 'failed') return 'over';
  return person.delivery === 'waiting' ? 'waiting' : null;
}
