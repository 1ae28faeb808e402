import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { OrganizationResources } from '#contract/entities/organization.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { MembersTable, OrganizationsTable } from '#server/platform/database/tables/organizations.tables.ts';
import { countOfOrganizations } from './list-counts.repository.ts';

export type OrganizationRow = Selectable<OrganizationsTable>;
export type MemberRow = Selectable<MembersTable>;

export function findOrganization(db: Db | Tx, id: string): Promise<OrganizationRow | undefined> {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** Every change of an organization, its members or teams takes this lock first. */
export function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow | undefined> {
  return tx.selectFrom('organizations').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
}

export async function organizationIdTaken(db: Db | Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export function findOrganizationsOf(db: Db | Tx, userId: string): Promise<OrganizationRow[]> {
  return db
    .selectFrom('organizations')
    .innerJoin('members', 'members.org_id', 'organizations.id')
    .selectAll('organizations')
    .where('members.user_id', '=', userId)
    .where('members.status', '=', 'active')
    .where('organizations.deleted_at', 'is', null)
    .orderBy('organizations.created_at', 'desc')
    .orderBy('organizations.id', 'desc')
    .execute();
}

export async function insertOrganization(tx: Tx, row: Insertable<OrganizationsTable>): Promise<void> {
  await tx.insertInto('organizations').values(row).execute();
}

export async function updateOrganization(tx: Tx, id: string, changes: Updateable<OrganizationsTable>): Promise<void> {
  await tx.updateTable('organizations').set({ ...changes, updated_at: new Date() }).where('id', '=', id).execute();
}

export function findMember(db: Db | Tx, orgId: string, userId: string): Promise<MemberRow | undefined> {
  return db.selectFrom('members').selectAll().where('org_id', '=', orgId).where('user_id', '=', userId).executeTakeFirst();
}

export interface MemberPerson extends MemberRow {
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  avatar: string | null;
}

/** Active members first, in the order of joining, then invited ones. */
export function findMembers(db: Db | Tx, orgIds: readonly string[]): Promise<MemberPerson[]> {
  if (orgIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .selectAll('members')
    .select(['users.email', 'users.phone', 'users.first_name', 'users.last_name', 'users.avatar'])
    .where('members.org_id', '=', anyOf(orgIds))
    .orderBy('members.status')
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .execute();
}

/** Returns the organizations that the person owns. */
export async function findOwned(db: Db | Tx, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('organizations').select('id').where('owner_id', '=', ownerId).where('deleted_at', 'is', null).execute();
  return rows.map((row) => row.id);
}

/** Counts the distinct people who are active members of any of the organizations. */
export async function countActiveMembers(db: Db | Tx, orgIds: readonly string[]): Promise<number> {
  const { count } = await db.selectFrom('members').select(sql<number>`count(distinct user_id)::int`.as('count'))
    .where('org_id', '=', anyOf(orgIds)).where('status', '=', 'active').executeTakeFirstOrThrow();
  return count;
}

export async function countMembers(tx: Tx, orgId: string): Promise<number> {
  const row = await tx.selectFrom('members').select(sql<number>`count(*)::int`.as('count')).where('org_id', '=', orgId).executeTakeFirstOrThrow();
  return row.count;
}

/** Inserts a member; false when the person is already a member or invited. */
export async function insertMember(tx: Tx, row: Insertable<MembersTable>): Promise<boolean> {
  const done = await tx
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return done !== undefined;
}

export async function updateMember(tx: Tx, orgId: string, userId: string, changes: Updateable<MembersTable>): Promise<void> {
  await tx.updateTable('members').set(changes).where('org_id', '=', orgId).where('user_id', '=', userId).execute();
}

/** Deletes a membership and, by cascade, the person's team memberships and open invitation. */
export async function deleteMember(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.deleteFrom('members').where('org_id', '=', orgId).where('user_id', '=', userId).execute();
}

/** Counts the resources of each organization. */
export async function countResources(db: Db, orgIds: readonly string[]): Promise<Map<string, OrganizationResources>> {
  if (orgIds.length === 0) return new Map();
  const counts = new Map<string, OrganizationResources>(
    orgIds.map((id) => [id, { file: 0, transaction: 0, bulk: 0, member: 0, template: 0, paidTemplate: 0 }]),
  );
  for (const { orgId, kind, count } of await countOfOrganizations(db, orgIds)) Object.assign(counts.get(orgId) ?? {}, { [kind]: count });
  const members = await db.selectFrom('members').select(['org_id', sql<number>`count(*)::int`.as('count')])
    .where('org_id', '=', anyOf(orgIds)).where('status', '=', 'active').groupBy('org_id').execute();
  for (const row of members) Object.assign(counts.get(row.org_id) ?? {}, { member: row.count });
  return counts;
}
