/** The templates that a person may list: their own, those of an organization they administer, those shared with them, and the library. */
import { sql, type RawBuilder } from 'kysely';
import type { TemplateCounters } from '#contract/entities/template.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db } from '#server/platform/database/database.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import { isArchivedFor } from './archive.repository.ts';
import { countOwned, isListed, sumOf } from './list-counts.repository.ts';
import type { ListedRow } from './list-order.ts';
import { findPublished, findResources, type ListedTable, type ListPlace } from './resources-page.ts';
import { storedRoles } from './role-names.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';
import type { TemplateRow } from './templates.repository.ts';

const templatesTable: ListedTable = { kind: 'template', table: 'templates', texts: 'template_texts', key: 'template_id', labeled: 'labeled_templates', name: 'name', listed: sql<boolean>`t.deleted_at is null` };

/** `offset 0` keeps the planner from scanning in the order of the list. Without those that the space owns. */
const shared = (space: Space): RawBuilder<unknown> => sql`(
  select t.owner_id, ${isArchivedFor(space, 'template')} as archived from (select id, owner_id, org_id, archived from templates where shared_with @> array[${space.userId}]::text[] and deleted_at is null offset 0) t
  where ${sharedIn(space, 't')} and ${notClosedIn(space, 't')} and ${ownedIn(space, 't')} is not true)`;

/** Without a query: the newest. */
type TemplatesPlace = Partial<Omit<ListPlace, 'terms'>>;

const places = ({ query = wholeList, after }: TemplatesPlace): ListPlace => ({ query, after, terms: query.search === '' ? [] : [query.search, ...storedRoles(query.search)] });

/** Returns a page of a space's templates that match the query, with one row more if there is a next page. */
export function listTemplates(db: Db, space: Space, place: TemplatesPlace = {}): Promise<ListedRow[]> {
  return findResources(db, templatesTable, space, places(place));
}

/** Returns a page of the library. */
export function listLibrary(db: Db, place: TemplatesPlace = {}): Promise<ListedRow[]> {
  return findPublished(db, templatesTable, sql`t.public`, places(place));
}

/** Returns the templates in the order of the ids. */
export async function findListedTemplates(db: Db, ids: readonly string[]): Promise<TemplateRow[]> {
  const found = await db.selectFrom('templates').selectAll().where('id', '=', anyOf(ids)).execute();
  const templates = new Map(found.map((template) => [template.id, template]));
  return ids.flatMap((id) => templates.get(id) ?? []);
}

/** The templates that the person used last in the space, the latest first, without those of others that the person archived. They may be used no longer. */
export async function findUsedTemplateIds(db: Db, { userId, organization }: Space): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select template_id as id from (
      select template_id, created_at from transactions where owner_id = ${userId} and coalesce(org_id, '') = ${organization?.id ?? ''} and template_id is not null and bulk_id is null
      order by created_at desc limit ${sql.lit(counts.recentUses)}) used
    where not exists (select 1 from template_archivals a where a.user_id = ${userId} and a.template_id = used.template_id)
    group by template_id order by max(created_at) desc`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countTemplates(db: Db, space: Space): Promise<TemplateCounters> {
  const [owned, { rows: [row] }] = await Promise.all([
    countOwned(db, 'template', space),
    sql<TemplateCounters>`
      select (count(*) filter (where not archived))::int as "all", (count(*) filter (where not archived and owner_id <> ${space.userId}))::int as "sharedWithMe",
        (count(*) filter (where archived))::int as archived from ${shared(space)} t`.execute(db),
  ]);
  return {
    all: (row?.all ?? 0) + sumOf(owned, isListed),
    sharedWithMe: (row?.sharedWithMe ?? 0) + sumOf(owned, (each) => isListed(each) && !each.mine),
    archived: (row?.archived ?? 0) + sumOf(owned, (each) => !isListed(each)),
  };
}
