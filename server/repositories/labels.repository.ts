/** Folders and tags of a space, and what has them. */
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { LabelKind } from '#contract/entities/label.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { LabelsTable } from '#server/platform/database/tables/documents.tables.ts';
import { lockKey } from './lock.ts';
import type { Space } from './space.ts';

export type LabelRow = Selectable<LabelsTable>;

const labeled = {
  transaction: { table: 'labeled_transactions', key: 'transaction_id' },
  file: { table: 'labeled_files', key: 'file_id' },
  template: { table: 'labeled_templates', key: 'template_id' },
} as const satisfies Record<ResourceKind, { table: string; key: string }>;

/** Labels `l` of the space. */
const inSpace = ({ userId, organization }: Space): RawBuilder<boolean> =>
  organization ? sql<boolean>`l.org_id = ${organization.id}` : sql<boolean>`l.user_id = ${userId}`;

export async function findLabels(db: Db | Tx, space: Space): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`select l.* from labels l where ${inSpace(space)} order by l.name collate list_names, l.id`.execute(db);
  return rows;
}

export function findLabel(db: Db | Tx, id: string): Promise<LabelRow | undefined> {
  return db.selectFrom('labels').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the labels of a space: their number is limited, and each name is there once. */
export const lockLabels = (tx: Tx, { userId, organization }: Pick<Space, 'userId' | 'organization'>): Promise<void> => lockKey(tx, `labels/${organization?.id ?? userId}`);

/** Keeps labels from being deleted until the database transaction ends. */
export async function holdLabels(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select id from labels where id = ${anyOf(ids)} order by id for key share`.execute(tx);
}

export async function insertLabel(tx: Tx, row: Omit<LabelRow, 'created_at'>): Promise<void> {
  await tx.insertInto('labels').values(row).execute();
}

export async function renameLabel(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('labels').set({ name }).where('id', '=', id).execute();
}

export async function deleteLabel(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('labels').where('id', '=', id).execute();
}

export interface LabelOfEntry {
  id: string;
  label_id: string;
  kind: LabelKind;
}

/** Finds the labels of entries in a space. */
export async function findLabelsOf(db: Db | Tx, space: Space, kind: ResourceKind, ids: readonly string[]): Promise<LabelOfEntry[]> {
  const { table, key } = labeled[kind];
  const { rows } = await sql<LabelOfEntry>`
    select e.${sql.ref(key)} as id, e.label_id, l.kind from ${sql.table(table)} e join labels l on l.id = e.label_id
    where e.${sql.ref(key)} = ${anyOf(ids)} and ${inSpace(space)} order by l.name collate list_names, l.id`.execute(db);
  return rows;
}

export async function addLabels(tx: Tx, kind: ResourceKind, ids: readonly string[], labelIds: readonly string[]): Promise<void> {
  const { table, key } = labeled[kind];
  await sql`insert into ${sql.table(table)} (label_id, ${sql.ref(key)}) select l, id from unnest(${labelIds}::text[]) l cross join unnest(${ids}::text[]) id on conflict do nothing`.execute(tx);
}

export async function removeLabels(tx: Tx, kind: ResourceKind, ids: readonly string[], labelIds: readonly string[]): Promise<void> {
  const { table, key } = labeled[kind];
  await sql`delete from ${sql.table(table)} where label_id = ${anyOf(labelIds)} and ${sql.ref(key)} = ${anyOf(ids)}`.execute(tx);
}
