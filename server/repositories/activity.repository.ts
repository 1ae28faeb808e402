/** What was done in organizations. Every list is by an index of the organization, so that its cost does not depend on the installation's size. */
import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { ActivityKind } from '#contract/entities/activity.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { OrganizationActivityTable } from '#server/platform/database/tables/organizations.tables.ts';

interface ActivityPerson {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

export interface ActivityRow {
  id: string;
  kind: ActivityKind;
  at: Date;
  actor: ActivityPerson | null;
  actorGone: boolean;
  member: ActivityPerson | null;
  transactionId: string | null;
}

interface ActivityPlace {
  orgId: string;
  /** Null: of everybody. */
  userIds: readonly string[] | null;
  kind: ActivityKind | null;
  /** The id of the last entry of the page before. */
  after: string | null;
}

export async function insertActivity(tx: Tx, rows: readonly Insertable<OrganizationActivityTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('organization_activity').values(rows).execute();
}

interface TransactionActivity {
  kind: ActivityKind;
  actorId: string | null;
  transactionId: string;
}

/** Records activity of transactions that belong to an organization, with the sender as the person concerned. */
export async function insertTransactionActivity(tx: Tx, rows: readonly TransactionActivity[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into organization_activity (org_id, kind, actor_id, member_id, transaction_id)
    select t.org_id, v.kind, v.actor, t.owner_id, t.id
    from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ actorId }) => actorId)}::text[], ${rows.map(({ transactionId }) => transactionId)}::text[]) as v(kind, actor, transaction_id)
    join transactions t on t.id = v.transaction_id where t.org_id is not null`.execute(tx);
}

const columns = sql`id, org_id, kind, at, actor_id, member_id, transaction_id`;

/** Selects the newest entries that match `by`, which uses one index. */
const newest = ({ orgId, kind, after }: ActivityPlace, limit: number, by: RawBuilder<boolean> = sql<boolean>`true`): RawBuilder<unknown> => sql`(
  select ${columns} from organization_activity
  where org_id = ${orgId} and ${by} and ${kind === null ? sql`true` : sql`kind = ${kind}`} and ${after === null ? sql`true` : sql`id < ${after}::bigint`}
  order by id desc limit ${limit})`;

/** Whether the reader may see the name: an invited person's name is hidden until they have accepted; that of a sender or actor is not. */
const isKnown = sql<boolean>`a.transaction_id is not null or a.actor_id = a.member_id
  or exists (select 1 from members where members.org_id = a.org_id and members.user_id = a.member_id and members.status = 'active')
  or exists (select 1 from organization_activity joined where joined.org_id = a.org_id and joined.actor_id = a.member_id and joined.kind = 'joined')`;

const person = (alias: string, hasName: RawBuilder<boolean> = sql<boolean>`true`) => sql`case when ${sql.ref(`${alias}.id`)} is null then null else jsonb_build_object(
  'id', ${sql.ref(`${alias}.id`)}, 'email', ${sql.ref(`${alias}.email`)}, 'firstName', case when ${hasName} then ${sql.ref(`${alias}.first_name`)} end, 'lastName', case when ${hasName} then ${sql.ref(`${alias}.last_name`)} end) end`;

/** Newest first. For several people, the newest entries of each are selected and then merged. */
export async function listActivity(db: Db | Tx, place: ActivityPlace, limit: number): Promise<ActivityRow[]> {
  const { userIds } = place;
  const found = userIds === null ? newest(place, limit) : sql`(select distinct ${columns} from unnest(${userIds}::text[]) as p(user_id) cross join lateral (
    ${newest(place, limit, sql<boolean>`actor_id = p.user_id`)} union all ${newest(place, limit, sql<boolean>`member_id = p.user_id`)}) each_one order by id desc limit ${limit})`;
  const { rows } = await sql<ActivityRow>`
    select a.id::text as id, a.kind, a.at, ${person('actor')} as actor, a.actor_id is not null and actor.id is null as "actorGone", ${person('member', isKnown)} as member, a.transaction_id as "transactionId"
    from ${found} a left join users actor on actor.id = a.actor_id left join users member on member.id = a.member_id
    order by a.id desc`.execute(db);
  return rows;
}
