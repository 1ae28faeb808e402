/**
 * Links that the sender hands to a recipient by other means than our mail. The sender has seen the link, so it never signs anybody
 * in by itself: whoever opens it is asked for a code, which goes to the recipient (docs/decisions/0024-magic-links.md).
 */
import { fillPath, routes } from '#contract/routes.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { readableLocale } from '#server/platform/texts.ts';
import { issueMagicCode, magicLink, revokeHandedLinks } from '#server/identity/magic-code.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import type { Caller } from '#server/services/caller.ts';
import { linkPurpose, type NotifyConfig } from './transaction-notifications.ts';
import { lockTransaction, type TransactionState } from './transaction-state.ts';

export type SigningLinks = ReturnType<typeof createSigningLinks>;

export function createSigningLinks({ db, config }: { db: Db; config: NotifyConfig }) {
  return (caller: Caller, id: string, recipientId: string): Promise<{ url: string }> => db.transaction().execute(async (tx) => {
    const state = await lockTransaction(tx, id, caller, 'remind');
    const { userId, recipient } = invitedPerson(state, recipientId);
    // Only the latest one is valid, so that they don't pile up.
    await revokeHandedLinks(tx, linkPurpose(id), userId);
    const code = await issueMagicCode(tx, { userId, purpose: linkPurpose(id), asksEveryDevice: true });
    await recordInsight(tx, caller, {
      resourceId: id, resourceType: 'transaction', action: 'signing_link_copied',
      attributes: { user: { id: userId, email: recipient.email, phone: recipient.phone, firstName: recipient.first_name, lastName: recipient.last_name } },
    });
    return { url: magicLink(config, fillPath(routes.transaction, { id }), code, readableLocale(recipient.locale ?? state.owner.locale, config.locales)) };
  });
}

/** Throws unless the recipient was asked and has an account of their own to sign in with. */
function invitedPerson({ row, recipients }: TransactionState, recipientId: string): { userId: string; recipient: RecipientRow } {
  const recipient = recipients.find((each) => each.id === recipientId);
  const isInvited = recipient !== undefined && recipient.invited_at !== null && recipient.completed_at === null && !recipient.in_person;
  if (!isInvited || recipient.user_id === null || recipient.user_id === row.owner_id) throw new AppError('invalid_signer_id');
  return { userId: recipient.user_id, recipient };
}
