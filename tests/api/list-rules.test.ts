/**
 * The browser applies the rules of lists to what changes on the screen. They are the server's: for the same entries both
 * show the same ones in the same order, whatever the space, filter, search and sort.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { listOrders, listSorts, ownershipFilters, transactionFilters, wholeList } from '#contract/entities/list-query.ts';
import { transactionStatuses } from '#contract/entities/transaction.ts';
import { fileRules } from '#web/entities/files/list-rules.ts';
import type { Listed, ListRules } from '#web/entities/list-rules.ts';
import { belongsToList, compareListed } from '#web/entities/list-rules.ts';
import { matchesSearch } from '#web/entities/matches-search.ts';
import { templateRules } from '#web/entities/templates/list-rules.ts';
import { transactionRules } from '#web/entities/transactions/list-rules.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';

let server: TestApp;
let olga: Client;
let otto: Client;
let orgId: string;

/** Cases, accents, figures, signs, letters that differ by language, and twins that only their bytes or ids tell apart. */
const names = [
  'Lease 10', 'lease 9', 'LEASE 9', 'Lease 9', 'Twin', 'Twin', 'Ärger', 'arger', 'Zürich', 'IRMAK', 'ırmak', 'İzmir', 'izmir', 'STRASSE', 'Straße', 'ΟΔΟΣ', 'οδός',
  '_draft', '-note', '(Copy)', '1.2', '1,10', '２', '契約', 'さくら', '😀', '\u{FB01}nal', 'a b', 'ab', "O'Neil", 'Ёлка', 'Елка',
];
const searches = ['', 'lease', 'LEASE 9', 'irmak', 'ırmak', 'IZMIR', 'i', 'strasse', 'straße', 'ß', 'οδοσ', 'ΟΔΌΣ', 'ä', 'a', '1', '２', '契', '😀', 'fi', "o'n", 'ё', '%', '_', ' twin ', 'grace', 'hopper@', 'ada byron'];

interface Kind<Item extends Listed> {
  filters: readonly string[];
  rules: ListRules<Item>;
  /** Whether the server finds an entry by texts of its owner that the entry does not carry. */
  isFoundByOwner(item: Item, search: string): boolean;
  make(person: Client, name: string, space: string | null): Promise<{ id: string }>;
  share(id: string): Promise<unknown>;
  page(query: object): Promise<{ items: Item[]; lastKey: string | null }>;
}

const inSpace = (space: string | null) => (space ? { orgId: space } : {});
const participants = () => ({ participants: [{ email: olga.email }] });

const kinds = {
  transactions: {
    filters: transactionFilters,
    rules: transactionRules,
    isFoundByOwner: () => false,
    make: async (person, name, space) => {
      const { id } = await person.call('transactions.create', { query: inSpace(space), body: { name } });
      if (name.startsWith('L')) await person.call('transactions.update', { params: { id }, body: { recipients: [{ email: 'hopper@example.org', firstName: 'Grace', lastName: 'Hopper' }] } });
      return { id };
    },
    share: (id) => otto.call('transactions.share', { params: { id }, body: participants() }),
    page: async (query) => {
      const { transactions, lastKey } = await olga.call('transactions.list', { query });
      return { items: transactions, lastKey };
    },
  } satisfies Kind<Parameters<typeof transactionRules.nameOf>[0]>,
  files: {
    filters: ownershipFilters,
    rules: fileRules,
    isFoundByOwner: ({ ownerId }, search) => matchesSearch(ownerId === olga.userId ? ['Olga Owner', olga.email] : ['Ada Byron', otto.email], search),
    make: async (person, name, space) => {
      const { url, bodyRef } = await person.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
      await person.put(url, Buffer.from('%PDF-1.7\n%%EOF\n'));
      return person.call('files.createMeta', { query: inSpace(space), body: { bodyRef, attributes: { title: name } } });
    },
    share: (id) => otto.call('files.share', { params: { id }, body: participants() }),
    page: async (query) => {
      const { files, lastKey } = await olga.call('files.list', { query });
      return { items: files, lastKey };
    },
  } satisfies Kind<Parameters<typeof fileRules.nameOf>[0]>,
  templates: {
    filters: ownershipFilters,
    rules: templateRules,
    isFoundByOwner: () => false,
    make: (person, name, space) => person.call('templates.create', { query: inSpace(space), body: { name, recipients: name.startsWith('L') ? [{ role: 'Grace of the hopper@' }] : [] } }),
    share: (id) => otto.call('templates.share', { params: { id }, body: participants() }),
    page: async (query) => {
      const { templates, lastKey } = await olga.call('templates.list', { query });
      return { items: templates, lastKey };
    },
  } satisfies Kind<Parameters<typeof templateRules.nameOf>[0]>,
};
const kindOf = (name: keyof typeof kinds): Kind<Listed> => kinds[name] as unknown as Kind<Listed>;

beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  olga = await Client.signIn(server, 'olga@example.org', { firstName: 'Olga', lastName: 'Owner' });
  otto = await Client.signIn(server, 'otto@example.org', { firstName: 'Ada', lastName: 'Byron' });
  const organization = await olga.call('organizations.create', { body: { name: 'Works' } });
  orgId = organization.id;
  await olga.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: otto.email }] } });
  const { invites } = await otto.call('invites.list');
  await otto.call('invites.accept', { params: { id: invites[0]!.id } });
});
afterAll(() => server.close());

async function all({ page }: Kind<Listed>, query: object): Promise<Listed[]> {
  const found: Listed[] = [];
  // As the browser asks: without what is not chosen.
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
  for (let from: string | null | undefined; from !== null; ) {
    const { items, lastKey } = await page({ ...given, ...(from ? { exclusiveFrom: from } : {}) });
    found.push(...items);
    from = lastKey;
  }
  return found;
}

const queries = (filters: readonly string[]): ListQuery[] => [
  ...filters.flatMap((filter) => listSorts.flatMap((sort) => listOrders.map((order) => ({ ...wholeList, filter, sort, order })))),
  ...searches.map((search) => ({ ...wholeList, search })),
  ...filters.map((filter) => ({ ...wholeList, filter, search: 'lease' })),
  ...listSorts.map((sort) => ({ ...wholeList, sort, createdFrom: '2026-03-01T00:00:00.000Z', createdBefore: '2026-03-21T00:00:00.000Z' })),
];
/** Only transactions have people. */
const peopleQueries: ListQuery[] = ['grace', 'HOPPER@', 'lease', 'byron', 'nobody'].flatMap((person) => [{ ...wholeList, person }, { ...wholeList, person, search: 'lease', createdFrom: '2026-03-03T00:00:00.000Z' }]);

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('the list of %s', (name) => {
  const kind = kindOf(name);
  let known: Listed[];

  beforeAll(async () => {
    for (const each of names) await kind.make(olga, each, null);
    for (const each of ['Lease of Works', 'Twin']) await kind.make(olga, each, orgId);
    await kind.make(otto, "Otto's own in Works", orgId);
    for (const space of [null, orgId]) await kind.share((await kind.make(otto, 'Lease of Otto', space)).id);
    // A row of each status, and rows that changed in another order than they came.
    const { pool } = server.infrastructure;
    await pool.query(`update ${name} set created_at = '2026-02-20'::timestamptz + (random() * 40)::int * interval '1 day'`);
    await pool.query(`update ${name} set updated_at = created_at + random() * interval '1 day'`);
    if (name === 'transactions') {
      const { rows } = await pool.query<{ id: string }>('select id from transactions where owner_id = $1 order by id', [olga.userId]);
      for (const [index, { id }] of rows.entries()) await pool.query('update transactions set status = $1 where id = $2', [transactionStatuses[index % transactionStatuses.length], id]);
    }
    const spaces = await Promise.all([{}, { orgId }].map((space) => all(kind, space)));
    known = [...new Map(spaces.flat().map((item) => [item.id, item])).values()];
  });

  test.each(['personal', 'of the organization'])('%s: the browser shows what the server shows, in the same order', async (space) => {
    const viewer = { userId: olga.userId, orgId: space === 'personal' ? null : orgId, contact: { email: olga.email, phone: null } };
    expect(known.length).toBeGreaterThan(names.length);
    for (const query of [...queries(kind.filters), ...(name === 'transactions' ? peopleQueries : [])]) {
      const shown = known.filter((item) => belongsToList(kind.rules, item, query, viewer)).toSorted((a, b) => compareListed(kind.rules, query, a, b));
      const answered = await all(kind, { ...query, ...inSpace(viewer.orgId) });
      const unseen = answered.filter((item) => !matchesSearch(kind.rules.textsOf(item), query.search));
      expect(unseen.filter((item) => !kind.isFoundByOwner(item, query.search)), JSON.stringify(query)).toEqual([]);
      const expected = answered.filter((item) => !unseen.includes(item));
      expect(shown.map((item) => kind.rules.nameOf(item)), JSON.stringify(query)).toEqual(expected.map((item) => kind.rules.nameOf(item)));
      expect(shown.map(({ id }) => id), JSON.stringify(query)).toEqual(expected.map(({ id }) => id));
    }
  });
});
