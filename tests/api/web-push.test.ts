/** Web push: who gets a message on which device, what it says, and when a device counts as gone. The push service is one of this test. */
import { createECDH, createHmac, createDecipheriv, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPush } from '#server/adapters/push/web-push.ts';
import { openNetwork } from '#server/adapters/fetching/public-addresses.ts';
import { endOthers, endSession, endSessions } from '#server/identity/sessions.ts';
import type { Caller } from '#server/services/caller.ts';
import { createPushService } from '#server/services/notifications/push.service.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { contact, draft, stage, start } from './transaction-world.ts';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
let service: Server;
let address: string;
let received: Received[] = [];
let status = 201;
let server: TestApp;
let ada: Client;
let bea: Client;
let number = 0;

beforeAll(async () => {
  vi.spyOn(openNetwork, 'contains').mockReturnValue(true);
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await startTestApp({ WEB_PUSH: 'true' }, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
});
beforeEach(async () => {
  received = [];
  status = 201;
  bea = await Client.signIn(server, `bea${number += 1}@example.org`, { type: 'guest' });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  service.close();
});

/** A browser with its keys. */
function device(path = `/${number}-${randomBytes(4).toString('hex')}`) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const secret = randomBytes(16);
  return { path, keys, secret, body: { endpoint: `${address}${path}`, keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: secret.toString('base64url') } } };
}
type Device = ReturnType<typeof device>;

/** As the browser decrypts (RFC 8291, one record of RFC 8188). */
function decrypt({ keys, secret }: Device, body: Buffer): Record<string, unknown> {
  const [salt, length] = [body.subarray(0, 16), body[20]!];
  const [theirs, sealed] = [body.subarray(21, 21 + length), body.subarray(21 + length)];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const input = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), secret, info, 32));
  const extracted = createHmac('sha256', salt).update(input).digest();
  const expand = (label: string, size: number) => createHmac('sha256', extracted).update(`Content-Encoding: ${label}\0\u0001`).digest().subarray(0, size);
  const cipher = createDecipheriv('aes-128-gcm', expand('aes128gcm', 16), expand('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

const subscribe = async (who: Client, on = device()): Promise<Device> => {
  await who.call('notifications.subscribe', { body: on.body });
  return on;
};

/** Runs the jobs that wait. */
async function deliver(): Promise<string[]> {
  const push = createPushService({ db: server.infrastructure.db, push: await openPush(server.infrastructure.vault, server.infrastructure.config), config: server.infrastructure.config });
  const { rows } = await server.infrastructure.pool.query<{ id: string; payload: { notificationId: string; subscriptionId: string } }>(
    "delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'push_notification' returning j.id, j.payload");
  const failures: string[] = [];
  for (const { payload } of rows) await push.send(payload.notificationId, payload.subscriptionId).catch((error: Error) => failures.push(error.message));
  return failures;
}

describe('a device that asked for it', () => {
  test('gets an encrypted message, signed with the key of the installation', async () => {
    const own = await subscribe(bea);
    const sent = await start(ada, await draft(ada, [bea.email]));
    expect(await deliver()).toEqual([]);
    const [message] = received;
    expect(message).toMatchObject({ path: own.path, headers: { 'content-encoding': 'aes128gcm', ttl: '86400' } });
    expect(message!.body.includes('Lease')).toBe(false);
    expect(decrypt(own, message!.body)).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/), title: 'Ada Byron asks you to sign', body: 'Lease', path: `/transaction/${sent.id}`, unread: 1 });
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(message!.headers.authorization ?? '') ?? [];
    const { publicKey } = await bea.call('notifications.pushKey');
    expect(key).toBe(publicKey);
    const [head = '', claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(publicKey!, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: address });
  });

  test('is written to in the language of its person, and without the title that they may not see yet', async () => {
    const own = await subscribe(bea);
    await bea.call('profile.update', { body: { locale: 'de' } });
    const made = await draft(ada, [], { recipients: [contact(bea.email, { requireAccessCode: true })] });
    for (const fileId of made.fileIds) await stage(ada, made, fileId);
    await ada.call('transactions.start', { params: { id: made.id }, body: { accessCodes: [{ recipientId: made.recipients[0]!.id, code: 'open sesame' }] } });
    await deliver();
    expect(decrypt(own, received[0]!.body)).toMatchObject({ title: 'Ada Byron bittet Sie zu unterschreiben', body: '' });
  });

  test.each([404, 410])('is forgotten when its push service answers %i', async (gone) => {
    await subscribe(bea);
    status = gone;
    await start(ada, await draft(ada, [bea.email]));
    expect(await deliver()).toEqual([]);
    status = 201;
    await start(ada, await draft(ada, [bea.email]));
    await deliver();
    expect(received).toHaveLength(1);
  });

  test('is tried again when its push service fails', async () => {
    await subscribe(bea);
    status = 503;
    await start(ada, await draft(ada, [bea.email]));
    expect(await deliver()).toEqual(['the push service answered 503']);
  });

  test('gets nothing of what was read meanwhile, and nothing after it was switched off', async () => {
    const own = await subscribe(bea);
    await start(ada, await draft(ada, [bea.email]));
    await bea.call('notifications.read', { body: { upTo: 'f'.repeat(24) } });
    await deliver();
    await bea.call('notifications.unsubscribe', { body: { endpoint: own.body.endpoint } });
    await start(ada, await draft(ada, [bea.email]));
    await deliver();
    expect(received).toEqual([]);
  });

  test('is its person\'s alone: nobody else switches it off, and whoever uses the browser next gets theirs', async () => {
    const own = await subscribe(bea);
    await ada.call('notifications.unsubscribe', { body: { endpoint: own.body.endpoint } });
    await start(ada, await draft(ada, [bea.email]));
    await deliver();
    expect(received).toHaveLength(1);
    const next = await Client.signIn(server, `next${number}@example.org`);
    await subscribe(next, own);
    await start(ada, await draft(ada, [bea.email]));
    await deliver();
    expect(received).toHaveLength(1);
  });

  test('gets nothing after its session was ended: on another device, or with all others', async () => {
    const db = server.infrastructure.db;
    const [desk, phone] = [device(`/desk${number}`), device(`/phone${number}`)];
    const { id } = (await db.selectFrom('users').select('id').where('email', '=', bea.email).executeTakeFirstOrThrow());
    const push = createPushService({ db, push: await openPush(server.infrastructure.vault, server.infrastructure.config), config: server.infrastructure.config });
    const ask = async (on: Device, sessionUid: string | null): Promise<void> => push.subscribe({ userId: id, sessionUid } as Caller, on.body);
    const left = async (): Promise<string[]> => (await db.selectFrom('push_subscriptions').select('endpoint').where('user_id', '=', id).orderBy('id').execute()).map(({ endpoint }) => endpoint.replace(address, ''));
    await ask(desk, `desk${number}`);
    await ask(phone, `phone${number}`);
    await db.transaction().execute((tx) => endSession(tx, `phone${number}`, { byHand: false }));
    expect(await left()).toEqual([desk.path, phone.path]);
    await db.transaction().execute((tx) => endSession(tx, `phone${number}`));
    expect(await left()).toEqual([desk.path]);
    await db.transaction().execute((tx) => endOthers(tx, id, 'of no session'));
    expect(await left()).toEqual([]);
    await ask(desk, `desk${number}`);
    await db.transaction().execute((tx) => endSessions(tx, id));
    expect(await left()).toEqual([]);
  });
});

test.each(['http://push.example.org/1', 'https://user:secret@push.example.org/1', 'ftp://push.example.org/1'])('%s is no push service', async (endpoint) => {
  expect(await bea.refusal('notifications.subscribe', { body: { ...device().body, endpoint } })).toMatch(/^(invalid_url|request_validation_error)$/);
});

test('an address of the internal network is refused', async () => {
  vi.mocked(openNetwork.contains).mockReturnValueOnce(false);
  expect(await bea.refusal('notifications.subscribe', { body: device().body })).toBe('invalid_url');
});

test('an installation that has not switched it on has no key, and takes no device', async () => {
  const other = await startTestApp();
  const cleo = await Client.signIn(other, 'cleo@example.org');
  expect(await cleo.call('notifications.pushKey')).toEqual({ publicKey: null });
  expect(await cleo.refusal('notifications.subscribe', { body: device().body })).toBe('not_found');
  await other.close();
});
