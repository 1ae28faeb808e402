/**
 * Roles and permissions in an organization. The only place that applies the caller's `OrgRestrictions`: in an organization that
 * requires a second factor, a member who has not proven one has no rights as owner, administrator or reader. Somebody who no longer
 * belongs to one has no rights as owner of what waits there for its new owner.
 */
import { creationRights, globalSettingsDefault, type CreationRight, type CreationRights } from '#contract/entities/organization.ts';
import { errorTexts } from '#contract/errors.ts';
import { mayInOrganization, withoutSecondFactor, type OrganizationAction, type OrganizationView } from '#contract/permissions/organization.permissions.ts';
import type { OrgRestrictions } from '#server/identity/second-factor-enforcement.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findMember, findMembers, findOrganization, lockOrganization, type MemberRow, type OrganizationRow } from '#server/repositories/organizations.repository.ts';
import type { Caller } from '#server/services/caller.ts';

export const settingsOf = (row: OrganizationRow): CreationRights => creationRights.parse({ ...globalSettingsDefault, ...row.global_settings });

export const organizationViewOf = (row: OrganizationRow, member: MemberRow | undefined): OrganizationView => ({
  ownerId: row.owner_id,
  globalSettings: settingsOf(row),
  membership: member ? { role: member.role, status: member.status, permissions: member.permissions } : null,
});

/** For jobs, which carry out what was permitted when it was requested. */
export const unrestricted: OrgRestrictions = { closedOrgIds: [], formerOrgIds: [] };

type WithClosedOrgs = Pick<Caller, 'closedOrgIds'>;
type Member = Pick<Caller, 'userId' | 'closedOrgIds'>;

export const isClosedTo = ({ closedOrgIds }: WithClosedOrgs, orgId: string | null): boolean => orgId !== null && closedOrgIds.includes(orgId);

/** The error for a caller who lacks permission in this organization or on a resource of it. */
export const refusalIn = (caller: WithClosedOrgs, orgId: string | null): AppError =>
  new AppError(isClosedTo(caller, orgId) ? 'second_factor_required' : 'permission_denied');

/** The owner and the users a resource is shared with, as they count for the caller. Empty if the organization is closed to the caller. */
export function effectiveAccess(row: { owner_id: string; org_id: string | null; shared_with: readonly string[] }, caller: OrgRestrictions): { ownerId: string; sharedWith: readonly string[] } {
  if (isClosedTo(caller, row.org_id)) return { ownerId: '', sharedWith: [] };
  const hasLeft = row.org_id !== null && caller.formerOrgIds.includes(row.org_id);
  return { ownerId: hasLeft ? '' : row.owner_id, sharedWith: row.shared_with };
}

/** Returns the organization, or throws if the caller may not perform `action` in it. */
export async function loadOrganization(db: Db | Tx, id: string, caller: Member, action: OrganizationAction): Promise<OrganizationRow> {
  return permitted(db, await findOrganization(db, id), caller, action);
}

/** Like `loadOrganization`, but locks the row until the database transaction ends. */
export async function lockOrganizationFor(tx: Tx, id: string, caller: Member, action: OrganizationAction): Promise<OrganizationRow> {
  return permitted(tx, await lockOrganization(tx, id), caller, action);
}

export const organizationNotFound = (): AppError => new AppError('not_found', undefined, errorTexts.organizationNotFound);
export const teamNotFound = (): AppError => new AppError('not_found', undefined, errorTexts.teamNotFound);

async function permitted(db: Db | Tx, row: OrganizationRow | undefined, caller: Member, action: OrganizationAction): Promise<OrganizationRow> {
  if (!row) throw organizationNotFound();
  const view = organizationViewOf(row, await findMember(db, row.id, caller.userId));
  const isOpen = !isClosedTo(caller, row.id) || withoutSecondFactor.includes(action);
  if (!isOpen || !mayInOrganization(view, caller.userId, action)) throw refusalIn(caller, row.id);
  return row;
}

/** The organization that a call names in `orgId`. Only members may work in one. */
export async function organizationOfCall(db: Db | Tx, caller: Member, orgId: string): Promise<NonNullable<Caller['organization']>> {
  const row = await loadOrganization(db, orgId, caller, 'read');
  return { id: row.id, ...organizationViewOf(row, await findMember(db, row.id, caller.userId)) };
}

/** Whether the caller has the owner's rights on all resources of an organization. */
export async function administers(db: Db | Tx, orgId: string | null, caller: Member): Promise<boolean> {
  if (orgId === null || isClosedTo(caller, orgId)) return false;
  const row = await findOrganization(db, orgId);
  return row !== undefined && mayInOrganization(organizationViewOf(row, await findMember(db, row.id, caller.userId)), caller.userId, 'ownResources');
}

/** The ids of all users who administer the organization. */
export async function administratorsOf(db: Db | Tx, orgId: string | null): Promise<string[]> {
  const row = orgId === null ? undefined : await findOrganization(db, orgId);
  if (!row) return [];
  const members = await findMembers(db, [row.id]);
  return [row.owner_id, ...members.filter((each) => mayInOrganization(organizationViewOf(row, each), each.user_id, 'ownResources')).map((each) => each.user_id)];
}

/** Throws if the caller may not create such a resource. Guests may not; members need the right in the organization. */
export function assertMayCreate(caller: Caller, right: CreationRight): void {
  const { organization } = caller;
  if (caller.profileType === 'guest' || (organization && !mayInOrganization(organization, caller.userId, right))) {
    throw new AppError(right === 'createFiles' ? 'create_file_permission_denied' : 'permission_denied');
  }
}
