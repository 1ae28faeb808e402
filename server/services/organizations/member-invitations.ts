/** Invites a person to an organization: an invitation, a mail with a ticket, and a live event. */
import { createHash, randomBytes } from 'node:crypto';
import { links } from '#contract/limits/links.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { joinName } from '#contract/person-names.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import { readableLocale } from '#server/platform/texts.ts';
import { newId } from '#server/platform/id.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { issueMagicCode, magicLink, revokeMagicCodes } from '#server/identity/magic-code.ts';
import { findInvitesOf, upsertInvite } from '#server/repositories/invites.repository.ts';
import { findDeliveriesAbout } from '#server/repositories/outbox.repository.ts';
import type { OrganizationRow } from '#server/repositories/organizations.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { invitationKey } from './invitation-key.ts';
import { notify } from '#server/services/notifications/notify.ts';
import { sendNotice } from '#server/services/notifications/send-notice.ts';
import { displayName } from '#server/services/transactions/transaction-state.ts';

export type InvitesConfig = Pick<Config, 'appUrl' | 'locales'>;

export const ticketHash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
export const invitePurpose = (inviteId: string): string => `invite:${inviteId}`;

interface Invitation {
  organization: OrganizationRow;
  user: User;
  caller: Caller;
}

/** Milliseconds within which the same person is not invited again: the call was repeated, or the inviter is impatient. */
const pause = 10 * 60 * 1000;

/** An invitation whose message failed does not count. */
async function wasInvitedRecently(tx: Tx, organization: OrganizationRow, user: User, about: string): Promise<boolean> {
  const open = (await findInvitesOf(tx, user.id)).find((each) => each.org_id === organization.id);
  if (!open || open.expires_at.getTime() <= Date.now() + links.inviteLife - pause) return false;
  return (await findDeliveriesAbout(tx, [about])).get(about) !== 'failed';
}

/** Inviting again keeps the invitation, with a new ticket and a new expiry. */
export async function invitePerson(tx: Tx, config: InvitesConfig, { organization, user, caller }: Invitation): Promise<void> {
  const about = invitationKey({ orgId: organization.id, userId: user.id });
  if (await wasInvitedRecently(tx, organization, user, about)) return;
  const ticket = randomBytes(24).toString('base64url');
  const invite = await upsertInvite(tx, {
    id: newId(), org_id: organization.id, user_id: user.id, invited_by: caller.userId, ticket_hash: ticketHash(ticket),
    expires_at: new Date(Date.now() + links.inviteLife),
  });
  await publishEvent(tx, {
    type: 'invite_to_org', resourceId: organization.id, orgId: null, actorId: caller.userId, userIds: [user.id],
    data: { inviteId: invite.id, name: organization.name },
  });
  await notify(tx, { code: 'invited', source: { kind: 'organization', id: organization.id }, actorId: caller.userId, userIds: [user.id], person: { userId: caller.userId } });
  if (user.email === null) return;
  // Revokes the links of earlier mails, whose tickets are no longer valid.
  await revokeMagicCodes(tx, [invitePurpose(invite.id)]);
  const code = await issueMagicCode(tx, { userId: user.id, purpose: invitePurpose(invite.id) });
  const inviter = { email: caller.email, first_name: caller.firstName, last_name: caller.lastName };
  await sendNotice(tx, {
    template: 'organization_invite',
    to: { email: user.email, name: joinName(user.first_name, user.last_name) || null },
    locale: user.locale ?? caller.locale, locales: config.locales, about,
    data: {
      organizationName: organization.name, inviterName: displayName(inviter),
      link: withTicket(magicLink(config, fillPath(routes.invite, { id: invite.id }), code, readableLocale(user.locale ?? caller.locale, config.locales)), ticket),
    },
  });
}

function withTicket(link: string, ticket: string): string {
  const url = new URL(link);
  url.searchParams.set('ticket', ticket);
  return url.href;
}
