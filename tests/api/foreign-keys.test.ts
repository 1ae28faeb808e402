/**
 * A foreign key without an index makes PostgreSQL read the whole table whenever a row that it may point at is deleted. An index
 * over some rows only doesn't help, unless it is over all that point anywhere.
 */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ownDatabase } from '../support/own-database.ts';

/** Foreign keys that need no index, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {};

const database = ownDatabase();

async function withoutIndex(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select 1 from pg_index where indrelid = conrelid and indisvalid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]))))
    order by 1`.execute(database.db);
  return rows.map(({ name }) => name);
}

test('every foreign key has an index', async () => {
  expect(await withoutIndex()).toEqual(Object.keys(exceptions));
});

test('the check notices a missing index, and one over some rows only', async () => {
  await sql`drop index signings_file, files_every_owner`.execute(database.db);
  expect(await withoutIndex()).toEqual(['files_owner_id_fkey', 'signings_file_id_fkey', ...Object.keys(exceptions)].toSorted());
});
