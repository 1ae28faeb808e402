/**
 * Signing in person: somebody signs on the device of a host, who vouches for them. The host is the last recipient before
 * them who does not sign in person, or else the sender.
 */
import { sameContact, type Contact } from '#contract/entities/common.ts';
import { activeRecipient } from '#contract/entities/transaction.ts';
import type { Recipient } from '#contract/entities/recipient.ts';

type Signer = Contact & Pick<Recipient, 'inPerson' | 'completed' | 'removed'>;

interface Hosted<Each extends Signer> {
  ownerId: string;
  recipients: readonly Each[];
}

/** Who is asked now on this person's device: they themselves, or somebody who signs in person with them. */
export function signsHere<Each extends Signer>({ ownerId, recipients }: Hosted<Each>, viewer: Contact & { id: string }): Each | null {
  const active = activeRecipient(recipients);
  if (!active) return null;
  if (!active.inPerson) return sameContact(active, viewer) ? active : null;
  const host = recipients.slice(0, recipients.indexOf(active)).findLast((each) => !each.inPerson);
  const isHost = host ? sameContact(host, viewer) : ownerId === viewer.id;
  return isHost ? active : null;
}
