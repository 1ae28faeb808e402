/** Who somebody is to an organization, and what that lets them do. */
import { creationRights, globalSettingsDefault, type CreationRight, type CreationRights } from '#contract/entities/organization.ts';
import { mayInOrganization, type OrganizationAct, type OrganizationView } from '#contract/permissions/organization.permissions.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import { findMember, findMembers, findOrganization, lockOrganization, type MemberRow, type OrganizationRow } from '#server/repositories/organizations.repository.ts';
import type { Caller } from './caller.ts';

export const settingsOf = (row: OrganizationRow): CreationRights => creationRights.parse({ ...globalSettingsDefault, ...row.global_settings });

export const organizationViewOf = (row: OrganizationRow, member: MemberRow | undefined): OrganizationView => ({
  ownerId: row.owner_id,
  globalSettings: settingsOf(row),
  membership: member ? { role: member.role, status: member.status, permissions: member.permissions } : null,
});

/** The organization, if the caller may do this in it. */
export async function loadOrganization(db: Db | Tx, id: string, userId: string, act: OrganizationAct): Promise<OrganizationRow> {
  return permitted(db, await findOrganization(db, id), userId, act);
}

/** The same, with nobody else changing it until the database transaction ends. */
export async function lockOrganizationFor(tx: Tx, id: string, userId: string, act: OrganizationAct): Promise<OrganizationRow> {
  return permitted(tx, await lockOrganization(tx, id), userId, act);
}

async function permitted(db: Db | Tx, row: OrganizationRow | undefined, userId: string, act: OrganizationAct): Promise<OrganizationRow> {
  if (!row) throw new AppError('not_found');
  const view = organizationViewOf(row, await findMember(db, row.id, userId));
  if (!mayInOrganization(view, userId, act)) throw new AppError('permission_denied');
  return row;
}

/** The organization a call names in its `orgId`: only members work in one. */
export async function organizationOfCall(db: Db, userId: string, orgId: string): Promise<NonNullable<Caller['organization']>> {
  const row = await loadOrganization(db, orgId, userId, 'read');
  return { id: row.id, ...organizationViewOf(row, await findMember(db, row.id, userId)) };
}

/** Whether somebody acts as owner of everything in an organization. */
export async function administers(db: Db | Tx, orgId: string | null, userId: string): Promise<boolean> {
  const row = orgId === null ? undefined : await findOrganization(db, orgId);
  return row !== undefined && mayInOrganization(organizationViewOf(row, await findMember(db, row.id, userId)), userId, 'ownResources');
}

/** All who do. */
export async function administratorsOf(db: Db | Tx, orgId: string | null): Promise<string[]> {
  const row = orgId === null ? undefined : await findOrganization(db, orgId);
  if (!row) return [];
  const members = await findMembers(db, [row.id]);
  return [row.owner_id, ...members.filter((each) => mayInOrganization(organizationViewOf(row, each), each.user_id, 'ownResources')).map((each) => each.user_id)];
}

/** In the personal space a person may create everything; in an organization, what it lets them. */
export function assertMayCreate(caller: Caller, right: CreationRight): void {
  const { organization } = caller;
  if (caller.profileType === 'guest' || (organization && !mayInOrganization(organization, caller.userId, right))) {
    throw new AppError(right === 'createFiles' ? 'create_file_permission_denied' : 'permission_denied');
  }
}
