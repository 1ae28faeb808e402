/**
 * The transactions that a person may read, in the order of a list: `may(transaction, viewer, 'read')` as a query. Keep
 * both in step.
 *
 * Each kind of access is a separate subquery over its own index; each is limited to one page. The cost then depends on
 * what is shown, not on the planner's estimates, which are wrong for tables filled since the last `analyze`.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ListOrder, ListSort } from '#contract/entities/list-query.ts';
import { sharedIn, notClosedIn, ownedIn, type Space } from './space.ts';

/** The viewer, with every equivalent spelling of their address. */
export interface Reader {
  id: string;
  emails: readonly string[];
  phone: string | null;
}

/** How the owned ones are found that match a search. */
export type Search =
  /** All of them, in the order of the list. */
  | { by: 'walk'; like: string }
  /** By the index of groups of characters. */
  | { by: 'grams'; like: string; text: string }
  /** Those that were found before. */
  | { by: 'ids'; like: string; ids: readonly string[] };

export interface Wanted {
  reader: Reader;
  space: Space;
  /** Undefined: transactions of any bulk. Null: without the viewer's own bulks. */
  bulkId: string | null;
  statuses: readonly string[];
  /** Only those of others. */
  ofOthers: boolean;
  search: Search | null;
  sort: ListSort;
  order: ListOrder;
  /** Only transactions after this one in the list. */
  after: string | undefined;
  limit: number;
}

const keys = { created_at: sql`t.created_at`, updated_at: sql`t.updated_at`, name: sql`t.name collate list_names` } as const;
const columns = ({ sort }: Wanted) => sql`t.id, ${keys[sort]} as key`;
const direction = ({ order }: Wanted) => (order === 'descent' ? sql`desc` : sql`asc`);
const inOrder = (wanted: Wanted) => sql`order by ${keys[wanted.sort]} ${direction(wanted)}, t.id ${direction(wanted)} limit ${sql.lit(wanted.limit)}`;
/** Of the columns that the subqueries return. */
const pageOrder = (wanted: Wanted) => sql`order by key ${direction(wanted)}, id ${direction(wanted)} limit ${sql.lit(wanted.limit)}`;

/** The place of a transaction that the viewer has nothing to do with would tell its name. */
const isKnown = ({ reader, space }: Wanted) => sql<boolean>`(a.owner_id = ${reader.id} or ${ownedIn(space, 'a')} or a.shared_with @> array[${reader.id}]::text[]
  or exists (select 1 from recipients r where r.transaction_id = a.id and r.invited_at is not null and (lower(r.email) = any(${reader.emails}::text[]) or r.phone = ${reader.phone}))
  or exists (select 1 from carbon_copies c where c.transaction_id = a.id and (lower(c.email) = any(${reader.emails}::text[]) or c.phone = ${reader.phone})))`;

function afterIn(wanted: Wanted): RawBuilder<boolean> {
  const { after, sort, order } = wanted;
  if (after === undefined) return sql<boolean>`true`;
  const than = order === 'descent' ? sql`<` : sql`>`;
  return sql<boolean>`(${keys[sort]}, t.id) ${than} ((select a.${sql.ref(sort)} from transactions a where a.id = ${after} and ${isKnown(wanted)}), ${after})`;
}

/** Transactions that the viewer sent in bulk are listed under the bulk only. */
const ofBulk = ({ reader, bulkId }: Wanted) =>
  bulkId === null ? sql<boolean>`(t.bulk_id is null or t.owner_id <> ${reader.id})` : sql<boolean>`t.bulk_id = ${bulkId}`;
const ofOthers = ({ reader, ofOthers: only }: Wanted) => (only ? sql<boolean>`t.owner_id <> ${reader.id}` : sql<boolean>`true`);
const shown = (wanted: Wanted) => sql<boolean>`t.deleted_at is null and ${sharedIn(wanted.space, 't')} and ${ofBulk(wanted)} and ${ofOthers(wanted)} and ${afterIn(wanted)}`;

/** Computed once a statement. */
const pattern = (like: string) => sql`(select search_text(${like}))`;
/** A scalar subquery looks the row up by its key; for `exists` the planner may read the whole table. */
const textMatches = (like: string) => sql<boolean>`(select x.text from transaction_texts x where x.transaction_id = t.id) like ${pattern(like)}`;
const personText = sql`search_text(person_text(u.first_name, u.last_name, u.email, null))`;
const personMatches = (like: string) => sql<boolean>`${personText} like ${pattern(like)}`;

/** What matches the search in a transaction; its owner is not part of its text. */
const matches = ({ search }: Wanted): RawBuilder<boolean> => search === null ? sql<boolean>`true` : sql<boolean>`(
  ${textMatches(search.like)} or (select ${personText} from users u where u.id = t.owner_id) like ${pattern(search.like)})`;

/** In a space of one's own nothing is of others. */
const ownedStatuses = ({ statuses, ofOthers: only, space: { organization } }: Wanted) => sql`unnest(${only && organization?.everything !== true ? [] : statuses}::text[]) as s(status)`;

/** The condition of an index in the order of the list: a status after the other. */
function ownedInOrder(wanted: Wanted): RawBuilder<boolean> {
  const { space: { userId, organization }, bulkId } = wanted;
  if (organization?.everything === true) return sql<boolean>`t.org_id = ${organization.id}`;
  const own = sql<boolean>`t.owner_id = ${userId} and coalesce(t.org_id, '') = ${organization?.id ?? ''}`;
  return bulkId === null ? sql<boolean>`${own} and t.bulk_id is null` : own;
}
const stillOwned = (wanted: Wanted) => sql<boolean>`${ownedInOrder(wanted)} and t.owner_left_at is null and ${shown(wanted)}`;

/** The first of those that the space owns, whatever their text. */
const ownedWindow = (wanted: Wanted) => sql`(
  select id, owner_id, key from ${ownedStatuses(wanted)} cross join lateral (
    select ${columns(wanted)}, t.owner_id from transactions t where t.status = s.status and ${stillOwned(wanted)} ${inOrder(wanted)}) t
  ${pageOrder(wanted)})`;

const narrow = (ids: RawBuilder<unknown>, wanted: Wanted) => sql`(
  select ${columns(wanted)} from (${ids}) named cross join lateral (select * from transactions where id = named.id offset 0) t
  where t.status = any(${wanted.statuses}::text[]) and ${stillOwned(wanted)} ${inOrder(wanted)})`;

/** Members whose name or address matches: all that they own in the organization does. */
const ofMatchingMembers = (wanted: Wanted, like: string, orgId: string) => narrow(sql`
  select o.id from members m join users u on u.id = m.user_id cross join lateral (select id from transactions where owner_id = m.user_id and org_id = ${orgId} and deleted_at is null offset 0) o
  where m.org_id = ${orgId} and ${personMatches(like)}`, wanted);

/** By ownership. */
function owned(wanted: Wanted): RawBuilder<unknown> {
  const { search, space: { organization }, bulkId } = wanted;
  if (bulkId !== null) return sql`(select ${columns(wanted)} from (select * from transactions where bulk_id = ${bulkId} offset 0) t where t.status = any(${wanted.statuses}::text[]) and ${stillOwned(wanted)} and ${matches(wanted)} ${inOrder(wanted)})`;
  if (search?.by === 'ids') return narrow(sql`select id from unnest(${search.ids}::text[]) as i(id)`, wanted);
  if (search?.by === 'grams') {
    const found = narrow(sql`select transaction_id as id from transaction_texts where search_grams(text) @> search_grams(search_text(${search.text})) and text like ${pattern(search.like)} offset 0`, wanted);
    return organization?.everything === true ? sql`${found} union ${ofMatchingMembers(wanted, search.like, organization.id)}` : found;
  }
  return sql`(
    select id, key from ${ownedStatuses(wanted)} cross join lateral (
      select ${columns(wanted)} from transactions t where t.status = s.status and ${stillOwned(wanted)} and ${matches(wanted)} ${inOrder(wanted)}) o)`;
}

const ofStatus = (wanted: Wanted) => sql<boolean>`t.status = any(${wanted.statuses}::text[]) and ${shown(wanted)} and ${matches(wanted)}`;

/**
 * By sharing. The GIN index on the array has no order, so the matches are fetched first and then sorted; `offset 0`
 * prevents the reverse plan.
 */
const shared = (wanted: Wanted) => sql`(
  select ${columns(wanted)} from (select * from transactions where shared_with @> array[${wanted.reader.id}]::text[] and deleted_at is null offset 0) t
  where ${ofStatus(wanted)} and ${notClosedIn(wanted.space, 't')} ${inOrder(wanted)})`;

/** Looks up each transaction by its key; `offset 0` keeps the planner from scanning the whole table. */
const byId = (ids: RawBuilder<unknown>, wanted: Wanted, condition: RawBuilder<unknown> = sql`true`) => sql`(
  select ${columns(wanted)} from (${ids}) named cross join lateral (select * from transactions where id = named.transaction_id offset 0) t
  where ${ofStatus(wanted)} and ${condition}
    and not exists (select 1 from transaction_dismissals d where d.transaction_id = t.id and d.user_id = ${wanted.reader.id}) ${inOrder(wanted)})`;

/** The statement that returns a page of ids. */
export function pageOf(wanted: Wanted): RawBuilder<{ id: string }> {
  const { reader } = wanted;
  const emails = sql`any(${reader.emails}::text[])`;
  const completed = sql`t.status = 'completed'`;
  return sql`select id from (${owned(wanted)}
    union ${shared(wanted)}
    union ${byId(sql`select transaction_id from recipients where lower(email) = ${emails} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id from recipients where phone = ${reader.phone} and invited_at is not null offset 0`, wanted)}
    union ${byId(sql`select transaction_id from carbon_copies where lower(email) = ${emails} offset 0`, wanted, completed)}
    union ${byId(sql`select transaction_id from carbon_copies where phone = ${reader.phone} offset 0`, wanted, completed)}) r ${pageOrder(wanted)}`;
}

/** How many of the owned ones were looked through, and the first of them that match. */
export const windowOf = (wanted: Wanted, like: string, size: number): RawBuilder<{ size: number; ids: string[] }> => sql`
  with w as materialized ${ownedWindow({ ...wanted, limit: size })},
    owners as materialized (select u.id from users u where u.id = any(array(select distinct owner_id from w)) and ${personMatches(like)})
  select (select count(*)::int from w) as size,
    array(select t.id from w t where t.owner_id in (select id from owners) or ${textMatches(like)} ${pageOrder(wanted)}) as ids`;
