/** Invitations to organizations, for the invited person. */
import type { Invite, Organization } from '#contract/entities/organization.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { revokeMagicCodes } from '#server/identity/magic-code.ts';
import { hasProvenFactor, restrictionsWithoutSession } from '#server/identity/second-factor-enforcement.ts';
import { insertActivity } from '#server/repositories/activity.repository.ts';
import { findAcceptedInvite, findInvite, findInvitesOf, acceptInvite, type OpenInvite } from '#server/repositories/invites.repository.ts';
import { markRead } from '#server/repositories/notifications.repository.ts';
import { deleteMember, findOrganization, lockOrganization, updateMember } from '#server/repositories/organizations.repository.ts';
import { updateUser } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { invitePurpose, ticketHash } from './member-invitations.ts';
import { organizationNotFound, unrestricted } from './organization-access.ts';
import { toOrganizations, type OrganizationParts } from './organization-state.ts';
import { pictureUrl } from '#server/services/storage/uploads.service.ts';

export type InvitesService = ReturnType<typeof createInvitesService>;

export function createInvitesService(parts: OrganizationParts) {
  const { db, uploads } = parts;
  const toInvite = (row: OpenInvite): Invite => ({
    id: row.id, orgId: row.org_id, name: row.name, logo: pictureUrl(uploads, row.logo, 'logo.png'),
    createdAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString(),
  });

  async function accept(caller: Caller, id: string, ticket: string | undefined): Promise<Organization> {
    // Already accepted: a retry, or two concurrent calls.
    const again = async () => (await findAcceptedInvite(db, id, caller.userId))?.org_id;
    const orgId = (await again()) ?? await db.transaction().execute(async (tx) => {
      const invite = await answer(tx, caller, id, ticket);
      await updateMember(tx, invite.org_id, caller.userId, { status: 'active' });
      await insertActivity(tx, [{ org_id: invite.org_id, kind: 'joined', actor_id: caller.userId, member_id: caller.userId }]);
      // Members do more than sign, so a guest becomes a user.
      if (caller.profileType === 'guest') await updateUser(tx, caller.userId, { type: 'user' });
      return invite.org_id;
    }).catch(async (error: unknown) => {
      const accepted = error instanceof AppError && error.code === 'not_found' ? await again() : undefined;
      if (accepted === undefined) throw error;
      return accepted;
    });
    const row = await findOrganization(db, orgId);
    // The caller was not a member when the request began, so the second-factor check is repeated.
    const { closedOrgIds } = (await hasProvenFactor(db, caller.bearer ?? null)) ? unrestricted : await restrictionsWithoutSession(db, caller.userId);
    const [organization] = row ? await toOrganizations(parts, [row], { ...caller, closedOrgIds }) : [];
    if (!organization) throw organizationNotFound();
    return organization;
  }

  async function reject(caller: Caller, id: string, ticket: string | undefined): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const invite = await answer(tx, caller, id, ticket);
      await deleteMember(tx, invite.org_id, caller.userId);
    });
  }

  return {
    accept, reject,
    list: async (caller: Caller): Promise<{ invites: Invite[] }> => ({ invites: (await findInvitesOf(db, caller.userId)).map(toInvite) }),
    get: async (caller: Caller, id: string, ticket: string | undefined): Promise<Invite> => toInvite(await ownInvite(db, caller, id, ticket)),
  };
}

/** Consumes the invitation and revokes its links. */
async function answer(tx: Tx, caller: Caller, id: string, ticket: string | undefined): Promise<OpenInvite> {
  const seen = await ownInvite(tx, caller, id, ticket);
  await lockOrganization(tx, seen.org_id);
  if (!(await acceptInvite(tx, id))) throw new AppError('not_found');
  await revokeMagicCodes(tx, [invitePurpose(id)]);
  await markRead(tx, caller.userId, { ids: [], about: seen.org_id, upTo: null });
  return seen;
}

async function ownInvite(db: Db | Tx, caller: Caller, id: string, ticket: string | undefined): Promise<OpenInvite> {
  const invite = await findInvite(db, id);
  if (!invite || (ticket !== undefined && !ticketHash(ticket).equals(invite.ticket_hash))) throw new AppError('not_found');
  // The client identifies this case by the message.
  if (invite.user_id !== caller.userId) throw new AppError('conflict', undefined, 'ticket_not_equal_to_current_user');
  return invite;
}
