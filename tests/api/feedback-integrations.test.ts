import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';

/** A support desk and an integration's hook: both take JSON by POST. */
let outside: Server;
let answers: number[] = [];
const received: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[] = [];
let server: TestApp;
let ada: Client;

beforeAll(async () => {
  outside = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => { text += chunk; });
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  server = await startTestApp({
    RUN_JOBS: 'true', SUPPORT_DESK_URL: `${address}/tickets`, SUPPORT_DESK_TOKEN: 'desk-token',
    INTEGRATIONS_HOOK_URL: `${address}/hook`, INTEGRATIONS_HOOK_TOKEN: 'hook-token',
  });
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
});
beforeEach(() => {
  answers = [];
  received.length = 0;
});
afterAll(async () => {
  await server.close();
  await new Promise((resolve) => outside.close(resolve));
});

describe('feedback', () => {
  test('reaches the support desk once, even if the desk is down at first', async () => {
    answers = [503, 201];
    const ticket = await ada.call('feedback.send', { body: { subject: 'Hm', description: 'It hangs', priority: 3, traceId: 'trace-1' } });
    expect(ticket).toMatchObject({ status: 2, priority: 3 });
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    expect(received[0]).toMatchObject({ path: '/tickets', headers: { authorization: 'Bearer desk-token', 'idempotency-key': ticket.id } });
    expect(received[1]!.body).toEqual({
      id: ticket.id, subject: 'Hm', description: 'It hangs', name: 'Ada Byron', email: 'ada@example.org', priority: 3, status: 2, custom_fields: { trace_id: 'trace-1' },
    });
    const row = async () => server.infrastructure.db.selectFrom('feedback').selectAll().where('id', '=', ticket.id).executeTakeFirstOrThrow();
    await expect.poll(async () => (await row()).handed_over_at, { timeout: 5000 }).not.toBeNull();
  }, 30_000);

  test('needs text, and is rate-limited', async () => {
    const person = await Client.signIn(server, 'busy@example.org');
    for (const body of [{}, { description: ' ' }, { description: 'x', priority: 9 }, { description: 'x', email: 'none' }]) {
      expect((await person.send('feedback.send', { body })).status).toBe(400);
    }
    const sent = await Promise.all(Array.from({ length: 12 }, () => person.send('feedback.send', { body: { description: 'x' } })));
    expect(sent.filter((each) => each.status === 429)).toHaveLength(2);
  });
});

describe('integrations', () => {
  const shown = async (person: Client) => (await person.call('profile.get')).integrations;

  test('are switched on and off, and the partner is notified of each change once', async () => {
    expect((await ada.call('integrations.activate', { body: { name: 'google_drive' } })).integrations).toEqual([{ name: 'google_drive', active: true }]);
    await ada.call('integrations.activate', { body: { name: 'google_drive' } });
    expect((await ada.call('integrations.deactivate', { body: { name: 'google_drive' } })).integrations).toEqual([{ name: 'google_drive', active: false }]);
    const delivered = received.filter(({ path }) => path === '/hook');
    expect(delivered.map(({ body }) => body)).toEqual([
      { name: 'google_drive', active: true, userId: ada.userId }, { name: 'google_drive', active: false, userId: ada.userId },
    ]);
    expect(delivered[0]!.headers.authorization).toBe('Bearer hook-token');
    expect((await ada.send('integrations.activate', { body: { name: 'floppy' } })).status).toBe(400);
  });

  test('stay unchanged when the partner rejects the change', async () => {
    answers = [500];
    const person = await Client.signIn(server, 'unlucky@example.org');
    expect(await person.refusal('integrations.activate', { body: { name: 'dropbox' } })).toBe('integration_error');
    expect(await shown(person)).toEqual([]);
  });

  test('can be disabled for the whole installation', async () => {
    const without = await startTestApp({ INTEGRATIONS: 'false' });
    const person = await Client.signIn(without, 'x@example.org');
    expect(await person.refusal('integrations.activate', { body: { name: 'dropbox' } })).toBe('feature_not_supported');
    const deployment = await new Client(without, '', null).call('deployment.get');
    expect(deployment).toMatchObject({ limits: { fileSize: 52_428_800, fileCount: 10, mediaPerKind: 10 }, integrations: false, billing: false, paymentProvider: 'test', socialConnections: [] });
    await without.close();
  });

  test('and third-party identity checks are neither offered nor accepted unless configured', async () => {
    const bare = await startTestApp();
    const person = await Client.signIn(bare, 'x@example.org');
    expect(await person.refusal('integrations.activate', { body: { name: 'google_drive' } })).toBe('feature_not_supported');
    expect(await person.call('deployment.get')).toMatchObject({ integrations: false, identityService: false });
    await bare.close();
  });
});
