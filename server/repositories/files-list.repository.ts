/** The files that a person may list: their own, those of an organization they administer, and those shared with them. */
import { sql, type RawBuilder } from 'kysely';
import type { FileCounters } from '#contract/entities/file.ts';
import { counts } from '#contract/limits.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { withBody, type FileRow } from './files.repository.ts';
import { countOwned, sumOf } from './list-counts.repository.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';

/** Copies made by a bulk send, and their audit trails, are listed with their transactions only. */
const listed = sql<boolean>`f.deleted_at is null and f.owner_left_at is null and not f.in_bulk`;

const afterIn = (after: string | undefined) =>
  after === undefined ? sql<boolean>`true` : sql<boolean>`(f.created_at, f.id) < (select a.created_at, a.id from files a where a.id = ${after})`;

/**
 * The GIN index on the array has no order, so the matches are fetched first and then sorted; `offset 0` prevents the
 * reverse plan. Without those that the space owns.
 */
const shared = (space: Space): RawBuilder<unknown> => sql`(
  select f.* from (select id, created_at, owner_id, org_id, deleted_at, owner_left_at, in_bulk from files
    where shared_with @> array[${space.userId}]::text[] and deleted_at is null offset 0) f
  where ${listed} and ${sharedIn(space, 'f')} and ${notClosedIn(space, 'f')} and ${ownedIn(space, 'f')} is not true)`;

const pageAndOne = counts.listPage + 1;
const inOrder = sql`order by created_at desc, id desc limit ${sql.lit(pageAndOne)}`;

/** Returns a page of the files in a space, newest first, with one row more if there is a next page. */
export async function listFiles(db: Db, space: Space, after: string | undefined): Promise<FileRow[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select f.id, f.created_at from files f where ${ownedIn(space, 'f')} and ${listed} and ${afterIn(after)} ${inOrder})
      union all (select f.id, f.created_at from ${shared(space)} f where ${afterIn(after)} ${inOrder})) page ${inOrder}`.execute(db);
  const files = new Map((await withBody(db).where('files.id', '=', anyOf(rows.map(({ id }) => id))).execute()).map((file) => [file.id, file]));
  return rows.flatMap(({ id }) => files.get(id) ?? []);
}

export async function countFiles(db: Db, space: Space): Promise<FileCounters> {
  const [owned, { rows: [row] }] = await Promise.all([
    countOwned(db, 'file', space), sql<FileCounters>`
      select count(*)::int as "all", (count(*) filter (where owner_id <> ${space.userId}))::int as "sharedWithMe" from ${shared(space)} f`.execute(db),
  ]);
  return {
    all: (row?.all ?? 0) + sumOf(owned, ({ inBulk }) => !inBulk),
    sharedWithMe: (row?.sharedWithMe ?? 0) + sumOf(owned, ({ mine, inBulk }) => !mine && !inBulk),
  };
}
