import type { Delivery } from '#contract/entities/delivery.ts';
import type { Recipient } from '#contract/entities/recipient.ts';

/** Once everything is over nobody can be asked again: what can't be sent is said in other words. */
export type ShownDelivery = Delivery | 'over';

/**
 * What the sender reads beside somebody of the last message to them: while it runs only of whoever is asked, once it is over of
 * everybody whose message of how it ended did not go out.
 */
export function shownDelivery(person: Recipient, active: Recipient | null, running: boolean): ShownDelivery | null {
  if (running) return person.id === active?.id ? person.delivery : null;
  if (person.delivery === 'failed') return 'over';
  return person.delivery === 'waiting' ? 'waiting' : null;
}
