/** Teams as recipients of copies and shares. Only members of an organization may name its teams. */
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { findMember } from '#server/repositories/organizations.repository.ts';
import { findTeamPeople } from '#server/repositories/teams.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { isClosedTo, refusalIn } from './organization-access.ts';

/** Returns the accounts in these teams, or null if the person may not name one of them. */
export async function peopleOfTeams(db: Db | Tx, teamIds: readonly string[], person: Pick<Caller, 'userId' | 'closedOrgIds'>): Promise<string[] | null> {
  if (teamIds.length === 0) return [];
  const teams = await db.selectFrom('teams').select(['id', 'org_id']).where('id', '=', anyOf(teamIds)).execute();
  if (teams.length < new Set(teamIds).size) return null;
  for (const orgId of new Set(teams.map((team) => team.org_id))) {
    if (isClosedTo(person, orgId)) throw refusalIn(person, orgId);
    if ((await findMember(db, orgId, person.userId))?.status !== 'active') return null;
  }
  return findTeamPeople(db, teamIds);
}
