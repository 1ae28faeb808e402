/**
 * In-person signing: a person signs on the device of a host, who vouches for them. The host is the last preceding signer who does not
 * sign in person, or the sender.
 */
import { sameContact, type Contact } from '#contract/entities/common.ts';
import { isSigner, type Recipient } from '#contract/entities/recipient.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';

type Signer = Contact & Pick<Recipient, 'inPerson' | 'completed' | 'removed'> & Partial<Pick<Recipient, 'signingOrder' | 'participation'>>;

interface Hosted<Each extends Signer> {
  ownerId: string;
  recipients: readonly Each[];
}

/**
 * Returns the recipient who signs now on the viewer's device: the viewer, or else the first in-person signer they host. Null if
 * there is none.
 */
export function signsHere<Each extends Signer>({ ownerId, recipients }: Hosted<Each>, viewer: Contact & { id: string }): Each | null {
  const active = activeRecipients(recipients);
  const isHost = (guest: Each): boolean => {
    const host = recipients.slice(0, recipients.indexOf(guest)).findLast((each) => !each.inPerson && isSigner(each));
    return host ? sameContact(host, viewer) : ownerId === viewer.id;
  };
  return active.find((each) => !each.inPerson && sameContact(each, viewer)) ?? active.find((each) => each.inPerson && isHost(each)) ?? null;
}
