import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventTypes, type LiveEvent } from '#contract/events.ts';
import { startTestApp, type SignedIn, type TestApp } from '../../tests/support/app.ts';
import { endOtherSessions } from '#server/identity/sessions.ts';
import { publishEvent } from './publish-event.ts';

let server: TestApp;
let base: string;
let ada: SignedIn;
const opened: AbortController[] = [];

beforeAll(async () => {
  server = await startTestApp();
  base = await server.app.listen({ port: 0, host: '127.0.0.1' });
  ada = await server.signIn('ada@example.org');
});
afterAll(() => server.close());

const resource = '0123456789abcdef01234567';
const publish = (userIds: string[], type: LiveEvent['type'] = 'transaction_updated', data = {}) =>
  server.infrastructure.db.transaction().execute((tx) => publishEvent(tx, { type, resourceId: resource, actorId: null, orgId: null, userIds, data }));

async function ticketOf({ headers }: SignedIn): Promise<string> {
  const response = await server.app.inject({ method: 'GET', url: '/auth/get_event_ticket', headers });
  return response.json().ticket;
}

async function open(person: SignedIn, lastEventId?: string) {
  const query = new URLSearchParams({ ticket: await ticketOf(person), ...(lastEventId === undefined ? {} : { lastEventId }) });
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(`${base}/events?${query}`, { signal: controller.signal, headers: { accept: 'text/event-stream' } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<LiveEvent> => {
    for (;;) {
      const match = /id: \d+\ndata: (.*)\n\n/.exec(text);
      if (match?.[1] !== undefined) {
        text = text.slice(match.index + match[0].length);
        return JSON.parse(match[1]);
      }
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      text += value;
    }
  };
  return { next, close: () => controller.abort() };
}

test('an event reaches only the people it concerns', async () => {
  const grace = await server.signIn('grace@example.org');
  const [forAda, forGrace] = [await open(ada), await open(grace)];
  await publish([ada.userId], 'transaction_completed', { title: 'Lease' });
  await publish([grace.userId, ada.userId, ada.userId]);
  expect(await forAda.next()).toMatchObject({ type: 'transaction_completed', resourceId: resource, data: { title: 'Lease' } });
  expect(await forAda.next()).toMatchObject({ type: 'transaction_updated' });
  expect(await forGrace.next()).toMatchObject({ type: 'transaction_updated' });
});

test.each(eventTypes)('streams %s', async (type) => {
  const stream = await open(ada);
  await publish([ada.userId], type, { from: 'test' });
  expect(await stream.next()).toMatchObject({ type, resourceId: resource, data: { from: 'test' } });
  stream.close();
});

test('replays missed events in order and once', async () => {
  const first = await open(ada);
  await publish([ada.userId], 'transaction_updated', { number: 1 });
  const seen = await first.next();
  first.close();
  for (const number of [2, 3, 4]) await publish([ada.userId], 'transaction_updated', { number });
  const second = await open(ada, seen.id);
  await publish([ada.userId], 'transaction_updated', { number: 5 });
  const numbers = [];
  for (let count = 0; count < 4; count += 1) numbers.push((await second.next()).data.number);
  expect(numbers).toEqual([2, 3, 4, 5]);
});

test('replays everything after a long absence', async () => {
  const grace = await server.signIn('away@example.org');
  const witness = await open(grace);
  await publish([grace.userId], 'transaction_updated', { number: 0 });
  const { id: before } = await witness.next();
  const numbers = Array.from({ length: 600 }, (_, index) => index + 1);
  await server.infrastructure.db.transaction().execute(async (tx) => {
    for (const number of numbers) await publishEvent(tx, { type: 'transaction_updated', resourceId: resource, actorId: null, orgId: null, userIds: [grace.userId], data: { number } });
  });
  const deliver = async ({ next }: Awaited<ReturnType<typeof open>>): Promise<unknown[]> => {
    const heard: unknown[] = [];
    for (const _ of numbers) heard.push((await next()).data.number);
    return heard;
  };
  // All live deliveries have arrived, so what comes now is replayed.
  expect(await deliver(witness)).toEqual(numbers);
  const late = await open(grace, before);
  expect(await deliver(late)).toEqual(numbers);
});

test('event ids increase in commit order', async () => {
  const { db } = server.infrastructure;
  const stream = await open(ada);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => { release = resolve; });
  const event = (name: string) => ({ type: 'transaction_updated', resourceId: resource, actorId: null, orgId: null, userIds: [ada.userId], data: { name } }) as const;
  const slow = db.transaction().execute(async (tx) => {
    await publishEvent(tx, event('began first'));
    await held;
  });
  await db.transaction().execute((tx) => publishEvent(tx, event('committed first')));
  const early = await stream.next();
  release();
  await slow;
  const late = await stream.next();
  expect([early.data.name, late.data.name]).toEqual(['committed first', 'began first']);
  expect(Number(late.id)).toBeGreaterThan(Number(early.id));
});

test('a rolled back change publishes nothing', async () => {
  const stream = await open(ada);
  await server.infrastructure.db.transaction().execute(async (tx) => {
    await publishEvent(tx, { type: 'transaction_deleted', resourceId: resource, actorId: null, orgId: null, userIds: [ada.userId] });
    throw new Error('changed my mind');
  }).catch(() => undefined);
  await publish([ada.userId], 'transaction_completed');
  expect((await stream.next()).type).toBe('transaction_completed');
});

test('events published while the database connection is broken are delivered after it recovers', async () => {
  const stream = await open(ada);
  await server.infrastructure.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen countersign_events%'");
  await publish([ada.userId], 'transaction_updated', { during: 'the break' });
  expect((await stream.next()).data).toEqual({ during: 'the break' });
});

test('a ticket opens one stream; used, expired and forged tickets open none', async () => {
  const ticket = await ticketOf(ada);
  const controller = new AbortController();
  opened.push(controller);
  expect((await fetch(`${base}/events?ticket=${ticket}`, { signal: controller.signal })).status).toBe(200);
  expect((await fetch(`${base}/events?ticket=${ticket}`)).status).toBe(401);
  expect((await fetch(`${base}/events?ticket=made-up`)).status).toBe(401);
  const late = await ticketOf(ada);
  await server.infrastructure.db.updateTable('event_tickets').set({ expires_at: new Date(Date.now() - 1) }).execute();
  expect((await fetch(`${base}/events?ticket=${late}`)).status).toBe(401);
  expect((await fetch(`${base}/events?ticket=${await ticketOf(ada)}&lastEventId=drop`)).status).toBe(400);
});

test('a stream ends with the session in which it was opened, and with no other', async () => {
  const { db } = server.infrastructure;
  const eve = await server.signIn('eve@example.org');
  const elsewhere = await server.signIn('eve@example.org');
  const [ended, remaining] = [await open(eve), await open(elsewhere)];
  const ending = ended.next().catch((error: Error) => error.message);
  await endOtherSessions(db, eve.userId, elsewhere.headers.authorization.replace('Bearer ', ''));
  expect(await ending).toBe('the stream ended');
  await publish([eve.userId], 'transaction_updated', { to: 'who is signed in' });
  expect((await remaining.next()).data).toEqual({ to: 'who is signed in' });
  remaining.close();
}, 20_000);

// Must be the last test: the server doesn't answer afterwards.
test('stopping the server closes open streams without waiting', async () => {
  const streams = await Promise.all([open(ada), open(ada), open(await server.signIn('last@example.org'))]);
  const ends = streams.map(({ next }) => next().catch((error: Error) => error.message));
  const began = Date.now();
  await server.app.close();
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(await Promise.all(ends)).toEqual(streams.map(() => 'the stream ended'));
}, 20_000);
