/**
 * In-person signing: a person signs on the device of a host, who vouches for them. The host is the last preceding recipient who
 * does not sign in person, or the sender.
 */
import { sameContact, type Contact } from '#contract/entities/common.ts';
import { activeRecipient } from '#contract/entities/transaction.ts';
import type { Recipient } from '#contract/entities/recipient.ts';

type Signer = Contact & Pick<Recipient, 'inPerson' | 'completed' | 'removed'>;

interface Hosted<Each extends Signer> {
  ownerId: string;
  recipients: readonly Each[];
}

/** Returns the recipient who signs now on the viewer's device: the viewer, or an in-person signer they host. Null if there is none. */
export function signsHere<Each extends Signer>({ ownerId, recipients }: Hosted<Each>, viewer: Contact & { id: string }): Each | null {
  const active = activeRecipient(recipients);
  if (!active) return null;
  if (!active.inPerson) return sameContact(active, viewer) ? active : null;
  const host = recipients.slice(0, recipients.indexOf(active)).findLast((each) => !each.inPerson);
  const isHost = host ? sameContact(host, viewer) : ownerId === viewer.id;
  return isHost ? active : null;
}
