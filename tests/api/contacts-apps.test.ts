/** Contacts, and applications that call with scopes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { scopes, scopesOf, type Scope } from '#contract/permissions/scopes.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bodies } from './bodies.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;
let eve: Client;

beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org');
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(() => server.close());

describe('contacts', () => {
  test('are stored once per person, also with concurrent requests and other spellings', async () => {
    const made = await Promise.all(['Anna', 'Anna', 'Anne'].map((firstName) =>
      ada.send('contacts.create', { body: { email: 'Anna@example.org', firstName, lastName: 'Berg' } })));
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await ada.refusal('contacts.create', { body: { email: 'anna@EXAMPLE.org' } })).toBe('conflict');
    const byPhone = await ada.call('contacts.create', { body: { phone: '+49 151 1234567', firstName: 'Carl' } });
    expect(byPhone.phone).toBe('+491511234567');
    expect(await ada.refusal('contacts.create', { body: { phone: '+49 (0)151 1234567', firstName: 'Karl' } })).toBe('conflict');
    expect((await ada.call('contacts.list')).contacts.toSorted((a, b) => Number(!!b.email) - Number(!!a.email))).toMatchObject([{ email: 'Anna@example.org', lastName: 'Berg' }, { id: byPhone.id, firstName: 'Carl' }]);
  });

  test('are corrected by a repeated request with the same id, whose first response was lost', async () => {
    const person = await Client.signIn(server, 'corrects@example.org');
    const id = newId();
    await person.call('contacts.create', { body: { id, email: 'anna@example.org', firstName: 'Ana' } });
    for (const body of [{ id, email: 'anna@example.org', firstName: 'Anna' }, { id, email: 'anna.berg@example.org', firstName: 'Anna' }]) expect(await person.call('contacts.create', { body })).toMatchObject(body);
    expect((await person.call('contacts.list')).contacts).toHaveLength(1);
  });

  test('are listed by name, page by page, and searched by parts', async () => {
    const person = await Client.signIn(server, 'many@example.org');
    for (let index = 0; index < 53; index += 1) {
      await person.call('contacts.create', { body: { email: `c${index}@example.org`, lastName: `Name ${String(index).padStart(2, '0')}` } });
    }
    const first = await person.call('contacts.list');
    expect([first.contacts.length, first.contacts[0]!.lastName]).toEqual([50, 'Name 00']);
    // The next page also follows when the contact at its beginning is gone.
    await person.call('contacts.delete', { params: { id: first.contacts[49]!.id } });
    const rest = await person.call('contacts.list', { query: { exclusiveFrom: first.lastKey! } });
    expect(rest.contacts.map((each) => each.lastName)).toEqual(['Name 50', 'Name 51', 'Name 52']);
    expect(rest.lastKey).toBeNull();
    const found = await person.call('contacts.list', { query: { search: 'NAME 1' } });
    expect(found.contacts).toHaveLength(10);
    expect((await person.call('contacts.list', { query: { search: '%' } })).contacts).toEqual([]);
    expect((await eve.call('contacts.list', { query: { exclusiveFrom: first.lastKey! } })).contacts).toEqual([]);
  });

  test('are found by their names in either order', async () => {
    const person = await Client.signIn(server, 'orders@example.org');
    await person.call('contacts.create', { body: { email: 'hanako@example.org', firstName: '花子', lastName: '山田' } });
    for (const search of ['山田 花子', '花子 山田', 'HANAKO@']) expect((await person.call('contacts.list', { query: { search } })).contacts).toHaveLength(1);
  });

  test('are found by their number as it is shown and as people write it', async () => {
    const person = await Client.signIn(server, 'numbers@example.org');
    for (const phone of ['+442079460000', '+12125550123']) await person.call('contacts.create', { body: { phone } });
    const found = async (search: string) => (await person.call('contacts.list', { query: { search } })).contacts.map(({ phone }) => phone);
    for (const search of ['+44 207', '44 207 946 0000', '207 946', '+442079']) expect(await found(search), search).toEqual(['+442079460000']);
    for (const search of ['(212) 555', '212-555-0123', '+1 212']) expect(await found(search), search).toEqual(['+12125550123']);
    for (const search of ['+44 208', '2 1', 'no 207']) expect(await found(search), search).toEqual([]);
  });

  test('are changed and deleted by their owner, and never become duplicates', async () => {
    const [one, other] = [await eve.call('contacts.create', { body: { email: 'one@example.org' } }), await eve.call('contacts.create', { body: { email: 'other@example.org' } })];
    expect(await eve.refusal('contacts.update', { params: { id: other.id }, body: { email: 'ONE@example.org' } })).toBe('conflict');
    expect(await eve.refusal('contacts.update', { params: { id: other.id }, body: { firstName: 'Nobody' } })).toBe('fields_empty');
    expect(await eve.call('contacts.update', { params: { id: one.id }, body: { email: 'one@example.org', firstName: 'One' } })).toMatchObject({ firstName: 'One' });
    expect(await ada.refusal('contacts.delete', { params: { id: one.id } })).toBe('permission_denied');
    await eve.call('contacts.delete', { params: { id: one.id } });
    expect(await eve.refusal('contacts.delete', { params: { id: one.id } })).toBe('not_found');
    for (const body of [{}, { email: 'none' }, { phone: 'abc' }, { email: '' }]) expect((await eve.send('contacts.create', { body })).status).toBe(400);
    expect(await ada.refusal('contacts.create', { body: { id: other.id, email: 'new@example.org' } })).toBe('conflict');
  });
});

async function tokenOf(clientId: string, clientSecret: string): Promise<Client> {
  const { access_token } = await new Client(server, '', null).call('apps.token', { body: { clientId, clientSecret } });
  return new Client(server, 'robot', { userId: '', token: access_token, headers: { authorization: `Bearer ${access_token}` } });
}

async function robot(wanted: Scope[]): Promise<Client> {
  const app = await ada.call('apps.create', { body: { name: 'Robot', scopes: wanted } });
  const client = await tokenOf(app.clientId, app.clientSecret!);
  await ada.call('apps.update', { params: { id: app.id }, body: { name: 'Used' } });
  return client;
}

describe('applications', () => {
  test('have a secret that is shown once, and the default scopes', async () => {
    const app = await ada.call('apps.create', { body: { name: 'Robot' } });
    expect(app).toMatchObject({ ownerId: ada.userId, scopes: ['file:create', 'file:read', 'file:update', 'transaction:create', 'transaction:read', 'transaction:update'] });
    expect(app.clientSecret).toMatch(/^[\w-]{43}$/);
    expect(await ada.call('apps.get', { params: { id: app.id } })).toEqual({ ...app, clientSecret: null });
    expect((await ada.call('apps.list')).apps.map((each) => each.clientSecret)).toContain(null);
    expect(JSON.stringify(await server.infrastructure.db.selectFrom('applications').selectAll().execute())).not.toContain(app.clientSecret);
    expect((await ada.send('apps.create', { body: { name: 'X', scopes: ['everything'] } })).status).toBe(400);
    expect((await ada.send('apps.create', { body: { name: ' ' } })).status).toBe(400);
  });

  test('get a token only for id and secret', async () => {
    const app = await ada.call('apps.create', { body: { name: 'Robot' } });
    const nobody = new Client(server, '', null);
    const answer = await nobody.call('apps.token', { body: { clientId: app.clientId, clientSecret: app.clientSecret! } });
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: app.scopes.join(' ') });
    expect(await nobody.refusal('apps.token', { body: { clientId: app.clientId, clientSecret: 'wrong' } })).toBe('unauthorized');
    expect(await nobody.refusal('apps.token', { body: { clientId: 'cs-none', clientSecret: app.clientSecret! } })).toBe('unauthorized');
    expect((await nobody.send('apps.token', { body: {} })).status).toBe(400);
  });

  test.each(['/apps/token', '/oauth/token'])('get a token as OAuth clients do, at %s (RFC 6749)', async (url) => {
    const { clientId, clientSecret } = await ada.call('apps.create', { body: { name: 'Standard client', scopes: ['file:read'] } });
    const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` });
    const ask = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
      const answer = await server.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, payload: new URLSearchParams(form).toString() });
      return { status: answer.statusCode, headers: answer.headers, ...answer.json() };
    };
    const grant = { grant_type: 'client_credentials' };
    for (const answer of [await ask(grant, basic(clientSecret!)), await ask({ ...grant, client_id: clientId, client_secret: clientSecret! })]) {
      expect(answer).toMatchObject({ status: 200, token_type: 'Bearer', expires_in: 3600, scope: 'file:read', headers: { 'cache-control': 'no-store' } });
      const program = new Client(server, '', { userId: ada.userId, token: answer.access_token, headers: { authorization: `Bearer ${answer.access_token}` } });
      await program.call('files.list');
    }
    expect(await ask(grant, basic('wrong'))).toMatchObject({ status: 401, error: 'invalid_client', headers: { 'www-authenticate': expect.stringContaining('Basic') } });
    expect(await ask(grant)).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(await ask({ ...grant, client_secret: clientSecret! }, basic(clientSecret!))).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(await ask({ ...grant, scope: 'file:delete' }, basic(clientSecret!))).toMatchObject({ status: 400, error: 'invalid_scope' });
    if (url === '/apps/token') expect(await ask({ grant_type: 'password' }, basic(clientSecret!))).toMatchObject({ status: 400, error: 'unsupported_grant_type' });
  });

  test('find the token endpoint in the discovery document', async () => {
    const document = (await server.app.inject({ method: 'GET', url: '/.well-known/openid-configuration' })).json();
    expect(new URL(document.token_endpoint).pathname).toBe('/oauth/token');
    expect(document.grant_types_supported).toContain('client_credentials');
    expect(document.token_endpoint_auth_methods_supported).toEqual(expect.arrayContaining(['client_secret_basic', 'client_secret_post']));
  });

  test('lose their tokens after a secret rotation, after deletion and after an hour', async () => {
    const app = await ada.call('apps.create', { body: { name: 'Robot' } });
    const first = await tokenOf(app.clientId, app.clientSecret!);
    await first.call('files.list');
    const renewed = await ada.call('apps.update', { params: { id: app.id }, body: { renewSecret: true } });
    expect(await first.refusal('files.list')).toBe('invalid_token');
    const second = await tokenOf(app.clientId, renewed.clientSecret!);
    await server.infrastructure.db.updateTable('application_tokens').set({ expires_at: new Date(Date.now() - 1) }).where('application_id', '=', app.id).execute();
    expect(await second.refusal('files.list')).toBe('invalid_token');
    const third = await tokenOf(app.clientId, renewed.clientSecret!);
    await ada.call('apps.delete', { params: { id: app.id } });
    expect(await third.refusal('files.list')).toBe('invalid_token');
  });

  test('act for their owner within their scopes, which can change', async () => {
    const app = await ada.call('apps.create', { body: { name: 'Robot' } });
    const client = await tokenOf(app.clientId, app.clientSecret!);
    const file = await client.addFile();
    expect(file.ownerId).toBe(ada.userId);
    expect((await client.call('transactions.create', { body: { name: 'By a robot', fileIds: [file.id] } })).ownerId).toBe(ada.userId);
    expect(await client.refusal('files.delete', { params: { id: file.id } })).toBe('permission_denied');
    await ada.call('apps.update', { params: { id: app.id }, body: { scopes: ['file:delete'] } });
    expect(await client.refusal('files.list')).toBe('permission_denied');
    expect(await client.refusal('apps.list')).toBe('permission_denied');
  });
});

const open = (Object.entries(calls) as [CallId, CallDefinition][]).filter(([, call]) => call.auth === 'bearer');
const placesOf = (path: string) => Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, newId()]));

describe('scopes', () => {
  let without: Record<string, Client>;
  let withAll: Client;
  beforeAll(async () => {
    const needed = [...new Set(open.flatMap(([, call]) => scopesOf(call)))];
    without = Object.fromEntries(await Promise.all(needed.map(async (scope) => [scope, await robot(scopes.filter((each) => each !== scope))])));
    withAll = await robot([...scopes]);
  });

  test.each(open)('%s', async (id, call) => {
    const input = { params: placesOf(call.path), body: bodies[id]?.() };
    const needed = scopesOf(call);
    if (needed.length === 0) {
      expect(await withAll.refusalBody(id, input)).toMatchObject({ code: 'permission_denied', details: { scope: null } });
      return;
    }
    for (const scope of needed) expect(await without[scope]!.refusalBody(id, input)).toMatchObject({ code: 'permission_denied', details: { scope } });
    const { body } = await withAll.send(id, input);
    for (const scope of needed) expect((body as { error?: { details?: unknown } } | undefined)?.error?.details).not.toEqual({ scope });
  });

  test('whoever may not read requests gets no copy of one, and whoever may not create them corrects none', async () => {
    const input = { params: { id: newId() } };
    const others = (without: Scope) => robot(scopes.filter((each) => each !== without));
    expect(await (await others('transaction:read')).refusalBody('transactions.duplicate', input)).toMatchObject({ details: { scope: 'transaction:read' } });
    expect(await (await others('transaction:create')).refusalBody('transactions.correct', input)).toMatchObject({ details: { scope: 'transaction:create' } });
  });
});
