/**
 * In-person signing: a person signs on the device of a host, who vouches for them with the host's own certificate. The host is
 * the last preceding signer who does not sign in person, or the sender. If the person has an address, the host's word is not
 * enough: a code sent to that address must be entered on the host's device.
 */
import { sameContact } from '#contract/entities/common.ts';
import { isSigner } from '#contract/entities/recipient.ts';
import { fillText, textsOf } from '#server/platform/texts.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { effectiveAccess } from '#server/services/organizations/organization-access.ts';
import { displayName, type TransactionState } from '#server/services/transactions/transaction-state.ts';

const hostOf = (state: TransactionState, recipient: RecipientRow): RecipientRow | null =>
  state.recipients.findLast((each) => !each.in_person && isSigner(each) && each.position < recipient.position) ?? null;

export function isHost(state: TransactionState, recipient: RecipientRow, caller: Caller): boolean {
  if (!recipient.in_person) return false;
  const host = hostOf(state, recipient);
  return host ? sameContact(host, viewerOf(caller)) : effectiveAccess(state.row, caller).ownerId === caller.userId;
}

/** The host's name, as shown to the in-person signer. */
export function hostNameOf(state: TransactionState, recipient: RecipientRow): string {
  return displayName(hostOf(state, recipient) ?? state.owner);
}

/** The account in whose session the person signs; it receives the events. */
export const hostAccountOf = (state: TransactionState, recipient: RecipientRow): string => hostOf(state, recipient)?.user_id ?? state.row.owner_id;

const reasons = Object.values(textsOf('signing')).map(({ handOver }) => handOver.reason);

/**
 * The signing reasons that the web app may state, one per language. The certificate names only the host, so the reason names the
 * signer.
 */
export const reasonsInPerson = (recipient: RecipientRow, hostName: string): string[] => reasons.map((reason) => fillText(reason, { name: displayName(recipient), host: hostName }));
