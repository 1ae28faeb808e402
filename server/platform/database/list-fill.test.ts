/** The migrations of lists on a database in use: whoever works meanwhile is not held up, and nothing that they write is missed. */
import { beforeAll, expect, test } from 'vitest';
import { migrateDown, migrateUp, readMigrations } from './migrations.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';

const database = ownDatabase();
const rows = async (query: string): Promise<unknown[]> => (await database.pool.query<object>(query)).rows.map((row) => Object.values(row));

/** How many migrations there are from this one on. */
async function countFrom(first: string): Promise<number> {
  const names = (await readMigrations()).map(({ name }) => name);
  return names.length - names.indexOf(first);
}

beforeAll(async () => {
  await migrateDown(database.pool, await countFrom('130_list_counts'));
  await database.pool.query(`
    insert into users (id, email) values ('ada', 'ada@example.org');
    insert into transactions (id, owner_id, name) values ('t1', 'ada', 'Lease'), ('t2', 'ada', 'Loan'), ('t3', 'ada', 'Gift');
    insert into recipients (id, transaction_id, position, email) values ('r2', 't2', 0, 'bea@example.org');
    insert into files (id, owner_id, title) values ('f1', 'ada', 'Lease'), ('f2', 'ada', 'Loan');
    insert into templates (id, owner_id, name) values ('m1', 'ada', 'Lease'), ('m2', 'ada', 'Loan')`);
});

/** Waits until the migration waits for the row that somebody else holds. */
const isHeld = async (): Promise<boolean> =>
  (await rows(`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`)).length > 0;

test('lists are filled while people work, and what they write meanwhile is in them', async () => {
  const [holder, worker] = [await database.pool.connect(), await database.pool.connect()];
  await holder.query(`begin; select from transactions where id = 't1' for update`);
  const migration = migrateUp(database.pool);
  await expect.poll(isHeld).toBe(true);
  await worker.query(`set statement_timeout = '3s'`);
  for (const statement of [
    `insert into transactions (id, owner_id, name) values ('t4', 'ada', 'Will')`,
    `update transactions set name = 'Loan of a car' where id = 't2'`,
    `update recipients set email = 'carl@example.org' where id = 'r2'`,
    `delete from transactions where id = 't3'`,
    `insert into files (id, owner_id, title) values ('f3', 'ada', 'Will')`,
    `update files set title = 'Loan of a car' where id = 'f2'`,
    `insert into templates (id, owner_id, name) values ('m3', 'ada', 'Will')`,
    `update templates set name = 'Loan of a car' where id = 'm2'`,
  ]) await worker.query(statement);
  await holder.query('commit');
  for (const client of [holder, worker]) client.release(true);
  await migration;
  expect(await rows(`select transaction_id, owner_id, text from transaction_texts order by 1`)).toEqual([['t1', 'ada', 'lease'], ['t2', 'ada', 'loan of a car\ncarl@example.org'], ['t4', 'ada', 'will']]);
  expect(await rows(`select file_id, owner_id, text from file_texts order by 1`)).toEqual([['f1', 'ada', 'lease'], ['f2', 'ada', 'loan of a car'], ['f3', 'ada', 'will']]);
  expect(await rows(`select template_id, owner_id, text from template_texts order by 1`)).toEqual([['m1', 'ada', 'lease'], ['m2', 'ada', 'loan of a car'], ['m3', 'ada', 'will']]);
  expect(await rows(`select kind, count::int from stored_list_counts where count <> 0 order by 1`)).toEqual([['file', 3], ['template', 3], ['transaction', 3]]);
});

test('a fill that was interrupted is done again, in portions', async () => {
  await database.pool.query(`
    insert into files (id, owner_id, title) select 'many' || n, 'ada', 'File ' || n from generate_series(1, 2500) n;
    delete from file_texts where file_id like 'many%'; delete from list_count_changes; delete from list_counts`);
  await migrateDown(database.pool, await countFrom('134_list_fill'));
  await migrateUp(database.pool);
  expect(await rows(`select count(*)::int from file_texts`)).toEqual([[2503]]);
  expect(await rows(`select kind, count::int from stored_list_counts where count <> 0 order by 1`)).toEqual([['file', 2503], ['template', 3], ['transaction', 3]]);
});
