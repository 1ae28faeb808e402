/** Dates are ordered as dates, whatever their number of digits: in microseconds, September 2001 is where one more begins. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { wholeList } from '#contract/entities/list-query.ts';
import { ownDatabase } from '../../tests/support/own-database.ts';
import { listFiles } from './files-list.repository.ts';
import { listTransactions } from './transactions-list.repository.ts';

const database = ownDatabase();
const space = { userId: 'ada', organization: null, closedOrgIds: [] };
const viewer = { id: 'ada', email: 'ada@example.org', phone: null };

beforeAll(async () => {
  const { db } = database;
  await sql`insert into users (id, email) values ('ada', 'ada@example.org')`.execute(db);
  await sql`insert into transactions (id, owner_id, name, created_at) values ('t1', 'ada', 'Old', '1999-12-31'), ('t2', 'ada', 'Middle', '2001-09-08'), ('t3', 'ada', 'New', '2026-01-01')`.execute(db);
  await sql`insert into files (id, owner_id, title, created_at) values ('f1', 'ada', 'Old', '1999-12-31'), ('f2', 'ada', 'Middle', '2001-09-08'), ('f3', 'ada', 'New', '2026-01-01')`.execute(db);
});

test.each([['descent', [3, 2, 1]], ['ascent', [1, 2, 3]]] as const)('%s', async (order, expected) => {
  const query = { ...wholeList, order };
  const { rows: transactions } = await listTransactions(database.reads, viewer, space, { query });
  expect(transactions.map(({ id }) => id)).toEqual(expected.map((number) => `t${number}`));
  const files = await listFiles(database.db, space, { query });
  expect(files.map(({ id }) => id)).toEqual(expected.map((number) => `f${number}`));
});
