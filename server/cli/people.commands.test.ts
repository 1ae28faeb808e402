/** Commands about a person's sign-in, against the database of a running server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { authorizationRequest, Browser } from '../../tests/support/browser.ts';
import { signInByCode } from '../../tests/support/sign-in-by-code.ts';
import { totp } from '../../tests/support/totp.ts';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { runCommandLine } from './run.ts';

let server: TestApp;
let ada: Client;

beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org');
});
afterAll(() => server.close());

async function call(...args: string[]): Promise<{ status: number; rows: Record<string, unknown>[]; error: string }> {
  const { databaseUrl, dataDir } = server.infrastructure.config;
  const written = { out: '', error: '' };
  const env = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir };
  const status = await runCommandLine([...args, '--json'], { env, print: (text) => { written.out += text; }, complain: (text) => { written.error += text; } });
  return { status, rows: status === 0 ? JSON.parse(written.out) : [], error: written.error };
}
const signIns = async (person: string): Promise<Record<string, unknown>[]> => (await call('users', 'sign-ins', person)).rows;
const mailsTo = async (email: string): Promise<string[]> =>
  (await server.infrastructure.db.selectFrom('mails').select('template').where('recipient', '=', email).execute()).map(({ template }) => template);

test('users sign-ins: lists the sign-in events of a person by address or id, newest first', async () => {
  const browser = new Browser(server.app);
  await signInByCode(server.infrastructure.db, browser, 'bea@example.org');
  await expect.poll(() => signIns('bea@example.org')).toMatchObject([{ kind: 'signed_in', method: 'otp', network: '127.0.0.0/24' }]);
  const wrong = { json: { email: 'bea@example.org', password: 'Wrong one 9' }, headers: { 'user-agent': `Mozilla/5.0 ${'x'.repeat(200)}` } };
  const next = new Browser(server.app);
  await next.navigate(authorizationRequest().url);
  await next.request('POST', '/v0/connections/password/submit', wrong);
  await expect.poll(async () => (await signIns('bea@example.org')).map(({ kind }) => kind)).toEqual(['sign_in_failed', 'signed_in']);
  const [newest] = await signIns('bea@example.org');
  expect(Date.now() - Date.parse(String(newest?.at))).toBeLessThan(60_000);
  expect(String(newest?.client)).toHaveLength(80);
  const { id } = await server.infrastructure.db.selectFrom('users').select('id').where('email', '=', 'bea@example.org').executeTakeFirstOrThrow();
  expect(await signIns(id)).toEqual(await signIns('bea@example.org'));
  // The events aren't in another person's log.
  expect(await signIns(ada.userId)).toEqual([]);
  expect(await call('users', 'sign-ins', 'nobody@example.org')).toMatchObject({ status: 1, error: expect.stringContaining('nobody@example.org') });
});

test('users remove-second-factor: removes it, ends all sessions, notifies the person and records it', async () => {
  const carl = await Client.signIn(server, 'carl@example.org');
  const { secret } = await carl.call('secondFactor.begin');
  await carl.call('secondFactor.confirm', { body: { code: totp(secret, -1) } });
  const eve = await Client.signIn(server, 'eve@example.org');
  expect((await call('users', 'remove-second-factor', carl.email)).status).toBe(0);
  expect(await carl.refusal('secondFactor.get')).toBe('invalid_token');
  expect((await eve.call('secondFactor.get')).isOn).toBe(false);
  const again = await Client.signIn(server, carl.email);
  expect(await again.call('secondFactor.get')).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
  // A mailed code alone is sufficient again.
  await signInByCode(server.infrastructure.db, new Browser(server.app), carl.email);
  expect(await mailsTo(carl.email)).toContain('second_factor_removed');
  expect((await call('audit', 'list')).rows[0]).toMatchObject({ action: 'second_factor_removed', subject: carl.userId });
  const listed = (await signIns(carl.email)).filter(({ kind }) => kind !== 'signed_in');
  expect(listed).toMatchObject([
    { kind: 'sessions_ended', network: '', client: 'countersign-server' }, { kind: 'second_factor_removed', network: '', client: 'countersign-server' }, { kind: 'second_factor_added' },
  ]);
});

test('users remove-second-factor: does nothing for a person whose second factor is missing or not confirmed', async () => {
  const dora = await Client.signIn(server, 'dora@example.org');
  const acts = (await call('audit', 'list')).rows.length;
  const refused = { status: 1, error: expect.stringContaining('has no second factor') };
  expect(await call('users', 'remove-second-factor', dora.userId)).toMatchObject(refused);
  const { secret } = await dora.call('secondFactor.begin');
  expect(await call('users', 'remove-second-factor', dora.userId)).toMatchObject(refused);
  await dora.call('secondFactor.confirm', { body: { code: totp(secret) } });
  expect((await dora.call('secondFactor.get')).isOn).toBe(true);
  expect((await call('audit', 'list')).rows).toHaveLength(acts);
  expect(await call('users', 'remove-second-factor', 'nobody@example.org')).toMatchObject({ status: 1 });
});

test('users sign-out: appears in the person\'s sign-in events', async () => {
  const finn = await Client.signIn(server, 'finn@example.org');
  expect((await call('users', 'sign-out', finn.email)).status).toBe(0);
  expect(await signIns(finn.userId)).toMatchObject([{ kind: 'sessions_ended', client: 'countersign-server' }]);
});

const operator = expect.stringMatching(/^operator:./);
const acts = async (id: string): Promise<Record<string, unknown>[]> => (await call('audit', 'list', '--about', id)).rows;

test('users sign-out and users delete: are recorded as administrative actions, with the operator', async () => {
  const gwen = await Client.signIn(server, 'gwen@example.org');
  await call('users', 'sign-out', gwen.userId);
  expect(await acts(gwen.userId)).toMatchObject([{ action: 'user_signed_out', actor: operator }]);
  expect((await call('users', 'delete', gwen.email)).status).toBe(0);
  expect(await acts(gwen.userId)).toMatchObject([{ action: 'account_deleted', actor: operator }, { action: 'user_signed_out' }]);
  expect(await mailsTo(gwen.email)).toContain('account_deleted');
  for (const command of ['sign-out', 'delete', 'show']) expect(await call('users', command, gwen.userId)).toMatchObject({ status: 1, error: expect.stringContaining(gwen.userId) });
  expect(await acts(gwen.userId)).toHaveLength(2);
});

test('users list: shows the newest 200 first and searches literally', async () => {
  const { db } = server.infrastructure;
  const made = (at: number) => ({ id: `listed-${at}`, type: 'user' as const, email: `listed${at}@example.com`, email_verified: true, first_name: at === 7 ? '50%_\\off' : null, created_at: new Date(Date.now() + (at + 1) * 1000) });
  await db.insertInto('users').values(Array.from({ length: 210 }, (_, at) => made(at))).execute();
  const listed = (await call('users', 'list')).rows.map(({ email }) => email);
  expect([listed.length, listed[0], listed[199]]).toEqual([200, 'listed209@example.com', 'listed10@example.com']);
  for (const text of ['50%_', '%_\\', '_\\off']) expect((await call('users', 'list', '--search', text)).rows).toMatchObject([{ id: 'listed-7', name: '50%_\\off' }]);
  expect((await call('users', 'list', '--search', 'nobody-has-this')).rows).toEqual([]);
  await db.deleteFrom('users').where('id', 'like', 'listed-%').execute();
});

test('users show: shows contact details and language', async () => {
  await server.infrastructure.db.updateTable('users').set({ phone: '+4915100000077', locale: 'de' }).where('id', '=', ada.userId).execute();
  expect((await call('users', 'show', ada.userId)).rows).toMatchObject([{ id: ada.userId, email: ada.email, verified: true, phone: '+4915100000077', locale: 'de', allowBulkSending: true }]);
});

test('organizations: lists, shows and dissolves them; their contents stay with the owner', async () => {
  const { id } = await ada.call('organizations.create', { body: { name: 'Works_1' } });
  const { id: other } = await ada.call('organizations.create', { body: { name: 'Works 1' } });
  expect((await call('organizations', 'list')).rows.map((row) => row.id)).toEqual([other, id]);
  expect((await call('organizations', 'list', '--search', 'works_')).rows).toMatchObject([{ id, name: 'Works_1', owner: ada.userId }]);
  expect((await call('organizations', 'show', id)).rows).toMatchObject([{ id: ada.userId, email: ada.email, role: 'admin', status: 'active' }]);
  const { id: made } = await ada.call('transactions.create', { query: { orgId: id }, body: { name: 'Lease' } });
  expect((await call('organizations', 'delete', id)).status).toBe(0);
  expect(await acts(id)).toMatchObject([{ action: 'organization_deleted', actor: operator }, { action: 'organization_created' }]);
  expect((await call('organizations', 'list')).rows.map((row) => row.id)).toEqual([other]);
  expect(await ada.call('transactions.get', { params: { id: made } })).toMatchObject({ id: made, ownerId: ada.userId });
  for (const command of ['show', 'delete']) expect(await call('organizations', command, id)).toMatchObject({ status: 1, error: expect.stringContaining(`no organization ${id}`) });
  expect(await acts(id)).toHaveLength(2);
});

test('users deletions: lists accounts that are being deleted, with what is left', async () => {
  const dora = await Client.signIn(server, 'dora@example.org');
  await dora.addFile();
  expect((await call('users', 'deletions')).rows).toEqual([]);
  await dora.call('auth.deleteUser');
  const { rows: [deletion, ...others] } = await call('users', 'deletions');
  expect([deletion, others]).toEqual([{ id: dora.userId, since: expect.stringMatching(/^\d{4}-.*Z$/), removed: 0, transactions: 0, files: 1 }, []]);
  await finishDeletion(server.infrastructure, dora.userId);
  expect((await call('users', 'deletions')).rows).toEqual([]);
});
