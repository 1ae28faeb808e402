/** The archive of lists: owners keep entries there for their space, and everybody else what belongs to others for themselves. */
import { sql, type RawBuilder } from 'kysely';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { SearchedTable } from './list-search.ts';
import type { Space } from './space.ts';

const tables = {
  transaction: { table: 'transactions', archivals: 'transaction_archivals', key: 'transaction_id' },
  file: { table: 'files', archivals: 'file_archivals', key: 'file_id' },
  template: { table: 'templates', archivals: 'template_archivals', key: 'template_id' },
} as const satisfies Record<ResourceKind, Pick<SearchedTable, 'table' | 'key'> & { archivals: string }>;

/** Whether the space keeps a row `t` that it owns in the archive. Names a column of the indexes. */
export const isArchived = (archived: boolean): RawBuilder<boolean> => (archived ? sql<boolean>`t.archived` : sql<boolean>`not t.archived`);

/** Whether a row `t` that the viewer may list, whoever owns it, is in the viewer's archive or not. */
export function isArchivedFor({ userId, organization }: Space, kind: ResourceKind): RawBuilder<boolean> {
  const { archivals, key } = tables[kind];
  const owned = organization?.everything === true ? sql`(t.owner_id = ${userId} or t.org_id = ${organization.id})` : sql`t.owner_id = ${userId}`;
  const stillOwned = kind === 'template' ? owned : sql`${owned} and t.owner_left_at is null`;
  return sql<boolean>`case when ${stillOwned} then t.archived else exists (
    select 1 from ${sql.table(archivals)} a where a.user_id = ${userId} and a.${sql.ref(key)} = t.id) end`;
}

/** Who has which rights on an entry. */
export interface EntryOwnership {
  id: string;
  owner_id: string;
  org_id: string | null;
  shared_with: string[];
  owner_left: boolean;
}

/** Locks the entries that are not deleted. */
export async function lockEntries(tx: Tx, kind: ResourceKind, ids: readonly string[]): Promise<EntryOwnership[]> {
  const ownerLeft = kind === 'template' ? sql`false` : sql`owner_left_at is not null`;
  const { rows } = await sql<EntryOwnership>`
    select id, owner_id, org_id, shared_with, ${ownerLeft} as owner_left from ${sql.table(tables[kind].table)}
    where id = ${anyOf(ids)} and deleted_at is null order by id for no key update`.execute(tx);
  return rows;
}

/** Neither the version nor the time of the last change is affected: the entry itself stays as it was. */
export async function setArchived(tx: Tx, kind: ResourceKind, ids: readonly string[], archived: boolean): Promise<void> {
  await sql`update ${sql.table(tables[kind].table)} set archived = ${archived} where id = ${anyOf(ids)} and archived <> ${archived}`.execute(tx);
}

export async function archiveForPerson(tx: Tx, kind: ResourceKind, ids: readonly string[], userId: string): Promise<void> {
  const { archivals, key } = tables[kind];
  await sql`insert into ${sql.table(archivals)} (user_id, ${sql.ref(key)}) select ${userId}, id from unnest(${ids}::text[]) i(id) on conflict do nothing`.execute(tx);
}

export async function unarchiveForPerson(tx: Tx, kind: ResourceKind, ids: readonly string[], userId: string): Promise<void> {
  const { archivals, key } = tables[kind];
  await sql`delete from ${sql.table(archivals)} where user_id = ${userId} and ${sql.ref(key)} = ${anyOf(ids)}`.execute(tx);
}
