/** The files that a person may list: their own, those of an organization they administer, and those shared with them. */
import { sql, type RawBuilder } from 'kysely';
import type { FileCounters } from '#contract/entities/file.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { withBody, type FileRow } from './files.repository.ts';
import { isArchivedFor } from './archive.repository.ts';
import { countOwned, isListed, sumOf } from './list-counts.repository.ts';
import type { ListedRow } from './list-order.ts';
import { findResources, type ListedTable, type ListPlace } from './resources-page.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';

/** Copies made by a bulk send, and their audit trails, are listed with their transactions only. */
const listedIn = (table: string) => sql<boolean>`${sql.ref(`${table}.deleted_at`)} is null and ${sql.ref(`${table}.owner_left_at`)} is null and not ${sql.ref(`${table}.in_bulk`)}`;
const filesTable: ListedTable = { kind: 'file', table: 'files', texts: 'file_texts', key: 'file_id', labeled: 'labeled_files', name: 'title', listed: listedIn('t') };

/** Shared with the person, without those that the space owns. `offset 0` keeps the planner from another index. */
const shared = (space: Space): RawBuilder<unknown> => sql`(
  select t.owner_id, ${isArchivedFor(space, 'file')} as archived from (select id, owner_id, org_id, deleted_at, owner_left_at, in_bulk, archived from files
    where shared_with @> array[${space.userId}]::text[] and deleted_at is null offset 0) t
  where ${listedIn('t')} and ${sharedIn(space, 't')} and ${notClosedIn(space, 't')} and ${ownedIn(space, 't')} is not true)`;

/** Without a query: the newest. */
type FilesPlace = Partial<Omit<ListPlace, 'terms'>>;

/** Returns a page of the files in a space that match the query, with one row more if there is a next page. */
export function listFiles(db: Db, space: Space, place: FilesPlace = {}): Promise<ListedRow[]> {
  const { query = wholeList, after } = place;
  return findResources(db, filesTable, space, { query, after, terms: query.search === '' ? [] : [query.search] });
}

/** Returns the files in the order of the ids. */
export async function findListedFiles(db: Db, ids: readonly string[]): Promise<FileRow[]> {
  const files = new Map((await withBody(db).where('files.id', '=', anyOf(ids)).execute()).map((file) => [file.id, file]));
  return ids.flatMap((id) => files.get(id) ?? []);
}

export async function countFiles(db: Db, space: Space): Promise<FileCounters> {
  const [owned, { rows: [row] }] = await Promise.all([
    countOwned(db, 'file', space), sql<FileCounters>`
      select (count(*) filter (where not archived))::int as "all", (count(*) filter (where not archived and owner_id <> ${space.userId}))::int as "sharedWithMe",
        (count(*) filter (where archived))::int as archived from ${shared(space)} f`.execute(db),
  ]);
  return {
    all: (row?.all ?? 0) + sumOf(owned, (each) => isListed(each) && !each.inBulk),
    sharedWithMe: (row?.sharedWithMe ?? 0) + sumOf(owned, (each) => isListed(each) && !each.mine && !each.inBulk),
    archived: (row?.archived ?? 0) + sumOf(owned, (each) => !isListed(each) && !each.inBulk),
  };
}
