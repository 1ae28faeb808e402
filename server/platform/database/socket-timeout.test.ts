/**
 * The database host disappears without closing its connections, and another takes its place: open connections stay
 * silent, new ones work.
 */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { PostgresAnnouncements } from '#server/events/postgres-announcements.ts';
import { createLog } from '#server/platform/logging.ts';
import { SeverableLink } from '../../../tests/support/severable-link.ts';
import { isDatabaseUnavailable } from './connection-errors.ts';
import { openDatabase, type Database } from './database.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';

/** Milliseconds for reads and for changes: more than an answer takes on a busy machine. */
const timeouts = { read: 1000, change: 1200 };
let stored: TestDatabase;
let link: SeverableLink;
let database: Database;
/** A second route to the same database, which isn't interrupted. */
let direct: Database;

beforeEach(async () => {
  stored = await createTestDatabase(inject('testServer'));
  link = await SeverableLink.toDatabase(stored.connectionString);
  database = openDatabase(link.addressOf(stored.connectionString), () => undefined, timeouts);
  direct = openDatabase(stored.connectionString, () => undefined);
});
afterEach(async () => {
  await database.close();
  await direct.close();
  await link.cut();
  await stored.drop();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined, (error: unknown) => error);
const some = Array.from({ length: 20 }, (_, index) => index);

test.each([
  ['changes', () => database.db],
  ['reads', () => database.reads],
])('%s that wait for an answer fail as unavailable, and the next ones get new connections', async (_, way) => {
  const ask = (): Promise<unknown> => sql`select 1`.execute(way());
  await Promise.all(some.map(ask));
  link.silence();
  const failures = await Promise.all(some.map(() => failureOf(ask())));
  expect(failures.map(isDatabaseUnavailable)).toEqual(some.map(() => true));
  await expect(Promise.all(some.map(ask))).resolves.toHaveLength(some.length);
});

test('an idle connection does not time out, and keeps its timeout', async () => {
  const client = await database.pool.connect();
  const backend = async (): Promise<unknown> => (await client.query('select pg_backend_pid() as pid')).rows[0];
  const before = await backend();
  await new Promise((resolve) => setTimeout(resolve, 3 * timeouts.change));
  expect(await backend()).toEqual(before);
  link.silence();
  expect(isDatabaseUnavailable(await failureOf(client.query('select 1')))).toBe(true);
  client.release(true);
});

test('closing ends every connection, including those checked out of the pool', async () => {
  const other = openDatabase(stored.connectionString, () => undefined);
  await other.pool.query('select 1');
  await other.close();
  expect([other.pool.ended, other.pool.totalCount]).toEqual([true, 0]);
});

test('a listener for live events receives the later ones, too', async () => {
  const heard: string[] = [];
  const announcements = new PostgresAnnouncements(direct.db, link.addressOf(stored.connectionString), createLog('silent'), 300);
  await announcements.start(({ id }) => heard.push(id));
  link.silence();
  await sql`notify countersign_events, '77'`.execute(direct.db);
  const again = async (): Promise<string[]> => {
    await sql`notify countersign_events, '78'`.execute(direct.db);
    return heard;
  };
  await expect.poll(again, { timeout: 30_000 }).toContain('78');
  await announcements.close();
});
