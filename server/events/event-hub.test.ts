import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { eventsMissed, type EventsMissed, type LiveEvent } from '#contract/events.ts';
import { type Db } from '#server/platform/database/database.ts';
import { ownDatabase } from '../../tests/support/own-database.ts';
import type { Announcement } from './announcements.ts';
import { startEventHub } from './event-hub.ts';
import { newestEventId } from './events.repository.ts';
import { publishEvent, publishEvents } from './publish-event.ts';

const database = ownDatabase();
const ada = 'a'.repeat(24);


const publish = (number: number) =>
  database.db.transaction().execute((tx) => publishEvent(tx, { type: 'transaction_updated', resourceId: 'b'.repeat(24), actorId: null, orgId: null, userIds: [ada], data: { number } }));

/** A node that receives announcements only when the test triggers them. */
async function lateNode(db: Db = database.db) {
  let deliver: (announced: Announcement) => void = () => undefined;
  const hub = await startEventHub(db, { start: async (listener) => void (deliver = listener), close: async () => undefined }, pino({ level: 'silent' }));
  return { hub, hearAll: async () => deliver({ id: await newestEventId(database.db) }) };
}

/** All that was missed since then. */
const all = (id: string) => ({ id, mostMissed: null });

async function taken(replay: AsyncIterable<LiveEvent | EventsMissed>): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of replay) events.push('data' in event ? event.data : event);
  return events;
}

test('a lagging node does not repeat events that another node delivered', async () => {
  const { hub, hearAll } = await lateNode();
  await publish(1);
  const heard: unknown[] = [];
  const { replay } = await hub.subscribe({ userId: ada, bearer: '' }, all(await newestEventId(database.db)), ({ data }) => heard.push(data));
  const missed = await taken(replay);
  await hearAll();
  await publish(2);
  await hearAll();
  await expect.poll(() => heard).toContainEqual({ number: 2 });
  expect([missed, heard]).toEqual([[], [{ number: 2 }]]);
  await hub.close();
});

test('what one act causes is announced event by event, and read page by page', async () => {
  let reads = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      reads += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  let deliver: (announced: Announcement) => void = () => undefined;
  const hub = await startEventHub(database.db.withPlugin(counting), { start: async (listener) => void (deliver = listener), close: async () => undefined }, pino({ level: 'silent' }));
  const heard: number[] = [];
  await hub.subscribe({ userId: ada, bearer: '' }, null, ({ data }) => heard.push(Number((data as { number: number }).number)));
  const before = BigInt(await newestEventId(database.db));
  const many = Array.from({ length: 1200 }, (_, number) => number);
  await database.db.transaction().execute((tx) => publishEvents(tx, many.map((number) => ({ type: 'transaction_updated', resourceId: 'b'.repeat(24), actorId: null, orgId: null, userIds: [ada], data: { number } }))));
  reads = 0;
  for (const number of many) deliver({ id: String(before + BigInt(number) + 1n) });
  await expect.poll(() => heard.length).toBe(many.length);
  await hub.close();
  expect(heard).toEqual(many);
  expect(reads).toBeLessThan(10);
});

/** Delays the result of the first query after `hold` until it is released. */
function slowReads() {
  let held: Promise<void> | null = null;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const waited = held;
      held = null;
      await waited;
      return result;
    },
  };
  const hold = (): (() => void) => {
    let letGo = (): void => undefined;
    held = new Promise((resolve) => (letGo = resolve));
    return letGo;
  };
  return { db: database.db.withPlugin(plugin), hold, isRequested: () => held === null };
}

test('an event published during a replay follows it, once', async () => {
  const { db, hold, isRequested } = slowReads();
  const { hub, hearAll } = await lateNode(db);
  const before = await newestEventId(database.db);
  await publish(4);
  const witnessed: unknown[] = [];
  const heard: unknown[] = [];
  await hub.subscribe({ userId: ada, bearer: '' }, null, ({ data }) => witnessed.push(data));
  const { replay } = await hub.subscribe({ userId: ada, bearer: '' }, all(before), ({ data }) => heard.push(data));
  const letGo = hold();
  const missed = taken(replay);
  await expect.poll(isRequested).toBe(true);
  await publish(5);
  await hearAll();
  await expect.poll(() => witnessed).toContainEqual({ number: 5 });
  letGo();
  expect(await missed).toEqual([{ number: 4 }, { number: 5 }]);
  await publish(6);
  await hearAll();
  await expect.poll(() => heard).toContainEqual({ number: 6 });
  expect(heard).toEqual([{ number: 6 }]);
  await hub.close();
});

test('a replay is read page by page, as it is taken, and what is published meanwhile comes with it', async () => {
  const { hub, hearAll } = await lateNode();
  const before = await newestEventId(database.db);
  await database.pool.query("insert into events (key, type, resource_id, user_ids, data) select 'many/' || n, 'transaction_updated', repeat('b', 24), array[$1], jsonb_build_object('number', n) from generate_series(1, 1200) n", [ada]);
  await hearAll();
  const readAfter: number[] = [];
  const read = database.db.selectFrom.bind(database.db);
  const spy = vi.spyOn(database.db, 'selectFrom').mockImplementation(((table: never) => {
    if (table === ('events' as never)) readAfter.push(heard.length);
    return read(table);
  }) as never);
  const heard: unknown[] = [];
  const live: unknown[] = [];
  const { replay } = await hub.subscribe({ userId: ada, bearer: '' }, all(before), ({ data }) => live.push(data));
  readAfter.length = 0;
  for await (const event of replay) {
    heard.push('data' in event ? event.data : event);
    if (heard.length !== 700) continue;
    await publish(9999);
    await hearAll();
  }
  spy.mockRestore();
  // Each page is read when the one before has been taken, the last ones to find that nothing is left.
  expect(readAfter.filter((count, index) => readAfter.indexOf(count) === index)).toEqual([0, 500, 700, 1000, 1201]);
  expect(new Set(heard.map((each) => JSON.stringify(each))).size).toBe(1201);
  expect(heard.at(-1)).toEqual({ number: 9999 });
  await publish(10_000);
  await hearAll();
  await expect.poll(() => live).toEqual([{ number: 10_000 }]);
  await hub.close();
});

test('who misses more than it wants one by one is told so, and nothing of it is read', async () => {
  const { hub, hearAll } = await lateNode();
  const before = await newestEventId(database.db);
  const publishMany = (count: number) => database.pool.query("insert into events (key, type, resource_id, user_ids, data) select gen_random_uuid(), 'transaction_updated', repeat('b', 24), array[$1], '{\"number\": 1}' from generate_series(1, $2) n", [ada, count]);
  await publishMany(100);
  await hearAll();
  const few = await hub.subscribe({ userId: ada, bearer: '' }, { id: before, mostMissed: 100 }, () => undefined);
  expect(await taken(few.replay)).toHaveLength(100);
  await publishMany(900);
  await hearAll();
  const reads = vi.spyOn(database.db, 'selectFrom');
  const live: unknown[] = [];
  const many = await hub.subscribe({ userId: ada, bearer: '' }, { id: before, mostMissed: 100 }, ({ data }) => live.push(data));
  expect(await taken(many.replay)).toEqual([{ id: await newestEventId(database.db), type: eventsMissed }]);
  expect(reads.mock.calls.length).toBeLessThan(10);
  reads.mockRestore();
  await publish(7);
  await hearAll();
  await expect.poll(() => live).toEqual([{ number: 7 }]);
  await hub.close();
});

test('a subscriber ahead of the log after a restore receives new events', async () => {
  const { hub, hearAll } = await lateNode();
  const heard: unknown[] = [];
  const { replay } = await hub.subscribe({ userId: ada, bearer: '' }, all(String(BigInt(await newestEventId(database.db)) + 1000n)), ({ data }) => heard.push(data));
  expect(await taken(replay)).toEqual([]);
  await publish(3);
  await hearAll();
  await expect.poll(() => heard).toEqual([{ number: 3 }]);
  await hub.close();
});
