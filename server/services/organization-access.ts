/**
 * Who somebody is to an organization, and what that lets them do. The one place that applies `Caller.shutOut`: in an organization that
 * requires a second factor, a member without one is neither owner, administrator nor reader of anything.
 */
import { creationRights, globalSettingsDefault, type CreationRight, type CreationRights } from '#contract/entities/organization.ts';
import { mayInOrganization, withoutSecondFactor, type OrganizationAct, type OrganizationView } from '#contract/permissions/organization.permissions.ts';
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

/** For jobs, which go on with what was allowed when it was ordered. */
export const nowhere: readonly string[] = [];

type Shut = Pick<Caller, 'shutOut'>;
type Member = Pick<Caller, 'userId' | 'shutOut'>;

export const isShutOut = ({ shutOut }: Shut, orgId: string | null): boolean => orgId !== null && shutOut.includes(orgId);

/** Why the caller may not do something in this organization, or with something of it. */
export const refusalIn = (caller: Shut, orgId: string | null): AppError =>
  new AppError(isShutOut(caller, orgId) ? 'second_factor_required' : 'permission_denied');

/** Who owns something and with whom it is shared, as far as that counts for the caller. */
export const insidersOf = (row: { owner_id: string; org_id: string | null; shared_with: readonly string[] }, caller: Shut): { ownerId: string; sharedWith: readonly string[] } =>
  isShutOut(caller, row.org_id) ? { ownerId: '', sharedWith: [] } : { ownerId: row.owner_id, sharedWith: row.shared_with };

/** The organization, if the caller may do this in it. */
export async function loadOrganization(db: Db | Tx, id: string, caller: Member, act: OrganizationAct): Promise<OrganizationRow> {
  return permitted(db, await findOrganization(db, id), caller, act);
}

/** The same, with nobody else changing it until the database transaction ends. */
export async function lockOrganizationFor(tx: Tx, id: string, caller: Member, act: OrganizationAct): Promise<OrganizationRow> {
  return permitted(tx, await lockOrganization(tx, id), caller, act);
}

async function permitted(db: Db | Tx, row: OrganizationRow | undefined, caller: Member, act: OrganizationAct): Promise<OrganizationRow> {
  if (!row) throw new AppError('not_found');
  const view = organizationViewOf(row, await findMember(db, row.id, caller.userId));
  const isOpen = !isShutOut(caller, row.id) || withoutSecondFactor.includes(act);
  if (!isOpen || !mayInOrganization(view, caller.userId, act)) throw refusalIn(caller, row.id);
  return row;
}

/** The organization a call names in its `orgId`: only members work in one. */
export async function organizationOfCall(db: Db, caller: Member, orgId: string): Promise<NonNullable<Caller['organization']>> {
  const row = await loadOrganization(db, orgId, caller, 'read');
  return { id: row.id, ...organizationViewOf(row, await findMember(db, row.id, caller.userId)) };
}

/** Whether somebody acts as owner of everything in an organization. */
export async function administers(db: Db | Tx, orgId: string | null, caller: Member): Promise<boolean> {
  if (orgId === null || isShutOut(caller, orgId)) return false;
  const row = await findOrganization(db, orgId);
  return row !== undefined && mayInOrganization(organizationViewOf(row, await findMember(db, row.id, caller.userId)), caller.userId, 'ownResources');
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
