/** The calls whose time must not grow with the database, as people make them. */
import type { Client } from '../../tests/api/client.ts';

export interface Work {
  what: string;
  /** Throws when the answer is not the expected one. */
  run(): Promise<unknown>;
}

export interface People {
  plain: Client;
  heavy: Client;
  admin: Client;
  guest: Client;
  /** As many transactions at every size. */
  even: Client;
}

type Kind = 'transactions.list' | 'files.list';
const pagesAhead = 40;

export async function callsOf({ plain, heavy, admin, guest, even }: People, metricsUrl: string): Promise<Work[]> {
  const { organizations: [org] } = await admin.call('organizations.list');
  const orgId = org?.id ?? '';
  const { transactions } = await heavy.call('transactions.list', {});
  const { id, fileIds } = transactions.find(({ status }) => status === 'completed') ?? fail('no completed transaction');
  const fileId = fileIds[0] ?? fail('no file');
  const at = { params: { id } };
  const ofFile = { params: { id: fileId } };
  return [
    ...(await lists('transactions.list', { plain, even, heavy, admin }, orgId)),
    { what: 'transactions, guest', run: () => guest.call('transactions.list', {}) },
    ...(await lists('files.list', { plain, even, heavy, admin }, orgId)),
    { what: 'one transaction', run: () => heavy.call('transactions.get', at) },
    { what: 'its history', run: () => heavy.call('transactions.insights', at) },
    { what: 'its file: meta', run: () => heavy.call('files.getMeta', ofFile) },
    { what: 'its file: download address', run: () => heavy.call('files.downloadUrl', ofFile) },
    { what: 'its file: history', run: () => heavy.call('files.insights', ofFile) },
    { what: 'contacts (5,000), a page', run: () => heavy.call('contacts.list', {}) },
    { what: 'contacts (5,000), search', run: () => heavy.call('contacts.list', { query: { search: 'name4999' } }) },
    { what: 'profile', run: () => heavy.call('profile.get') },
    { what: 'organizations', run: () => admin.call('organizations.list') },
    { what: '/metrics', run: async () => { if (!(await fetch(metricsUrl)).ok) fail('no metrics'); } },
  ];
}

/** What is searched for in each list. */
const searches = [['frequent', 'agreement'], ['frequent elsewhere', 'guest7'], ['rare', 'agreement 777'], ['no match', 'zzz'], ['two letters, no match', 'qq'], ['one letter, no match', 'ж']] as const;
const noun = { 'transactions.list': 'transactions', 'files.list': 'files' } as const;

async function lists(kind: Kind, { plain, even, heavy, admin }: Omit<People, 'guest'>, orgId: string): Promise<Work[]> {
  const all: [string, Client, Record<string, string>][] = [['plain person', plain, {}], ['person with 400', even, {}], ['heavy person', heavy, {}], ['organization\'s administrator', admin, { orgId }]];
  const works: Work[] = [];
  for (const [who, client, query] of all) {
    const page = (exclusiveFrom?: string | null): Promise<{ lastKey: string | null }> => client.call(kind, { query: { ...query, ...(exclusiveFrom ? { exclusiveFrom } : {}) } });
    works.push({ what: `${noun[kind]}, ${who}`, run: () => page() });
    const titles = await titlesOf(kind, client, query);
    for (const [what, search] of [...searches, ['one match', titles.at(-1) ?? fail('no title')] as const]) works.push({ what: `${noun[kind]}, ${who}, search: ${what}`, run: () => client.call(kind, { query: { ...query, search } }) });
    works.push({ what: `${noun[kind]}, ${who}, by title`, run: () => client.call(kind, { query: { ...query, sort: 'name', order: 'ascent' } }) });
    if (client === plain || client === even) continue;
    const { lastKey } = await page();
    works.push({ what: `${noun[kind]}, ${who}, page 2`, run: () => page(lastKey) });
    let deep = lastKey;
    for (let count = 2; count < pagesAhead && deep !== null; count += 1) deep = (await page(deep)).lastKey ?? deep;
    works.push({ what: `${noun[kind]}, ${who}, a deep page`, run: () => page(deep) });
  }
  return works;
}

/** Of the first page. No title is part of another one. */
async function titlesOf(kind: Kind, client: Client, query: Record<string, string>): Promise<string[]> {
  if (kind === 'files.list') return (await client.call(kind, { query })).files.map(({ title }) => title);
  return (await client.call(kind, { query })).transactions.map(({ name }) => name);
}

function fail(why: string): never {
  throw new Error(why);
}
