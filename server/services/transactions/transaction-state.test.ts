/** Who reads a transaction while it changes sees all of a change or nothing of it. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '#server/services/caller.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';
import { loadTransaction } from './transaction-state.ts';

const database = ownDatabase();
const id = '7'.repeat(24);
const ada: Caller = {
  userId: 'a'.repeat(24), profileType: 'user', email: 'ada@example.org', emailVerified: true, phone: null, phoneVerified: false, firstName: null, lastName: null, locale: 'en',
  ip: '::1', userAgent: '', organization: null, closedOrgIds: [], formerOrgIds: [],
};

beforeAll(async () => {
  const { db } = database;
  await sql`insert into users (id, email) values (${ada.userId}, 'ada@example.org')`.execute(db);
  await sql`insert into transactions (id, owner_id, name, status) values (${id}, ${ada.userId}, 'Lease', 'pending')`.execute(db);
  await sql`insert into recipients (id, transaction_id, position, email, invited_at) values (${id}, ${id}, 0, 'bea@example.org', '2026-01-02T03:04:05.678Z')`.execute(db);
});

test('a recipient is read as it is stored', async () => {
  const { recipients } = await loadTransaction(database.db, id, ada, 'read');
  expect(recipients).toEqual([{ ...(await database.db.selectFrom('recipients').selectAll().executeTakeFirstOrThrow()), delivery: null }]);
  expect(recipients[0]!.invited_at).toEqual(new Date('2026-01-02T03:04:05.678Z'));
});

test('the state of the transaction and of its recipient are of the same moment', async () => {
  let isOver = false;
  const flip = async (): Promise<void> => {
    for (let isOpened = true; !isOver; isOpened = !isOpened) {
      await database.db.transaction().execute(async (tx) => {
        await sql`update recipients set viewed_at = ${isOpened ? new Date() : null}`.execute(tx);
        await sql`update transactions set status = ${isOpened ? 'opened' : 'pending'}`.execute(tx);
      });
    }
  };
  const flipping = flip();
  const seen = new Set<string>();
  try {
    for (let read = 0; read < 400; read += 1) {
      const { row, recipients } = await loadTransaction(database.db, id, ada, 'read');
      seen.add(`${row.status}, ${recipients[0]!.viewed_at === null ? 'not viewed' : 'viewed'}`);
    }
  } finally {
    isOver = true;
    await flipping;
  }
  expect([...seen].toSorted()).toEqual(['opened, viewed', 'pending, not viewed']);
}, 30_000);
