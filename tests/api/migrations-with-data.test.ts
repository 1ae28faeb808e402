/** Migrations on a database in use: each is taken back and done again over the rows of every part of the product, and loses none of those it does not bring. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDown, migrateUp, readMigrations } from '#server/platform/database/migrations.ts';
import { correctListCounts } from '#server/repositories/list-counts.repository.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, draft, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let world: TransactionWorld;
beforeAll(async () => {
  world = await openTransactionWorld({ BILLING: 'true', COMPANY_DOMAINS: 'example.org' });
  await use(world);
  await fillTheRest();
});
afterAll(() => world.server.close());

/** Something of everything that people leave in a database. */
async function use({ server, ada, bea, carl, eve }: TransactionWorld): Promise<void> {
  const options = { includeFileAudit: true, allowSignerReassignment: true };
  await sign(bea, await start(ada, await draft(ada, [bea.email], { options, cc: [contact('copy@example.org')] })));
  const declined = await start(ada, await draft(ada, [carl.email]));
  await carl.call('transactions.decline', { ...at(declined), body: { reason: 'No' } });
  const { id: orgId } = await ada.call('organizations.create', { body: { name: 'Works' } });
  await ada.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: eve.email }, { email: 'later@example.org' }] } });
  await ada.call('teams.create', { params: { orgId }, body: { name: 'Readers', memberIds: [ada.userId] } });
  const running = await start(ada, await draft(ada, ['waits@example.org']));
  await ada.call('transactions.share', { ...at(running), body: { participants: [{ email: eve.email }] } });
  await carl.call('transactions.requestAccess', at(running));
  const template = await ada.call('templates.create', { query: { orgId }, body: { fileIds: [(await ada.addFile(samplePdf())).id], recipients: [{ role: 'signer' }] } });
  await ada.call('bulks.create', { body: { sourceType: 'template', sourceId: template.id, recipients: [{ email: 'one@example.org' }, { email: 'two@example.org' }] } });
  await ada.call('billing.setPaymentMethod', { body: { token: 'tok_visa' } });
  await ada.call('billing.start', { body: { plan: 'h_b_m' } });
  await ada.call('transactions.delete', at(declined));
  await ada.call('contacts.create', { body: { email: 'friend@example.org' } });
  await ada.call('labels.create', { body: { kind: 'folder', name: 'Housing' } });
  await Client.signIn(server, '+491510000001');
  await rowsOf(`insert into promo_codes (code, discount_rate) values ('SPRING', 0.1)`);
}

const rowsOf = async (sql: string): Promise<Record<string, unknown>[]> => (await world.server.infrastructure.pool.query(sql)).rows;

/** The columns of each table and view, as they are now. */
async function columns(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const rows = await rowsOf(`select table_name, column_name from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations' order by 1, 2`);
  for (const { table_name: table, column_name: column } of rows) found.set(String(table), [...(found.get(String(table)) ?? []), String(column)]);
  return found;
}

type Shape = ReadonlyMap<string, readonly string[]>;
type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>;

/** The columns that are there now, of those that were. */
const sharedWith = async (before: Shape): Promise<Shape> =>
  new Map([...(await columns())].map(([table, own]) => [table, own.filter((column) => before.get(table)?.includes(column))]));

async function readAll(shape: Shape): Promise<Rows> {
  const found = new Map<string, Record<string, unknown>[]>();
  for (const [table, names] of shape) found.set(table, await rowsOf(`select ${names.map((name) => `"${name}"`).join(', ')} from "${table}"`));
  return found;
}

/** How many rows each table has, and what is in these columns of them, in short. */
function digestOf(rows: Rows, shape: Shape): Record<string, string> {
  return Object.fromEntries([...shape].map(([table, names]) => {
    const texts = (rows.get(table) ?? []).map((row) => JSON.stringify(names.map((name) => row[name]))).sort();
    return [table, `${texts.length} rows, ${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)}`];
  }));
}

const plain: Readonly<Record<string, string>> = {
  'text': `'x'`, 'integer': '1', 'bigint': '1', 'smallint': '1', 'boolean': 'false', 'double precision': '1', 'timestamp with time zone': 'now()', 'jsonb': `'{}'`, 'bytea': `'\\x00'`, 'text[]': `'{}'`, 'inet': `'::1'`,
};

/** A value that the column takes: of the row it points at, of those it is checked for, or any. */
async function valueFor(table: string, column: string, type: string): Promise<string> {
  const rules = await rowsOf(`select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = '"${table}"'::regclass`);
  for (const { rule } of rules) {
    const [, to, key] = new RegExp(`^FOREIGN KEY \\(${column}\\) REFERENCES (\\w+)\\((\\w+)\\)`).exec(String(rule)) ?? [];
    if (to && key) return `(select ${key} from ${to} limit 1)`;
    const [, first] = new RegExp(`\\(${column} = ANY \\(ARRAY\\['([^']+)'`).exec(String(rule)) ?? [];
    if (first) return `'${first}'`;
  }
  return plain[type] ?? 'null';
}

const isEmpty = async (table: string): Promise<boolean> => (await rowsOf(`select from "${table}" limit 1`)).length === 0;

async function fill(table: string): Promise<void> {
  const needed = await rowsOf(`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = '"${table}"'::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''`);
  const values = await Promise.all(needed.map(({ name, type }) => valueFor(table, String(name), String(type))));
  await rowsOf(`insert into "${table}" (${needed.map(({ name }) => `"${String(name)}"`).join(', ')}) values (${values.join(', ')})`);
}

/** The tables that a row of this one points at. */
const above = async (table: string): Promise<string[]> =>
  (await rowsOf(`select distinct confrelid::regclass::text as name from pg_constraint where contype = 'f' and conrelid = '"${table}"'::regclass`)).map(({ name }) => String(name));

/** A row in each table that the calls above leave none in: tickets, codes, and what providers elsewhere tell. */
async function fillTheRest(): Promise<void> {
  const fillAbove = async (table: string, below: readonly string[] = []): Promise<void> => {
    if (below.includes(table) || !(await isEmpty(table))) return;
    for (const each of await above(table)) await fillAbove(each, [...below, table]);
    await fill(table);
  };
  const tables = await rowsOf(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' order by 1`);
  for (const { name } of tables) await fillAbove(String(name));
}

test('every table has rows', async () => {
  for (const table of (await columns()).keys()) expect(await isEmpty(table), table).toBe(false);
});

test('each migration is reverted and reapplied with rows, and leaves other columns unchanged', async () => {
  const { db, pool } = world.server.infrastructure;
  // The counters of lists are right before, as the nightly check leaves them; a migration counts what was not counted yet.
  await correctListCounts(db);
  const names = (await readMigrations()).map(({ name }) => name).toReversed();
  for (const name of names) {
    const later = await columns();
    const all = await readAll(later);
    expect(await migrateDown(pool, 1), name).toEqual([name]);
    const shared = await sharedWith(later);
    const before = digestOf(all, shared);
    expect(digestOf(await readAll(shared), shared), `${name} taken back`).toEqual(before);
    expect(await migrateUp(pool, undefined, [name]), name).toEqual([name]);
    expect(digestOf(await readAll(shared), shared), `${name} done again`).toEqual(before);
    await migrateDown(pool, 1);
  }
  expect([...(await columns()).keys()]).toEqual([]);
}, 300_000);
