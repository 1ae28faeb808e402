/** Teams stand for the people who are in them: only those of an organization somebody is a member of can be named by them. */
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { findMember } from '#server/repositories/organizations.repository.ts';
import { findTeamPeople } from '#server/repositories/teams.repository.ts';
import type { Caller } from './caller.ts';
import { isShutOut, refusalIn } from './organization-access.ts';

/** The accounts in these teams, as far as this person may name them; null when one may not be named. */
export async function peopleOfTeams(db: Db | Tx, teamIds: readonly string[], person: Pick<Caller, 'userId' | 'shutOut'>): Promise<string[] | null> {
  if (teamIds.length === 0) return [];
  const teams = await db.selectFrom('teams').select(['id', 'org_id']).where('id', 'in', [...teamIds]).execute();
  if (teams.length < new Set(teamIds).size) return null;
  for (const orgId of new Set(teams.map((team) => team.org_id))) {
    if (isShutOut(person, orgId)) throw refusalIn(person, orgId);
    if ((await findMember(db, orgId, person.userId))?.status !== 'active') return null;
  }
  return findTeamPeople(db, teamIds);
}
