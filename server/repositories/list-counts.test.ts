/** The counters of lists equal a full count, whatever happens to the rows and however many change them at once. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { checkLists, foldLists } from '#server/services/lists/check-lists.ts';
import { ownDatabase } from '../../tests/support/own-database.ts';
import { countFiles } from './files-list.repository.ts';
import { correctFilesInBulk, correctListCounts, countOfOrganizations, countOwned, foldListCounts, sumOf } from './list-counts.repository.ts';
import { insertTransfer, transferPortion } from './resource-transfers.repository.ts';
import { transferTransactions } from './transactions.repository.ts';

const database = ownDatabase();
const people = ['ada', 'bea', 'carl'];
const statuses = ['draft', 'created', 'pending', 'completed', 'declined', 'expired'];

beforeAll(async () => {
  for (const id of [...people, 'boss']) await sql`insert into users (id, email) values (${id}, ${`${id}@example.org`})`.execute(database.db);
  await sql`insert into organizations (id, owner_id, name) values ('works', 'boss', 'x'), ('yard', 'boss', 'x')`.execute(database.db);
});

/** Repeatable: a linear congruential generator. */
function generator(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
  return { below, one: <T>(of: readonly T[]): T => of[below(of.length)]! };
}

let made = 0;
const drift = async (): Promise<unknown[]> => [await correctFilesInBulk(database.db), ...(await correctListCounts(database.db))];
const none = [0];

type Random = ReturnType<typeof generator>;
const anyRow = (table: string, random: Random) => sql`(select id from ${sql.table(table)} order by md5(id || ${random.below(1e9)}::text) limit 1)`;
const some = (table: string, random: Random) => sql`(select id from ${sql.table(table)} where md5(id || ${random.below(1e9)}::text) < '4')`;

const acts: readonly ((random: Random) => Promise<unknown>)[] = [
  async (random) => {
    const { db } = database;
    const [owner, org, id] = [random.one(people), random.one([null, null, 'works', 'yard']), `n${made++}`];
    const bulk = random.below(3) === 0 ? `b${id}` : null;
    if (bulk !== null) await sql`insert into bulks (id, owner_id, org_id, name, source_type, source_id, total) values (${bulk}, ${owner}, ${org}, 'x', 'template', 'x', 1)`.execute(db);
    await sql`insert into transactions (id, owner_id, org_id, name, status, bulk_id) select ${id} || n, ${owner}, ${org}, 'x', ${random.one(statuses)}, ${bulk} from generate_series(1, ${1 + random.below(4)}::int) n`.execute(db);
    await sql`insert into files (id, owner_id, org_id, title) select ${`f${id}`} || n, ${owner}, ${org}, 'x' from generate_series(1, 3) n`.execute(db);
    await sql`insert into files (id, owner_id, org_id, title, type) values (${`a${id}`}, ${owner}, ${org}, 'x', 'audit')`.execute(db);
    await sql`insert into transaction_files (transaction_id, file_id, position) select ${`${id}1`}, ${`f${id}`} || n, n from generate_series(1, 2) n`.execute(db);
    await sql`update transactions set audit_file_id = ${`a${id}`} where id = ${`${id}1`}`.execute(db);
    await sql`insert into templates (id, owner_id, org_id, name) values (${`m${id}`}, ${owner}, ${org}, 'x')`.execute(db);
  },
  (random) => sql`update transactions set status = ${random.one(statuses)}, version = version + 1 where id = ${anyRow('transactions', random)}`.execute(database.db),
  (random) => sql`update ${sql.table(random.one(['transactions', 'files', 'templates', 'bulks']))} t set deleted_at = case when t.deleted_at is null then now() end where id in ${some('transactions', random)} or id in ${some('files', random)} or id in ${some('templates', random)}`.execute(database.db),
  (random) => sql`update ${sql.table(random.one(['transactions', 'files']))} set owner_left_at = now() where id in ${some('transactions', random)} or id in ${some('files', random)}`.execute(database.db),
  (random) => sql`update bulks set deleted_at = now() where id = ${anyRow('bulks', random)}`.execute(database.db),
  (random) => sql`delete from bulks where id = ${anyRow('bulks', random)}`.execute(database.db),
  (random) => sql`update ${sql.table(random.one(['transactions', 'files', 'templates']))} set owner_id = ${random.one(people)}, org_id = ${random.one([null, 'works', 'yard'])} where id in ${some('transactions', random)} or id in ${some('files', random)}`.execute(database.db),
  (random) => database.db.transaction().execute(async (tx) => {
    const transfer = await insertTransfer(tx, random.one(['works', 'yard']), random.one([null, ...people]), { ownerId: random.one(people), orgId: random.one([null, 'works']) });
    await transferPortion(tx, transfer, 500);
  }),
  async (random) => {
    const { rows } = await sql<{ id: string }>`select id from transactions where owner_id = 'ada' limit 2`.execute(database.db);
    await database.db.transaction().execute((tx) => transferTransactions(tx, 'ada', random.one(people), rows.map(({ id }) => id)));
  },
  (random) => sql`delete from transaction_files where file_id = ${anyRow('files', random)}`.execute(database.db),
  (random) => sql`delete from ${sql.table(random.one(['transactions', 'files', 'templates']))} where id in ${some('transactions', random)} and id in ${some('transactions', random)} or id in ${some('templates', random)}`.execute(database.db),
  async (random) => {
    const id = random.one(people);
    await sql`delete from users where id = ${id}`.execute(database.db);
    await sql`insert into users (id, email) values (${id}, ${`${id}@example.org`})`.execute(database.db);
  },
  () => foldListCounts(database.db),
];

/** Making comes often enough that there is something to change. */
const next = (random: Random) => (random.below(3) === 0 ? acts[0]! : random.one(acts));

test.each([1, 2, 3, 4])('whatever happens, the counters equal a full count (%i)', async (seed) => {
  const random = generator(seed);
  for (let step = 0; step < 60; step += 1) {
    await next(random)(random);
    if (step % 6 === 5) expect(await drift()).toEqual(none);
  }
  await foldLists(database.db);
  expect(await drift()).toEqual(none);
});

test('a space is told what it owns', async () => {
  const { db } = database;
  for (let n = 0; n < 8; n += 1) await acts[0]!(generator(n));
  for (const organization of [null, { id: 'works', everything: false }, { id: 'works', everything: true }]) {
    const space = { userId: 'bea', organization, closedOrgIds: [] };
    const { rows: [real] } = await sql<{ all: number; mine: number; files: number }>`
      select count(*)::int as all, (count(*) filter (where owner_id = 'bea'))::int as mine,
        (select count(*)::int from files where deleted_at is null and owner_left_at is null and not in_bulk and org_id is not distinct from ${organization?.id ?? null} and (owner_id = 'bea' or ${organization?.everything ?? false})) as files
      from transactions where deleted_at is null and owner_left_at is null and org_id is not distinct from ${organization?.id ?? null} and (owner_id = 'bea' or ${organization?.everything ?? false})`.execute(db);
    const counts = await countOwned(db, 'transaction', space);
    expect([sumOf(counts), sumOf(counts, ({ mine }) => mine), (await countFiles(db, space)).all]).toEqual([real!.all, real!.mine, real!.files]);
  }
  const { rows: [real] } = await sql<{ count: number }>`select count(*)::int as count from transactions where org_id = 'works' and deleted_at is null`.execute(db);
  expect(await countOfOrganizations(db, ['works'])).toContainEqual({ orgId: 'works', kind: 'transaction', count: real!.count });
});

test('changes at once, and folding amid them, lose nothing and wait for nobody', async () => {
  const { db } = database;
  await sql`insert into transactions (id, owner_id, org_id, name, status) select 'c' || n, 'carl', 'works', 'x', 'pending' from generate_series(1, 40) n`.execute(db);
  // All writers hold their changes of one organization at once: each would wait for a counter that another changed.
  let arrived = 0;
  let open!: () => void;
  const all = new Promise<void>((resolve) => { open = resolve; });
  await Promise.all(Array.from({ length: 12 }, (_, n) => db.transaction().execute(async (tx) => {
    await sql`update transactions set status = 'completed' where id in (${`c${n + 1}`}, ${`c${n + 21}`})`.execute(tx);
    if (++arrived === 12) open();
    await all;
  })));
  const folding = Array.from({ length: 6 }, () => foldListCounts(db));
  const changing = Array.from({ length: 12 }, (_, n) => sql`update transactions set status = 'declined' where id = ${`c${n + 1}`}`.execute(db));
  await Promise.all([...folding, ...changing]);
  expect(await drift()).toEqual(none);
});

test('the check finds what was counted wrong, and corrects it', async () => {
  const { db } = database;
  await foldLists(db);
  await sql`insert into templates (id, owner_id, name) values ('odd', 'ada', 'x')`.execute(db);
  await sql`insert into list_count_changes (kind, owner_id, org_id, in_bulk, owner_left, status, change) values ('template', 'ada', '', false, false, '', 5)`.execute(db);
  const logged: unknown[] = [];
  expect(await checkLists(db, { error: (line: unknown) => logged.push(line) } as never)).toEqual([{ kind: 'template', ownerId: 'ada', orgId: '', difference: 5 }]);
  expect(logged).toHaveLength(1);
  expect((await sql<{ wrong: string }>`select wrong from list_count_checks`.execute(db)).rows).toEqual([{ wrong: '5' }]);
  expect((await sql`select 1 from list_count_changes`.execute(db)).rows).toEqual([]);
  expect(await drift()).toEqual(none);
});
