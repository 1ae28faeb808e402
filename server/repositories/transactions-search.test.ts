/** Filter, search and order of the list of transactions: what each viewer may read and what matches, all of it and nothing else. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { filterStatuses, type TransactionStatus } from '#contract/entities/transaction.ts';
import { listOrders, listSorts, transactionFilters, wholeList, type TransactionsQuery } from '#contract/entities/list-query.ts';
import { ownDatabase } from '../../tests/support/own-database.ts';
import type { ListedRow } from './list-order.ts';
import { listTransactions } from './transactions-list.repository.ts';

const database = ownDatabase();
const mass = 2500;
const viewers = ['heavy', 'member', 'boss', 'reader', 'stranger'];
type Organization = { id: string; everything: boolean } | null;
const works = { id: 'works', everything: false };

interface Entry {
  id: string;
  owner_id: string;
  name: string;
  status: TransactionStatus;
  created: string;
  updated: string;
  texts: string[];
}
let entries: Map<string, Entry>;

beforeAll(async () => {
  const { db } = database;
  for (const id of viewers) await sql`insert into users (id, email, first_name, last_name) values (${id}, ${`${id}@example.org`}, ${id === 'member' ? 'Zoë' : 'First'}, ${`Name-${id}`})`.execute(db);
  await sql`insert into organizations (id, owner_id, name) values ('works', 'boss', 'x')`.execute(db);
  await sql`insert into members (org_id, user_id, role, status) values ('works', 'boss', 'admin', 'active'), ('works', 'member', 'participant', 'active'), ('works', 'heavy', 'participant', 'active')`.execute(db);
  await sql`insert into transactions (id, owner_id, org_id, name, status, shared_with, created_at, updated_at)
    select 't' || lpad(n::text, 5, '0'), case when n % 9 = 0 then 'member' when n % 31 = 0 then 'stranger' else 'heavy' end, case when n % 2 = 0 or n % 9 = 0 then 'works' end,
      case when n = 2400 then 'Überraschung 100%_' when n % 500 = 7 then 'Договір ' || n when n % 700 = 3 then '契約書 ' || n when n % 3 = 0 then 'lease ' || n else 'Élan ' || n end,
      (array['draft', 'created', 'pending', 'opened', 'completed', 'declined', 'canceled', 'expired'])[1 + n % 8],
      case when n % 20 = 0 then array['reader'] else '{}'::text[] end, now() - n * interval '1 minute', now() - ((n * 7919) % 2500) * interval '1 second' from generate_series(1, ${mass}::int) n`.execute(db);
  await sql`insert into recipients (id, transaction_id, position, email, first_name, last_name, phone, invited_at)
    select 'r' || n, 't' || lpad(n::text, 5, '0'), 0, case when n % 50 = 0 then 'reader@example.org' else 'guest' || n || '@example.org' end, 'Ann' || n % 5, 'Berg', '+4915100' || n, case when n % 4 > 0 then now() end from generate_series(1, ${mass}::int) n`.execute(db);
  await sql`insert into carbon_copies (transaction_id, position, id, email) select 't' || lpad(n::text, 5, '0'), 0, 'c' || n, 'secret-copy@example.org' from generate_series(20, 400, 20) n`.execute(db);
  await sql`insert into transactions (id, owner_id, org_id, name, status, deleted_at, owner_left_at) values
    ('gone', 'heavy', null, 'Unseen', 'completed', now(), null), ('left', 'heavy', null, 'Unseen', 'completed', null, now())`.execute(db);
  const { rows } = await sql<Entry>`
    select t.id, t.owner_id, t.name, t.status, t.created_at::text as created, t.updated_at::text as updated,
      array[t.name, u.first_name || ' ' || u.last_name, u.email] || array(select unnest(array[r.first_name || ' ' || r.last_name, r.email, r.phone]) from recipients r where r.transaction_id = t.id) as texts
    from transactions t join users u on u.id = t.owner_id`.execute(db);
  entries = new Map(rows.map((row) => [row.id, row]));
}, 120_000);

async function allOf(id: string, organization: Organization, query: Partial<TransactionsQuery>): Promise<Entry[]> {
  const found: ListedRow[] = [];
  for (;;) {
    const { rows } = await listTransactions(database.reads, { id, email: `${id}@example.org`, phone: null }, { userId: id, organization, closedOrgIds: [] }, { after: found.at(-1), query: { ...wholeList, ...query } });
    found.push(...rows.slice(0, 50));
    if (rows.length <= 50) return found.map(({ id: each }) => entries.get(each)!);
  }
}

const passes = (entry: Entry, viewer: string, { filter, search }: TransactionsQuery): boolean =>
  filter !== 'archived' && (filter === 'all' || (filter === 'sharedWithMe' ? entry.owner_id !== viewer : (filterStatuses[filter] as readonly string[]).includes(entry.status)))
  && entry.texts.some((text) => text.toLowerCase().includes(search.toLowerCase()));

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
function isOrdered(list: readonly Entry[], { sort, order }: TransactionsQuery): boolean {
  const compare = (a: Entry, b: Entry): number => sort === 'name' ? collator.compare(a.name, b.name) : sort === 'updated_at' ? (a.updated < b.updated ? -1 : 1) : a.created < b.created ? -1 : 1;
  return list.every((each, index) => index === 0 || compare(list[index - 1]!, each) * (order === 'descent' ? -1 : 1) <= 0);
}
const idsOf = (list: readonly Entry[]): string[] => list.map(({ id }) => id).toSorted();

const spaces: [string, Organization][] = [['heavy', null], ['heavy', works], ['member', works], ['boss', { id: 'works', everything: true }], ['reader', null], ['stranger', null]];
const searches = ['', 'lease', 'ÉLAN', 'überr', '100%_', 'договір', '契約', 'ann3 berg', 'guest17', '+49151002', 'zoë', 'name-heavy', 'qq', 'x', '7', 'secret-copy', 'unseen'];

test.each(spaces)('%s in %j finds what matches, and all of it', async (viewer, organization) => {
  const readable = await allOf(viewer, organization, {});
  expect(new Set(readable).size).toBe(readable.length);
  for (const search of searches) {
    const query = { ...wholeList, search };
    expect([search, idsOf(await allOf(viewer, organization, query))]).toEqual([search, idsOf(readable.filter((each) => passes(each, viewer, query)))]);
  }
  for (const filter of transactionFilters) {
    const query = { ...wholeList, filter, search: 'berg' };
    expect([filter, idsOf(await allOf(viewer, organization, query))]).toEqual([filter, idsOf(readable.filter((each) => passes(each, viewer, query)))]);
  }
});

const people = ['ann3 berg', 'GUEST17', '+49151002', 'lease', 'zoë', 'name-heavy', 'qq', 'secret-copy'];

test.each(spaces)('%s in %j finds whom a transaction is from or to, whatever its title', async (viewer, organization) => {
  const readable = await allOf(viewer, organization, {});
  const involves = (entry: Entry, person: string): boolean => entry.texts.slice(1).some((text) => text.toLowerCase().includes(person.toLowerCase()));
  for (const person of people) {
    expect([person, idsOf(await allOf(viewer, organization, { person }))]).toEqual([person, idsOf(readable.filter((each) => involves(each, person)))]);
    const search = 'lease';
    expect([person, idsOf(await allOf(viewer, organization, { person, search }))]).toEqual([person, idsOf(readable.filter((each) => involves(each, person) && passes(each, viewer, { ...wholeList, search })))]);
  }
});

/** Of what was created a minute after the other: some of the last ones, the first ones, nothing, and more than a page between. */
const periods = [[2500, 2470], [20, 0], [90_000, 80_000], [1400, 1100]] as const;

test.each(spaces)('%s in %j finds what was created in a period, in every order', async (viewer, organization) => {
  const readable = await allOf(viewer, organization, {});
  for (const [first, last] of periods) {
    const [createdFrom, createdBefore] = [first, last].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString()) as [string, string];
    const isIn = ({ created }: Entry): boolean => new Date(created) >= new Date(createdFrom) && new Date(created) < new Date(createdBefore);
    for (const sort of listSorts) {
      for (const order of listOrders) {
        const found = await allOf(viewer, organization, { sort, order, createdFrom, createdBefore });
        expect([first, sort, idsOf(found)]).toEqual([first, sort, idsOf(readable.filter(isIn))]);
        expect([sort, order, isOrdered(found, { ...wholeList, sort, order })]).toEqual([sort, order, true]);
      }
    }
    expect(idsOf(await allOf(viewer, organization, { sort: 'name', search: 'berg', createdFrom }))).toEqual(idsOf(readable.filter((each) => new Date(each.created) >= new Date(createdFrom) && passes(each, viewer, { ...wholeList, search: 'berg' }))));
  }
});

test.each(spaces)('%s in %j has every order, without gaps and duplicates', async (viewer, organization) => {
  const readable = idsOf(await allOf(viewer, organization, {}));
  for (const sort of listSorts) {
    for (const order of listOrders) {
      const list = await allOf(viewer, organization, { sort, order });
      expect(idsOf(list)).toEqual(readable);
      expect([sort, order, isOrdered(list, { ...wholeList, sort, order })]).toEqual([sort, order, true]);
    }
  }
});

test('a search follows changes of titles and people', async () => {
  const { db } = database;
  const found = async (search: string) => (await allOf('heavy', null, { search })).map(({ id }) => id);
  await sql`update transactions set name = 'Quokka' where id = 't00001'`.execute(db);
  await sql`update recipients set first_name = 'Wombat' where transaction_id = 't00005'`.execute(db);
  await sql`delete from recipients where transaction_id = 't00007'`.execute(db);
  expect([await found('quokka'), await found('wombat'), await found('guest7@')]).toEqual([['t00001'], ['t00005'], []]);
});

test('a search follows a change of the owner and of the space', async () => {
  const { db } = database;
  await sql`update transactions set owner_id = 'member', org_id = 'works', name = 'Okapi' where id = 't00011'`.execute(db);
  const found = async (viewer: string, organization: Organization) => (await allOf(viewer, organization, { search: 'okapi' })).length;
  expect([await found('heavy', null), await found('member', works), await found('boss', { id: 'works', everything: true })]).toEqual([0, 1, 1]);
});
