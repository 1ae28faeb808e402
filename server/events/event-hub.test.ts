import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type Db } from '#server/platform/database/database.ts';
import { ownDatabase } from '../../tests/support/own-database.ts';
import type { Announcement } from './announcements.ts';
import { startEventHub } from './event-hub.ts';
import { newestEventId } from './events.repository.ts';
import { publishEvent } from './publish-event.ts';

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

test('a lagging node does not repeat events that another node delivered', async () => {
  const { hub, hearAll } = await lateNode();
  await publish(1);
  const heard: unknown[] = [];
  const { replay } = await hub.subscribe({ userId: ada, bearer: '' }, await newestEventId(database.db), ({ data }) => heard.push(data));
  await hearAll();
  await publish(2);
  await hearAll();
  await expect.poll(() => heard).toContainEqual({ number: 2 });
  expect([replay, heard]).toEqual([[], [{ number: 2 }]]);
  await hub.close();
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
  return { db: database.db.withPlugin(plugin), hold, isAsked: () => held === null };
}

test('an event published during a replay follows it, once', async () => {
  const { db, hold, isAsked } = slowReads();
  const { hub, hearAll } = await lateNode(db);
  const before = await newestEventId(database.db);
  await publish(4);
  const witnessed: unknown[] = [];
  const heard: unknown[] = [];
  await hub.subscribe({ userId: ada, bearer: '' }, null, ({ data }) => witnessed.push(data));
  const letGo = hold();
  const subscribed = hub.subscribe({ userId: ada, bearer: '' }, before, ({ data }) => heard.push(data));
  await expect.poll(isAsked).toBe(true);
  await publish(5);
  await hearAll();
  await expect.poll(() => witnessed).toContainEqual({ number: 5 });
  letGo();
  const { replay } = await subscribed;
  await publish(6);
  await hearAll();
  await expect.poll(() => heard).toContainEqual({ number: 6 });
  expect([replay.map(({ data }) => data), heard]).toEqual([[{ number: 4 }, { number: 5 }], [{ number: 6 }]]);
  await hub.close();
});

test('a subscriber ahead of the log after a restore receives new events', async () => {
  const { hub, hearAll } = await lateNode();
  const heard: unknown[] = [];
  await hub.subscribe({ userId: ada, bearer: '' }, String(BigInt(await newestEventId(database.db)) + 1000n), ({ data }) => heard.push(data));
  await publish(3);
  await hearAll();
  await expect.poll(() => heard).toEqual([{ number: 3 }]);
  await hub.close();
});
