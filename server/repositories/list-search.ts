/**
 * The search in lists. A term that many rows match is found by a scan of the first rows of the list. A rare one is found by the
 * index of the texts, whose keys contain the space that owns each text.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { createdIn, isPeriod, type Period } from './list-period.ts';
import type { Space } from './space.ts';

/** Where the texts and labels of a list are. */
export interface SearchedTable {
  table: 'transactions' | 'files' | 'templates';
  texts: 'transaction_texts' | 'file_texts' | 'template_texts';
  key: 'transaction_id' | 'file_id' | 'template_id';
  labeled: 'labeled_transactions' | 'labeled_files' | 'labeled_templates';
}

/** What rows must have: one of the terms, if there are any, all labels, a person with one of the person's terms, and their time. */
export interface SearchCriteria {
  terms: readonly string[];
  labels: readonly string[];
  /** Only of transactions. */
  person: readonly string[];
  period: Period;
}

/** How the owned rows are found. */
export type Search =
  /** Each row is looked at. */
  | (SearchCriteria & { by: 'comparison' })
  /** The index of a label, or else that of the texts, or of the time. */
  | (SearchCriteria & { by: 'index' })
  /** The ids that a scan has found. */
  | (SearchCriteria & { by: 'ids'; ids: readonly string[] });

/** Whether anything is sought. */
export const isSearch = ({ terms, labels, person, period }: SearchCriteria): boolean => terms.length + labels.length + person.length > 0 || isPeriod(period);

/** Rows of the first scan: without any match among them, at most about 1 % of the space matches. */
const glance = 250;
/** Rows of the scan after it. */
const firstWindow = 1000;
/** With fewer matches among them, all matches of the space are few enough to be fetched by the index. */
const frequent = 10;
/** The second scan reads more rows than a page is expected to need, because matches aren't spread evenly. */
const reserve = 1.3;

/** The first rows of a list that were scanned. */
interface ScanWindow {
  /** Rows scanned; fewer than were wanted where the list ends. */
  size: number;
  /** Those that match, in the order of the list. */
  ids: string[];
}

/** Chooses how to search. `scan` scans that many rows from the start of the page. */
export async function chooseSearch(criteria: SearchCriteria, wanted: number, scan: (size: number) => Promise<ScanWindow>): Promise<Search> {
  const isEnough = ({ size, ids }: ScanWindow, most: number): boolean => size < most || ids.length >= wanted;
  const seen = await scan(glance);
  if (isEnough(seen, glance)) return { by: 'ids', ...criteria, ids: seen.ids };
  if (seen.ids.length === 0) return { by: 'index', ...criteria };
  const first = await scan(firstWindow);
  if (isEnough(first, firstWindow)) return { by: 'ids', ...criteria, ids: first.ids };
  if (first.ids.length < frequent) return { by: 'index', ...criteria };
  const size = Math.ceil((firstWindow * wanted * reserve) / first.ids.length);
  const more = await scan(size);
  return isEnough(more, size) ? { by: 'ids', ...criteria, ids: more.ids } : { by: 'index', ...criteria };
}

const containing = (term: string): string => `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
/** Computed once a statement. */
const patterns = (terms: readonly string[]) => sql`any((select array_agg(search_text(p)) from unnest(${terms.map(containing)}::text[]) p)::text[])`;

const personText = sql`search_text(person_text(u.first_name, u.last_name, u.email, null))`;
const personMatches = (terms: readonly string[]) => sql<boolean>`${personText} like ${patterns(terms)}`;
/** A scalar subquery looks the row up by its key; for `exists` the planner may read the whole table. */
const textMatches = ({ texts, key }: SearchedTable, terms: readonly string[]) =>
  sql<boolean>`(select x.text from ${sql.table(texts)} x where x.${sql.ref(key)} = t.id) like ${patterns(terms)}`;

const withLabel = ({ labeled, key }: SearchedTable) => (label: string) =>
  sql<boolean>`(select true from ${sql.table(labeled)} l where l.label_id = ${label} and l.${sql.ref(key)} = t.id)`;
const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => (conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`);

/** Whether a recipient of the transaction `t` matches. */
const recipientMatches = (terms: readonly string[]) => sql<boolean>`(select true from recipients r
  where r.transaction_id = t.id and search_text(person_text(r.first_name, r.last_name, r.email, r.phone)) like ${patterns(terms)} limit 1)`;

/** Conditions on a row `t`. `ofOwner`: whether its owner matches terms. */
function conditions(table: SearchedTable, { terms, labels, person, period }: SearchCriteria, ofOwner: (terms: readonly string[]) => RawBuilder<boolean>): RawBuilder<boolean> {
  const text = sql<boolean>`(${ofOwner(terms)} or ${textMatches(table, terms)})`;
  const named = sql<boolean>`(${ofOwner(person)} or ${recipientMatches(person)})`;
  return all([...(terms.length > 0 ? [text] : []), ...(person.length > 0 ? [named] : []), ...labels.map(withLabel(table)), createdIn(period)]);
}

/** Whether a row `t` matches. Its owner is looked up, so that a new name does not rewrite all texts. */
export const matches = (table: SearchedTable, search: SearchCriteria | null): RawBuilder<boolean> => search === null ? sql<boolean>`true`
  : conditions(table, search, (terms) => sql<boolean>`(select ${personText} from users u where u.id = t.owner_id) like ${patterns(terms)}`);

/** Whether a row `t` that everybody may list matches. Nobody finds its owner by an address, which is not shown to them. */
export const publicMatches = (table: SearchedTable, terms: readonly string[]): RawBuilder<boolean> => terms.length === 0 ? sql<boolean>`true` : sql<boolean>`(
  ${textMatches(table, terms)} or (select search_text(person_text(u.first_name, u.last_name, null, null)) from users u where u.id = t.owner_id) like ${patterns(terms)})`;

/** Scans a window. `window` is a subquery that returns `id`, `owner_id`, `created_at` and `sort_key`. */
export async function scanWindow(db: Db, table: SearchedTable, criteria: SearchCriteria, window: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<ScanWindow> {
  const { terms, person } = criteria;
  const found = conditions(table, criteria, (wanted) => sql<boolean>`t.owner_id in (select id from ${sql.table(wanted === person ? 'named_owners' : 'owners')})`);
  const owners = (wanted: readonly string[]) => sql`(select u.id from users u where u.id = any(array(select distinct owner_id from w)) and ${personMatches(wanted)})`;
  const { rows: [row] } = await sql<ScanWindow>`
    with w as materialized ${window}, owners as materialized ${owners(terms)}, named_owners as materialized ${owners(person)}
    select (select count(*)::int from w) as size,
      array(select t.id from w t where ${found} ${order}) as ids`.execute(db);
  return row ?? { size: 0, ids: [] };
}

const spaceKey = ({ userId, organization }: Space): string => organization?.everything === true ? `/${organization.id}` : `${userId}/${organization?.id ?? ''}`;

/** The ids of the rows of a space whose texts match. */
const byTexts = ({ texts, key }: SearchedTable, terms: readonly string[], space: Space) => sql`
  select x.${sql.ref(key)} as id from ${sql.table(texts)} x
  where (${sql.join(terms.map((term) => sql`row_keys(x.owner_id, x.org_id, x.text) @> (select term_keys(${spaceKey(space)}, search_text(${term})))`), sql` or `)}) and x.text like ${patterns(terms)} offset 0`;

/** The ids of the rows with a label, in whatever list they are. */
const byLabel = ({ labeled, key }: SearchedTable, label: string) => sql`select l.${sql.ref(key)} as id from ${sql.table(labeled)} l where l.label_id = ${label} offset 0`;

/** What is found by an index may lack the rest: all but the terms where those were looked for. */
export const matchesBesides = (table: SearchedTable, search: Search | null): RawBuilder<boolean> =>
  search?.by === 'index' && search.labels.length + search.person.length > 0 ? matches(table, search) : sql<boolean>`true`;

/** Members whose name or address matches: all that they own in the organization does. */
const ofMatchingMembers = ({ table }: SearchedTable, terms: readonly string[], orgId: string) => sql`
  select o.id from members m join users u on u.id = m.user_id cross join lateral (select id from ${sql.table(table)} where owner_id = m.user_id and org_id = ${orgId} and deleted_at is null offset 0) o
  where m.org_id = ${orgId} and ${personMatches(terms)}`;

/** Subqueries for the ids of the owned rows that match; undefined where they are not found by their ids, but by their time or in their order. */
export function foundIds(table: SearchedTable, search: Search | null, space: Space): RawBuilder<unknown>[] | undefined {
  if (search?.by === 'ids') return [sql`select id from unnest(${search.ids}::text[]) as i(id)`];
  if (search?.by !== 'index') return undefined;
  const [label] = search.labels;
  if (label !== undefined) return [byLabel(table, label)];
  const terms = search.terms.length > 0 ? search.terms : search.person;
  if (terms.length === 0) return undefined;
  const found = byTexts(table, terms, space);
  return space.organization?.everything === true ? [found, ofMatchingMembers(table, terms, space.organization.id)] : [found];
}

/**
 * The rows `t` of a table with these ids, for `from`. `ids` is a subquery that returns `id`. Each row is looked up by its key;
 * `offset 0` keeps the planner from reading the whole table.
 */
export const rowsById = (table: SearchedTable['table'], ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${ids}) named cross join lateral (select * from ${sql.table(table)} where id = named.id offset 0) t`;
