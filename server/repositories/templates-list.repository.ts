/** The templates that a person may list: their own, those of an organization they administer, those shared with them, and the library. */
import { sql, type RawBuilder } from 'kysely';
import type { TemplateCounters } from '#contract/entities/template.ts';
import { counts } from '#contract/limits.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { countOwned, sumOf } from './list-counts.repository.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';
import type { TemplateRow } from './templates.repository.ts';

const afterIn = (after: string | undefined) =>
  after === undefined ? sql<boolean>`true` : sql<boolean>`(t.created_at, t.id) < (select a.created_at, a.id from templates a where a.id = ${after})`;

/** `offset 0` keeps the planner from scanning in the order of the list. Without those that the space owns. */
const shared = (space: Space): RawBuilder<unknown> => sql`(
  select t.* from (select id, created_at, owner_id, org_id from templates where shared_with @> array[${space.userId}]::text[] and deleted_at is null offset 0) t
  where ${sharedIn(space, 't')} and ${notClosedIn(space, 't')} and ${ownedIn(space, 't')} is not true)`;

const pageAndOne = counts.listPage + 1;
const inOrder = sql`order by created_at desc, id desc limit ${sql.lit(pageAndOne)}`;

const visible = (space: Space, after: string | undefined) => sql`(
  (select t.id, t.created_at from templates t where ${ownedIn(space, 't')} and t.deleted_at is null and ${afterIn(after)} ${inOrder})
  union all (select t.id, t.created_at from ${shared(space)} t where ${afterIn(after)} ${inOrder}))`;
const library = (after: string | undefined) => sql`(select t.id, t.created_at from templates t where t.public and t.deleted_at is null and ${afterIn(after)} ${inOrder})`;

/** Returns a page of a space's templates or of the library, newest first, with one row more if there is a next page. */
export async function listTemplates(db: Db, space: Space, ofLibrary: boolean, after: string | undefined): Promise<TemplateRow[]> {
  const { rows } = await sql<{ id: string }>`select id from ${ofLibrary ? library(after) : visible(space, after)} page ${inOrder}`.execute(db);
  const found = await db.selectFrom('templates').selectAll().where('id', '=', anyOf(rows.map(({ id }) => id))).execute();
  const templates = new Map(found.map((template) => [template.id, template]));
  return rows.flatMap(({ id }) => templates.get(id) ?? []);
}

export async function countTemplates(db: Db, space: Space): Promise<TemplateCounters> {
  const [owned, { rows: [row] }] = await Promise.all([
    countOwned(db, 'template', space),
    sql<TemplateCounters>`
      select count(*)::int as "all", (count(*) filter (where owner_id <> ${space.userId}))::int as "sharedWithMe",
        (select count(*)::int from templates where public and deleted_at is null) as library from ${shared(space)} t`.execute(db),
  ]);
  return {
    all: (row?.all ?? 0) + sumOf(owned),
    sharedWithMe: (row?.sharedWithMe ?? 0) + sumOf(owned, ({ mine }) => !mine),
    library: row?.library ?? 0,
  };
}
