/** Names in the database are the field's terms, and a renamed part is there under its old name for nodes of the previous version. */
import { expect, test } from 'vitest';
import { ownDatabase } from '../../../tests/support/own-database.ts';
import { privateWords } from '../../../tests/support/private-words.ts';
import { migrateDown, migrateUp, readMigrations } from './migrations.ts';

const database = ownDatabase();
const words = new Set([...privateWords, 'act', 'acts', 'departures', 'held']);
/** For nodes of the previous version. The first migrations of the next version drop them. */
const formerNames = ['administrative_acts', 'administrative_acts.act', 'departures', 'files.held_features', 'kept_lists', 'transactions.held_features'];

const rows = async (sql: string): Promise<unknown[][]> => (await database.pool.query({ text: sql, rowMode: 'array' })).rows;

/** Not null constraints are left out: PostgreSQL names them. */
async function names(): Promise<string[]> {
  const found = await rows(`
    select relname from pg_class where relnamespace = 'public'::regnamespace
    union all select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace
    union all select conname from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tgname from pg_trigger where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
  return found.map(([name]) => String(name));
}

test('no table, column, index, function, constraint or trigger has a private word', async () => {
  const all = await names();
  expect(all.length).toBeGreaterThan(500);
  const own = (name: string): string => name.split('.').at(-1) ?? '';
  const found = all.filter((name) => formerNames.includes(name) || own(name).split('_').some((word) => words.has(word)));
  expect(found.toSorted()).toEqual(formerNames);
});

const user = `insert into users (id, type, email, locale) values ('u', 'user', 'ada@example.org', 'en') on conflict do nothing`;
const file = (id: string, column: string, value: string): string => `insert into files (id, owner_id, title, ${column}) values ('${id}', 'u', 'Lease', '${value}')`;
const features = (): Promise<unknown[][]> => rows('select id, held_features, granted_features from files order by id');

test('features are the same under either name, whichever version writes them', async () => {
  await rows(user);
  await rows(file('new', 'granted_features', '{a}'));
  await rows(file('old', 'held_features', '{b}'));
  expect(await features()).toEqual([['new', ['a'], ['a']], ['old', ['b'], ['b']]]);
  await rows(`update files set granted_features = '{c}' where id = 'old'`);
  await rows(`update files set held_features = '{}' where id = 'new'`);
  expect(await features()).toEqual([['new', [], []], ['old', ['c'], ['c']]]);
});

test('features and unsent messages of the previous version are there after the migration', async () => {
  await rows(user);
  const later = (await readMigrations()).map(({ name }) => name);
  await migrateDown(database.pool, later.length - later.indexOf('163_granted_features'));
  await rows(`delete from files`);
  await rows(`insert into files (id, owner_id, title, held_features) select 'f' || n, 'u', 'Lease', '{a}' from generate_series(1, 2100) n`);
  const mail = (id: string): string => `insert into mails (id, template, recipient, locale, subject, text_body, html_body, status) values ('${id}', 'code', 'ada@example.org', 'en', '', '', '', 'kept')`;
  await rows(mail('before'));
  await migrateUp(database.pool);
  await rows(mail('meanwhile'));
  expect(await rows(`select granted_features, count(*)::int from files group by 1`)).toEqual([[['a'], 2100]]);
  expect(await rows(`select id, status from mails order by id`)).toEqual([['before', 'unsent'], ['meanwhile', 'unsent']]);
});

test('unsent messages are renamed in portions, each as soon as it is done, and checked while the product runs', async () => {
  const names = (await readMigrations()).map(({ name }) => name);
  await migrateDown(database.pool, names.length - names.indexOf('166_unsent_messages'));
  await rows(`insert into mails (id, template, recipient, locale, subject, text_body, html_body, status) select 'm' || n, 'code', 'ada@example.org', 'en', '', '', '', 'kept' from generate_series(1, 2100) n`);
  // What holds up every writer of mails changes no row.
  await migrateUp(database.pool, undefined, ['166_unsent_messages']);
  expect(await rows(`select count(*)::int from mails where status = 'unsent'`)).toEqual([[0]]);
  await migrateUp(database.pool);
  expect(await rows(`select count(*)::int from mails where status <> 'unsent'`)).toEqual([[0]]);
  expect(await rows(`select count(distinct xmin::text)::int from mails`)).toEqual([[3]]);
  expect(await rows(`select conname, convalidated from pg_constraint where conname in ('mails_status_check', 'text_messages_status_check') order by 1`))
    .toEqual([['mails_status_check', true], ['text_messages_status_check', true]]);
});

test('the status of rows that are there is checked apart from that of new ones', async () => {
  const whole = (await readMigrations()).filter(({ up }) => /add constraint \w+_status_check/.test(up) && /status in \('unsent'/.test(up));
  expect(whole.map(({ name, up }) => [name, up.match(/not valid;/g)?.length])).toEqual([['176_check_unsent_status', 2]]);
});
