/**
 * Counters of an account's resources. Triggers append every change in the transaction that makes it, a job folds the
 * changes, and a reader adds both: nobody counts rows, and nobody waits for another writer.
 */
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { Space } from './space.ts';

type CountedKind = 'transaction' | 'file' | 'template' | 'bulk';

/** The status under which triggers count what is archived. */
export const archivedStatus = 'archived';

/** Resources of one status that a space owns. */
interface OwnedCount {
  /** Whether the viewer owns them, not another member of the organization. */
  mine: boolean;
  inBulk: boolean;
  status: string;
  count: number;
}

const everyOwner = '';
const personal = '';

const storedCountsOf = (kind: CountedKind, organizationId: string, ownerIds: readonly string[]) => {
  const wanted = sql`kind = ${kind} and org_id = ${organizationId} and owner_id = any(${ownerIds}::text[]) and not owner_left`;
  return sql`(select owner_id, in_bulk, status, count from list_counts where ${wanted}
    union all select owner_id, in_bulk, status, change from list_count_changes where ${wanted})`;
};

/** Counts what a space owns: a person's resources, or all of an organization for its administrators. */
export async function countOwned(db: Db, kind: CountedKind, { userId, organization }: Space): Promise<OwnedCount[]> {
  const owners = organization?.everything === true ? [userId, everyOwner] : [userId];
  const { rows } = await sql<{ owner_id: string; in_bulk: boolean; status: string; count: number }>`
    select owner_id, in_bulk, status, sum(count)::int as count from ${storedCountsOf(kind, organization?.id ?? personal, owners)} kept
    group by owner_id, in_bulk, status`.execute(db);
  const counts = rows.map((row) => ({ isTotal: row.owner_id === everyOwner, inBulk: row.in_bulk, status: row.status, count: row.count }));
  const own = counts.filter(({ isTotal }) => !isTotal);
  // The total includes the viewer's own.
  const others = [...counts.filter(({ isTotal }) => isTotal), ...(organization?.everything === true ? own.map((each) => ({ ...each, count: -each.count })) : [])];
  return [...own.map((each) => ({ ...each, mine: true })), ...others.map((each) => ({ ...each, mine: false }))];
}

/** Not in the archive. */
export const isListed = ({ status }: Pick<OwnedCount, 'status'>): boolean => status !== archivedStatus;

/** Sums the counts that pass. */
export const sumOf = (counts: readonly OwnedCount[], passes: (count: OwnedCount) => boolean = () => true): number =>
  counts.filter(passes).reduce((sum, { count }) => sum + count, 0);

/** Counts all resources of each organization by kind, including those that their owners left. */
export async function countOfOrganizations(db: Db, orgIds: readonly string[]): Promise<{ orgId: string; kind: CountedKind; count: number }[]> {
  const wanted = sql`owner_id = ${everyOwner} and org_id = any(${orgIds}::text[])`;
  const { rows } = await sql<{ org_id: string; kind: CountedKind; count: number }>`
    select org_id, kind, sum(count)::int as count from (
      select org_id, kind, count from list_counts where ${wanted} union all select org_id, kind, change from list_count_changes where ${wanted}) kept
    group by org_id, kind`.execute(db);
  return rows.map((row) => ({ orgId: row.org_id, kind: row.kind, count: row.count }));
}

const portion = 20_000;

/** Folds the oldest changes into the counters; returns how many. A reader sees them before or after, never twice. */
export async function foldListCounts(db: Db): Promise<number> {
  const { rows: [row] } = await sql<{ folded: number }>`
    with taken as (delete from list_count_changes where id in (select id from list_count_changes order by id limit ${portion} for update skip locked) returning *),
      sums as (select owner_id, org_id, kind, in_bulk, owner_left, status, sum(change) as change from taken group by 1, 2, 3, 4, 5, 6),
      folded as (
        insert into list_counts as c (owner_id, org_id, kind, in_bulk, owner_left, status, count)
        select * from sums where change <> 0 order by 1, 2, 3, 4, 5, 6
        on conflict (owner_id, org_id, kind, in_bulk, owner_left, status) do update set count = c.count + excluded.count)
    select count(*)::int as folded from taken`.execute(db);
  return row?.folded ?? 0;
}

export interface CountDrift {
  kind: CountedKind;
  ownerId: string;
  orgId: string;
  /** Resources counted in excess; negative when too few were counted. */
  difference: number;
}

/** Marks the files of bulk sends that are not marked, and the other way round; returns how many. */
export async function correctFilesInBulk(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update files set in_bulk = not in_bulk where id in (
      select f.id from files f left join (
        select u.file_id as id from transactions t join transaction_files u on u.transaction_id = t.id where t.bulk_id is not null
        union select audit_file_id from transactions where bulk_id is not null) b on b.id = f.id
      where f.in_bulk <> (b.id is not null))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Compares the counters with the rows and appends the differences. A single statement, so that concurrent changes
 * neither appear as drift nor have to wait.
 */
export async function correctListCounts(db: Db): Promise<CountDrift[]> {
  const { rows } = await sql<{ kind: CountedKind; owner_id: string; org_id: string; change: string }>`
    with wrong as (
      select kind, owner_id, org_id, in_bulk, owner_left, status, coalesce(real.count, 0) - coalesce(stored.count, 0) as change
      from counted_lists real full join stored_list_counts stored using (kind, owner_id, org_id, in_bulk, owner_left, status)
      where coalesce(real.count, 0) <> coalesce(stored.count, 0)),
    corrected as (
      insert into list_count_changes (kind, owner_id, org_id, in_bulk, owner_left, status, change) select * from wrong)
    select kind, owner_id, org_id, sum(change) as change from wrong group by 1, 2, 3`.execute(db);
  return rows.map((row) => ({ kind: row.kind, ownerId: row.owner_id, orgId: row.org_id, difference: -Number(row.change) }));
}

/** Deletes counters that have come to nothing. */
export async function deleteEmptyCounts(db: Db): Promise<void> {
  await sql`delete from list_counts where count = 0`.execute(db);
}

/** Stores the result of the last check, replacing the previous one. */
export async function recordListCheck(db: Db, wrong: number): Promise<void> {
  await sql`with gone as (delete from list_count_checks) insert into list_count_checks (checked_at, wrong) values (clock_timestamp(), ${wrong})`.execute(db);
}
