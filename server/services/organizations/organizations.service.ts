/** Organizations and their members. */
import type {
  Organization, OrganizationCreate, OrganizationInvite, OrganizationUpdate,
} from '#contract/entities/organization.ts';
import type { ActivityKind } from '#contract/entities/activity.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import {
  countMembers, deleteMember, findMember, findOrganization, findOrganizationsOf, insertMember, insertOrganization, organizationIdTaken,
  updateMember, updateOrganization, type MemberRow, type OrganizationRow,
} from '#server/repositories/organizations.repository.ts';
import { insertActivity } from '#server/repositories/activity.repository.ts';
import { insertTransfer, type ResourceTransfer } from '#server/repositories/resource-transfers.repository.ts';
import { deleteSubscription, endSubscription, findWaitingPayment } from '#server/repositories/subscriptions.repository.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { addTeamMember, findTeam } from '#server/repositories/teams.repository.ts';
import { findOrCreateGuest } from '#server/repositories/users.repository.ts';
import type { AdministrativeLog, AdministrativeAction } from '#server/services/audit/administrative-log.ts';
import type { Caller } from '#server/services/caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { invitePerson, type InvitesConfig } from './member-invitations.ts';
import { loadOrganization, lockOrganizationFor, organizationNotFound, settingsOf, teamNotFound } from './organization-access.ts';
import { changeRequirement } from './required-factor.ts';
import { changeSendApproval } from './send-approval-settings.ts';
import { toOrganizations } from './organization-state.ts';
import { startTransfer } from './resource-transfers.ts';
import { removePictures } from '#server/services/storage/remove-bodies.ts';
import { claimPicture, type UploadsService } from '#server/services/storage/uploads.service.ts';

interface OrganizationsDependencies {
  db: Db;
  uploads: UploadsService;
  config: InvitesConfig & Pick<Config, 'connections'>;
  entitlements: Entitlements;
  administrativeLog: AdministrativeLog;
}

export type OrganizationsService = ReturnType<typeof createOrganizationsService>;

export function createOrganizationsService({ db, uploads, config, entitlements, administrativeLog }: OrganizationsDependencies) {
  async function shown(caller: Caller, row: OrganizationRow | undefined): Promise<Organization> {
    const [organization] = row ? await toOrganizations({ db, uploads, entitlements, config }, [row], caller) : [];
    if (!organization) throw organizationNotFound();
    return organization;
  }
  const record = (tx: Tx, caller: Caller, action: AdministrativeAction, subject: string, details?: Record<string, unknown>): Promise<void> =>
    administrativeLog.record(tx, { action, actor: caller.userId, subject, ...(details && { details }) });
  const noteActivity = (tx: Tx, caller: Caller, orgId: string, kind: ActivityKind, memberIds: readonly (string | null)[] = [null]): Promise<void> =>
    insertActivity(tx, memberIds.map((memberId) => ({ org_id: orgId, kind, actor_id: caller.userId, member_id: memberId })));
  const current = async (caller: Caller, id: string): Promise<Organization> => shown(caller, await findOrganization(db, id));

  async function create(caller: Caller, input: OrganizationCreate): Promise<Organization> {
    if (caller.profileType === 'guest') throw new AppError('permission_denied');
    const id = input.id ?? newId();
    await db.transaction().execute(async (tx) => {
      await lockKey(tx, `organizations/${caller.userId}`);
      // A retried create, whose first response was lost.
      if ((await findOrganization(tx, id))?.owner_id === caller.userId) return;
      if (await organizationIdTaken(tx, id)) throw new AppError('conflict');
      const own = (await findOrganizationsOf(tx, caller.userId)).filter((each) => each.owner_id === caller.userId);
      if (own.length >= counts.organizationsOwned) throw new AppError('limit_exceeded');
      if (input.logo) await claimPicture(tx, caller.userId, input.logo, 'logo');
      await insertOrganization(tx, {
        id, owner_id: caller.userId, name: input.name, logo: input.logo, global_settings: JSON.stringify(input.globalSettings),
      });
      await insertMember(tx, { org_id: id, user_id: caller.userId, role: 'admin', status: 'active' });
      await record(tx, caller, 'organization_created', id);
    });
    return current(caller, id);
  }

  async function update(caller: Caller, id: string, input: OrganizationUpdate): Promise<Organization> {
    await db.transaction().execute(async (tx) => {
      const row = await lockOrganizationFor(tx, id, caller, 'update');
      const { requireSecondFactor = row.require_second_factor } = input;
      if (requireSecondFactor !== row.require_second_factor) await changeRequirement(tx, caller, row, requireSecondFactor, config);
      if (input.logo && input.logo !== row.logo) await claimPicture(tx, caller.userId, input.logo, 'logo');
      if (input.logo !== undefined && input.logo !== row.logo) await removePictures(tx, [row.logo]);
      await updateOrganization(tx, id, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.logo !== undefined && { logo: input.logo }),
        ...(input.sendApproval && { send_approval: await changeSendApproval(tx, row, input.sendApproval) }),
        ...(input.branding && { branding: JSON.stringify(input.branding) }),
        ...(input.globalSettings && { global_settings: JSON.stringify({ ...settingsOf(row), ...input.globalSettings }) }),
      });
      for (const { id: memberId, permissions } of input.members ?? []) {
        await requireMember(tx, id, memberId);
        await updateMember(tx, id, memberId, { permissions: permissions && JSON.stringify(permissions) });
      }
      const { globalSettings = null, members = [], sendApproval = null } = input;
      await noteActivity(tx, caller, id, 'settings_changed');
      await record(tx, caller, 'organization_changed', id, { changed: Object.keys(input), globalSettings, members, requireSecondFactor, sendApproval });
    });
    return current(caller, id);
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const row = await lockOrganizationFor(tx, id, caller, 'delete');
      await dissolve(tx, row);
      await record(tx, caller, 'organization_deleted', id);
    });
  }

  async function leave(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const row = await lockOrganizationFor(tx, id, caller, 'leave');
      await noteActivity(tx, caller, id, 'left', [caller.userId]);
      await expel(tx, row, caller.userId);
    });
  }

  async function invite(caller: Caller, id: string, input: OrganizationInvite): Promise<Organization> {
    await db.transaction().execute(async (tx) => {
      const row = await lockOrganizationFor(tx, id, caller, 'invite');
      if (input.teamId && (await findTeam(tx, input.teamId))?.org_id !== id) throw teamNotFound();
      const invited: string[] = [];
      for (const person of input.members) {
        const user = await findOrCreateGuest(tx, { email: person.email, firstName: person.firstName, lastName: person.lastName });
        if (user.id === caller.userId) throw new AppError('match_user');
        const isNew = await insertMember(tx, {
          org_id: id, user_id: user.id, role: person.role, permissions: person.permissions && JSON.stringify(person.permissions),
        });
        if (input.teamId) await addTeamMember(tx, { team_id: input.teamId, org_id: id, user_id: user.id });
        const member = await requireMember(tx, id, user.id);
        if (isNew) invited.push(user.id);
        if (isNew || member.status === 'invited') await invitePerson(tx, config, { organization: row, user, caller });
      }
      const seats = await entitlements.seatsOf(tx, id);
      if ((await countMembers(tx, id)) > seats) throw new AppError('limit_exceeded', { seats });
      await noteActivity(tx, caller, id, 'invited', invited);
      await record(tx, caller, 'member_invited', id, { members: input.members.length, teamId: input.teamId ?? null });
    });
    return current(caller, id);
  }

  async function removeMember(caller: Caller, id: string, memberId: string): Promise<Organization> {
    await db.transaction().execute(async (tx) => {
      const row = await lockOrganizationFor(tx, id, caller, 'removeMember');
      await requireMember(tx, id, memberId);
      if (memberId === row.owner_id) throw new AppError('permission_denied');
      await expel(tx, row, memberId);
      await noteActivity(tx, caller, id, 'removed', [memberId]);
      await record(tx, caller, 'member_removed', id, { memberId });
    });
    return current(caller, id);
  }

  async function setRole(caller: Caller, id: string, memberId: string, role: MemberRow['role']): Promise<Organization> {
    await db.transaction().execute(async (tx) => {
      const row = await lockOrganizationFor(tx, id, caller, role === 'admin' ? 'makeAdmin' : 'cancelAdmin');
      await requireMember(tx, id, memberId);
      if (memberId === row.owner_id) throw new AppError('permission_denied');
      await updateMember(tx, id, memberId, { role });
      await noteActivity(tx, caller, id, role === 'admin' ? 'admin_made' : 'admin_canceled', [memberId]);
      await record(tx, caller, role === 'admin' ? 'admin_made' : 'admin_cancelled', id, { memberId });
    });
    return current(caller, id);
  }

  return {
    create, update, remove, leave, invite, removeMember,
    get: async (caller: Caller, id: string) => shown(caller, await loadOrganization(db, id, caller, 'read')),
    list: async (caller: Caller) => ({ organizations: await toOrganizations({ db, uploads, entitlements, config }, await findOrganizationsOf(db, caller.userId), caller) }),
    makeAdmin: (caller: Caller, id: string, memberId: string) => setRole(caller, id, memberId, 'admin'),
    cancelAdmin: (caller: Caller, id: string, memberId: string) => setRole(caller, id, memberId, 'participant'),
  };
}

async function requireMember(tx: Tx, orgId: string, userId: string): Promise<MemberRow> {
  const member = await findMember(tx, orgId, userId);
  if (!member) throw new AppError('not_found');
  return member;
}

/** Deletes the organization. Its resources become the owner's personal resources. */
export async function dissolve(tx: Tx, row: OrganizationRow): Promise<void> {
  await startTransfer(tx, await closeOrganization(tx, row));
}

/** Deletes the organization, and leaves the transfer of its resources to the caller. */
export async function closeOrganization(tx: Tx, row: OrganizationRow): Promise<ResourceTransfer> {
  await assertNothingCharged(tx, row.id);
  await endSubscription(tx, row.id);
  await tx.deleteFrom('teams').where('org_id', '=', row.id).execute();
  await tx.deleteFrom('members').where('org_id', '=', row.id).execute();
  await updateOrganization(tx, row.id, { deleted_at: new Date() });
  return insertTransfer(tx, row.id, null, { ownerId: row.owner_id, orgId: null });
}

/** Removes a member. Their resources stay in the organization and pass to its owner. */
async function expel(tx: Tx, row: OrganizationRow, userId: string): Promise<void> {
  await startTransfer(tx, await endMembership(tx, row, userId));
}

/** Removes a member, and leaves the transfer of their resources to the caller. */
export async function endMembership(tx: Tx, row: OrganizationRow, userId: string): Promise<ResourceTransfer> {
  await deleteMember(tx, row.id, userId);
  return insertTransfer(tx, row.id, userId, { ownerId: row.owner_id, orgId: row.id });
}

/** A pending charge must be settled first. */
async function assertNothingCharged(tx: Tx, holderId: string): Promise<void> {
  if (await findWaitingPayment(tx, holderId)) throw new AppError('unable_to_unsubscribe');
}

export async function endBilling(tx: Tx, holderId: string): Promise<void> {
  await assertNothingCharged(tx, holderId);
  await deleteSubscription(tx, holderId);
}
