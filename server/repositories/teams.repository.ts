import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { TeamMembersTable, TeamsTable } from '#server/platform/database/tables/organizations.tables.ts';

export type TeamRow = Selectable<TeamsTable>;

export function findTeam(db: Db | Tx, id: string): Promise<TeamRow | undefined> {
  return db.selectFrom('teams').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findTeams(db: Db | Tx, orgIds: readonly string[]): Promise<TeamRow[]> {
  if (orgIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('teams').selectAll().where('org_id', '=', anyOf(orgIds)).orderBy('created_at').orderBy('id').execute();
}

/** Returns the members of the teams. */
export function findTeamMembers(db: Db | Tx, teamIds: readonly string[]): Promise<{ team_id: string; user_id: string }[]> {
  if (teamIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('team_members')
    .select(['team_id', 'user_id'])
    .where('team_id', '=', anyOf(teamIds))
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

/** Returns the active members of the teams: the people who get access when something is shared with a team. */
export async function findTeamPeople(db: Db | Tx, teamIds: readonly string[]): Promise<string[]> {
  if (teamIds.length === 0) return [];
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('members', (join) => join.onRef('members.org_id', '=', 'team_members.org_id').onRef('members.user_id', '=', 'team_members.user_id'))
    .select('team_members.user_id')
    .distinct()
    .where('team_members.team_id', '=', anyOf(teamIds))
    .where('members.status', '=', 'active')
    .execute();
  return rows.map((row) => row.user_id);
}

export async function insertTeam(tx: Tx, row: Insertable<TeamsTable>): Promise<void> {
  await tx.insertInto('teams').values(row).execute();
}

export async function updateTeam(tx: Tx, id: string, changes: Updateable<TeamsTable>): Promise<void> {
  await tx.updateTable('teams').set({ ...changes, updated_at: new Date() }).where('id', '=', id).execute();
}

export async function deleteTeam(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('teams').where('id', '=', id).execute();
}

export async function countTeams(tx: Tx, orgId: string): Promise<number> {
  const row = await tx.selectFrom('teams').select(sql<number>`count(*)::int`.as('count')).where('org_id', '=', orgId).executeTakeFirstOrThrow();
  return row.count;
}

export async function addTeamMember(tx: Tx, row: Insertable<TeamMembersTable>): Promise<void> {
  await tx.insertInto('team_members').values(row).onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing()).execute();
}

export async function removeTeamMember(tx: Tx, teamId: string, userId: string): Promise<boolean> {
  const row = await tx.deleteFrom('team_members').where('team_id', '=', teamId).where('user_id', '=', userId).returning('user_id').executeTakeFirst();
  return row !== undefined;
}
