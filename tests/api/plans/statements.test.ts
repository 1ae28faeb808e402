/**
 * Every statement of the repositories, explained on a database that PostgreSQL takes for one of a million transactions: none may
 * read a large table from end to end. A new function of a repository is called by itself.
 */
import pg from 'pg';
import { tmpdir } from 'node:os';
import { sweepExpired } from '#server/app/maintenance-tasks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { endSessions } from '#server/identity/sessions.ts';
import { createMetrics } from '#server/platform/metrics/metrics.ts';
import { sweepPartyCopies } from '#server/services/transactions/deletion.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { fill } from '../../../benches/growth/fill.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { fillTheRest } from './rows.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import { listFiles } from '#server/repositories/files-list.repository.ts';
import { listTransactions } from '#server/repositories/transactions-list.repository.ts';
import type { Space } from '#server/repositories/space.ts';
import { callsWith, readSamples, type Samples } from './samples.ts';
import { collectedIndexesOf, scansForAny, scansOf } from './scans.ts';

const idlePool = new pg.Pool();
const timesLarger = 100;

/** Tables that stay small, each with the reason. */
const small: Readonly<Record<string, string>> = {
  _private_jobs: 'jobs leave the queue when they are done',
  _private_tasks: 'one row a kind of job',
  account_deletions: 'accounts whose deletion is under way',
  list_count_changes: 'changes that are not folded into the counters yet',
  list_count_checks: 'the last check',
  pg_constraint: 'the catalog',
  promo_codes: 'made by an operator',
  resource_transfers: 'transfers that are under way',
  storage_checks: 'the last check',
  storage_use: 'one row an account',
  subscriptions: 'one row a paying account',
  waiting_signings: 'signatures whose time is not proven yet',
};

/** Functions that read large tables by nature, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  correctFilesInBulk: 'the nightly check compares all files',
  correctListCounts: 'the nightly check compares all counters with all rows',
  deleteExcessNotifications: 'the nightly job looks who got some within two days, which are all of this test',
  deleteEmptyCounts: 'the nightly check reads all counters',
  findDrift: 'the nightly check compares all counters with all bodies',
  issuedCertificates: 'the revocation list names all revoked certificates, which are all of this test',
  recountStorage: 'the nightly check counts all bodies anew',
  sweepExpired: 'the hourly clean-up looks whether sessions have ended elsewhere',
};

let stored: TestDatabase;
let client: pg.Client;
let recorder: Recorder;
let samples: Samples;
let partial: Set<string>;

beforeAll(async () => {
  stored = await createTestDatabase(inject('testServer'));
  client = new pg.Client({ connectionString: stored.connectionString });
  await client.connect();
  await fill(client, { transactions: 10_000 });
  await fillTheRest(client);
  samples = await readSamples(client);
  await client.query(`update pg_class set reltuples = reltuples * ${timesLarger} where relnamespace = 'public'::regnamespace and reltuples > 0`);
  partial = await names('select indexrelid::regclass::text as name from pg_index where indpred is not null');
  recorder = openRecorder(stored.connectionString);
  // Filling takes half a minute on a quiet machine, and tests run beside the compiler.
}, 300_000);
afterAll(async () => {
  await recorder.close();
  await client.end();
  await stored.drop();
});

const names = async (sql: string): Promise<Set<string>> => new Set((await client.query<{ name: string }>(sql)).rows.map(({ name }) => name));

const modules = import.meta.glob<Record<string, unknown>>('/server/{repositories,events}/*.repository.ts', { eager: true });
/** Give a query that is not finished. */
const partsOfQueries = ['withBody'];
const sweeps = { sweepExpired, sweepDocuments: (db: Db): Promise<void> => sweepPartyCopies(db, { partyCopyDays: 30 }) };
/** Each scrape of the metrics asks the database. */
const scrapes = {
  scrapeMetrics: (db: Db): Promise<string> => createMetrics({ db, pool: idlePool, readUse: () => ({ idle: 0, busy: 0, queries: 0 }), dataDir: tmpdir() }).text(),
};
const functions = [...Object.values(modules), sweeps, scrapes, { endSessions }].flatMap((module) => Object.entries(module));

test('no function of a repository reads a large table from end to end', async () => {
  const scans: Record<string, string[]> = {};
  const silent: string[] = [];
  for (const [name, candidate] of functions) {
    const calls = callsWith(name, candidate, samples);
    if (calls === undefined) continue;
    const found = new Set<string>();
    let count = 0;
    for (const call of calls) {
      const statements = await recorder.statementsOf(call);
      count += statements.length;
      for (const statement of statements) {
        for (const read of [scansOf, scansForAny]) {
          for (const table of await read(client, statement, partial).catch((error: Error) => [`${error.message}: ${statement.sql}`])) if (!(table in small)) found.add(table);
        }
      }
    }
    if (count === 0) silent.push(name);
    if (found.size > 0 && !(name in exceptions)) scans[name] = [...found].toSorted();
  }
  expect({ scans, silent }).toEqual({ scans: {}, silent: partsOfQueries });
});

test.for(['files', 'transactions'] as const)('a page of the %s of somebody who owns many is read in the order of an index', async (table) => {
  const place = { query: { ...wholeList, search: 'agreement' } };
  // As a mere member the person owns nothing.
  const spaces = (samples.space as Space[]).filter(({ organization }) => organization?.everything !== false);
  expect(spaces).toHaveLength(2);
  for (const space of spaces) {
    const viewer = { id: space.userId, email: null, phone: null };
    const sent = await recorder.statementsOf((tx) => (table === 'files' ? listFiles(tx, space, place) : listTransactions(tx, viewer, space, place)));
    const collected: string[] = [];
    for (const statement of sent) collected.push(...(await collectedIndexesOf(client, statement)));
    expect(collected.filter((index) => /_(owned|organization)_page_by_/.test(index))).toEqual([]);
  }
});

test('the check notices a statement without an index, and one that reads an index from end to end', async () => {
  const sent = await recorder.statementsOf(async (tx) => {
    await tx.selectFrom('signings').select('id').where('hash', '=', 'x').execute();
    await tx.selectFrom('signings').select((row) => row.fn.count('file_id').as('count')).executeTakeFirst();
    await tx.selectFrom('transactions').select('id').where('deleted_at', 'is', null).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).execute();
  });
  expect(await Promise.all(sent.map((statement) => scansOf(client, statement, partial)))).toEqual([['signings'], ['signings'], []]);
});

test('a function with a parameter that has no sample is refused', () => {
  expect(() => callsWith('findNew', (db: Db, unheardOf: string) => [db, unheardOf], samples)).toThrow('No sample for the parameter “unheardOf” of findNew');
});
