/** Teams of an organization. */
import type { Team, TeamCreate, TeamUpdate } from '#contract/entities/organization.ts';
import { counts } from '#contract/limits/counts.ts';
import { mayInOrganization, mayWithTeam, type TeamAction } from '#contract/permissions/organization.permissions.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { insertActivity } from '#server/repositories/activity.repository.ts';
import { findMember, findMembers, findOrganization, lockOrganization } from '#server/repositories/organizations.repository.ts';
import {
  addTeamMember, countTeams, deleteTeam, findTeam, findTeamMembers, findTeams, insertTeam, removeTeamMember, updateTeam, type TeamRow,
} from '#server/repositories/teams.repository.ts';
import type { AdministrativeLog, AdministrativeAction } from '#server/services/audit/administrative-log.ts';
import type { Caller } from '#server/services/caller.ts';
import { isClosedTo, loadOrganization, lockOrganizationFor, organizationNotFound, organizationViewOf, refusalIn, teamNotFound } from './organization-access.ts';
import { toTeams } from './organization-state.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';

interface TeamKey {
  orgId: string;
  teamId: string;
}

export type TeamsService = ReturnType<typeof createTeamsService>;

export function createTeamsService({ db, uploads, administrativeLog }: { db: Db; uploads: UploadsService; administrativeLog: AdministrativeLog }) {
  async function record(tx: Tx, caller: Caller, action: AdministrativeAction, { orgId, teamId }: TeamKey, details: Record<string, unknown> = {}): Promise<void> {
    const kind = action === 'team_created' || action === 'team_deleted' ? action : 'team_changed';
    await insertActivity(tx, [{ org_id: orgId, kind, actor_id: caller.userId, team_id: teamId }]);
    await administrativeLog.record(tx, { action, actor: caller.userId, subject: orgId, details: { teamId, ...details } });
  }
  const shown = async (rows: readonly TeamRow[]): Promise<Team[]> =>
    toTeams(db, uploads, rows, await findMembers(db, [...new Set(rows.map((row) => row.org_id))]));

  async function current(teamId: string): Promise<Team> {
    const row = await findTeam(db, teamId);
    const [team] = row ? await shown([row]) : [];
    if (!team) throw teamNotFound();
    return team;
  }

  async function create(caller: Caller, orgId: string, input: TeamCreate): Promise<Team> {
    const id = input.id ?? newId();
    await db.transaction().execute(async (tx) => {
      await lockOrganizationFor(tx, orgId, caller, 'manageTeams');
      const known = await findTeam(tx, id);
      // A retried create, whose first response was lost.
      if (known && known.org_id !== orgId) throw new AppError('conflict');
      if (known) return;
      if ((await countTeams(tx, orgId)) >= counts.teams) throw new AppError('limit_exceeded');
      await insertTeam(tx, { id, org_id: orgId, name: input.name, description: input.description });
      await setMembers(tx, { orgId, teamId: id }, input.memberIds);
      await record(tx, caller, 'team_created', { orgId, teamId: id });
    });
    return current(id);
  }

  async function update(caller: Caller, key: TeamKey, input: TeamUpdate): Promise<Team> {
    await db.transaction().execute(async (tx) => {
      await lockTeam(tx, key, caller, 'update');
      await updateTeam(tx, key.teamId, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.description !== undefined && { description: input.description }),
      });
      if (input.memberIds) await setMembers(tx, key, input.memberIds);
      await record(tx, caller, 'team_changed', key, { changed: Object.keys(input) });
    });
    return current(key.teamId);
  }

  async function remove(caller: Caller, key: TeamKey): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await lockTeam(tx, key, caller, 'delete');
      await deleteTeam(tx, key.teamId);
      await record(tx, caller, 'team_deleted', key);
    });
  }

  async function removeMember(caller: Caller, key: TeamKey, memberId: string): Promise<Team> {
    await db.transaction().execute(async (tx) => {
      await lockTeam(tx, key, caller, 'removeMember');
      if (!(await removeTeamMember(tx, key.teamId, memberId))) throw new AppError('not_found');
      await record(tx, caller, 'team_member_removed', key, { memberId });
    });
    return current(key.teamId);
  }

  async function leave(caller: Caller, key: TeamKey): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await lockTeam(tx, key, caller, 'leave');
      await removeTeamMember(tx, key.teamId, caller.userId);
    });
  }

  async function list(caller: Caller, orgId: string): Promise<{ teams: Team[] }> {
    await loadOrganization(db, orgId, caller, 'readTeams');
    return { teams: await shown(await findTeams(db, [orgId])) };
  }

  async function get(caller: Caller, key: TeamKey): Promise<Team> {
    const row = await requireTeam(db, key, caller, 'read');
    return current(row.id);
  }

  return { create, update, remove, removeMember, leave, list, get };
}

async function lockTeam(tx: Tx, key: TeamKey, caller: Caller, action: TeamAction): Promise<TeamRow> {
  await lockOrganization(tx, key.orgId);
  return requireTeam(tx, key, caller, action);
}

/** Returns the team, or throws if the caller may not perform `action`. */
async function requireTeam(db: Db | Tx, { orgId, teamId }: TeamKey, caller: Caller, action: TeamAction): Promise<TeamRow> {
  const organization = await findOrganization(db, orgId);
  if (!organization) throw organizationNotFound();
  const view = organizationViewOf(organization, await findMember(db, orgId, caller.userId));
  const team = await findTeam(db, teamId);
  // Checked before existence, so that outsiders learn nothing about teams.
  if (isClosedTo(caller, orgId) || !mayInOrganization(view, caller.userId, 'readTeams')) throw refusalIn(caller, orgId);
  if (team?.org_id !== orgId) throw teamNotFound();
  const inTeam = (await findTeamMembers(db, [teamId])).some((each) => each.user_id === caller.userId);
  if (!mayWithTeam({ organization: view, inTeam }, caller.userId, action)) throw new AppError('permission_denied');
  return team;
}

/** Members must belong to the organization; invited members are allowed. */
async function setMembers(tx: Tx, { orgId, teamId }: TeamKey, memberIds: readonly string[]): Promise<void> {
  const known = new Set((await findMembers(tx, [orgId])).map((each) => each.user_id));
  if (memberIds.some((id) => !known.has(id))) throw new AppError('request_validation_error', [{ path: 'body/memberIds', message: 'Not a member of the organization' }]);
  const before = (await findTeamMembers(tx, [teamId])).map((each) => each.user_id);
  for (const id of before.filter((each) => !memberIds.includes(each))) await removeTeamMember(tx, teamId, id);
  for (const id of memberIds) await addTeamMember(tx, { team_id: teamId, org_id: orgId, user_id: id });
}
