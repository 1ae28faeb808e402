/** The activity of an organization or team, for its administrators (docs/decisions/0077). */
import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import type { ActivityEntry } from '#contract/entities/activity.ts';
import { counts } from '#contract/limits/counts.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { listActivity, type ActivityRow } from '#server/repositories/activity.repository.ts';
import { findTeam, findTeamMembers } from '#server/repositories/teams.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { findStates, viewOf } from '#server/services/transactions/transaction-state.ts';
import { administers, loadOrganization, teamNotFound } from './organization-access.ts';

export type ActivityService = ReturnType<typeof createActivityService>;

type Query = NonNullable<InputOf<'organizations.activity'>['query']>;

export function createActivityService({ db }: { db: Db }) {
  async function list(caller: Caller, orgId: string, { userId, teamId, kind, exclusiveFrom }: Query): Promise<OutputOf<'organizations.activity'>> {
    await loadOrganization(db, orgId, caller, 'readActivity');
    const place = { orgId, userIds: await peopleOf(orgId, userId, teamId), kind: kind ?? null, after: exclusiveFrom ?? null };
    const rows = await listActivity(db, place, counts.listPage + 1);
    const page = rows.slice(0, counts.listPage);
    const titles = await titlesFor(caller, page);
    return { entries: page.map((row) => toEntry(row, titles)), lastKey: rows.length > page.length ? (page.at(-1)?.id ?? null) : null };
  }

  async function peopleOf(orgId: string, userId: string | undefined, teamId: string | undefined): Promise<string[] | null> {
    if (teamId === undefined) return userId === undefined ? null : [userId];
    if ((await findTeam(db, teamId))?.org_id !== orgId) throw teamNotFound();
    const members = (await findTeamMembers(db, [teamId])).map((each) => each.user_id);
    return userId === undefined ? members : members.filter((id) => id === userId);
  }

  /** The titles of the requests that the reader may open: not of those that were deleted, or that left the organization. */
  async function titlesFor(caller: Caller, rows: readonly ActivityRow[]): Promise<Map<string, string>> {
    const ids = [...new Set(rows.flatMap(({ transactionId }) => transactionId ?? []))];
    const states = (await findStates(db, ids)).filter(({ row }) => row.deleted_at === null);
    const administered = new Map<string | null, boolean>();
    for (const orgId of new Set(states.map(({ row }) => row.org_id))) administered.set(orgId, await administers(db, orgId, caller));
    const readable = states.filter((state) => may(viewOf(state, caller, administered.get(state.row.org_id)), viewerOf(caller), 'read'));
    return new Map(readable.map(({ row }) => [row.id, row.name]));
  }

  return { list };
}

const toEntry = ({ id, kind, at, actor, actorGone, member, transactionId }: ActivityRow, titles: ReadonlyMap<string, string>): ActivityEntry => ({
  id, kind, at: at.toISOString(), actor, actorGone, member: member?.id === actor?.id ? null : member,
  transaction: transactionId === null ? null : { id: transactionId, title: titles.get(transactionId) ?? null },
});
