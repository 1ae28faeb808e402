/**
 * Signing in person: somebody signs on the device of a host, who vouches for them with a certificate of their own.
 * The host is the recipient before them who does not sign in person, or else the sender. No host makes the testimony of
 * somebody who has an address: a code that went there has to be typed on the host's device.
 */
import { sameContact } from '#contract/entities/common.ts';
import { fillText, textsOf } from '#server/app/texts.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { viewerOf, type Caller } from './caller.ts';
import { insidersOf } from './organization-access.ts';
import { displayName, type TransactionState } from './transaction-state.ts';

export const hostOf = (state: TransactionState, recipient: RecipientRow): RecipientRow | null =>
  state.recipients.findLast((each) => !each.in_person && each.position < recipient.position) ?? null;

export function isHost(state: TransactionState, recipient: RecipientRow, caller: Caller): boolean {
  if (!recipient.in_person) return false;
  const host = hostOf(state, recipient);
  return host ? sameContact(host, viewerOf(caller)) : insidersOf(state.row, caller).ownerId === caller.userId;
}

/** What the host is called, for the person who is named to sign with them. */
export function hostNameOf(state: TransactionState, recipient: RecipientRow): string {
  return displayName(hostOf(state, recipient) ?? state.owner);
}

/** Whose session it is in: the account that hears of it. */
export const hostAccountOf = (state: TransactionState, recipient: RecipientRow): string => hostOf(state, recipient)?.user_id ?? state.row.owner_id;

const reasons = Object.values(textsOf('signing')).map(({ handOver }) => handOver.reason);

/** What the web app states as the reason of such a signature, in the language of whoever signs: the certificate names the host alone. */
export const reasonsInPerson = (recipient: RecipientRow, hostName: string): string[] => reasons.map((reason) => fillText(reason, { name: displayName(recipient), host: hostName }));
