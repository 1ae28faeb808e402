/** Own sessions: where somebody is signed in, and how each of them ends for good. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteEndedSessions } from '#server/identity/session-activity.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { authorizationRequest, Browser } from '../support/browser.ts';
import { EventStream } from '../support/event-stream.ts';
import { signInByCode } from '../support/sign-in-by-code.ts';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { Client } from './client.ts';

let server: TestApp;
let url: string;
beforeAll(async () => {
  server = await startTestApp();
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';

const ask = (token: string, method: 'GET' | 'DELETE', path: string, userAgent = firefox, remoteAddress = '203.0.113.9') =>
  server.app.inject({ method, url: path, remoteAddress, headers: { authorization: `Bearer ${token}`, 'user-agent': userAgent } });
const list = async (token: string, userAgent?: string, from?: string) => (await ask(token, 'GET', '/v0/connections/sessions', userAgent, from)).json().sessions;

/** As the app does it, in a browser of its own. */
async function arrive(email: string) {
  const browser = new Browser(server.app);
  const { tokens } = await signInByCode(server.infrastructure.db, browser, email);
  return { browser, token: tokens.access_token };
}

/** Where the browser lands that asks for a token without a question. */
const renewed = async (browser: Browser): Promise<string> => (await browser.navigate(authorizationRequest({ prompt: 'none' }).url)).href;

test('lists sessions with device, network and times, the current one first', async () => {
  const [desk, phone] = [await arrive('list@example.org'), await arrive('list@example.org')];
  await ask(phone.token, 'GET', '/profile', safari, '2001:db8:7:8::9');
  const sessions = await list(desk.token);
  expect(sessions).toMatchObject([
    { current: true, device: { kind: 'computer', browser: 'Firefox', system: 'Linux' }, network: '203.0.113.0/24' },
    { current: false, device: { kind: 'phone', browser: 'Safari', system: 'iOS' }, network: '2001:db8:7::/48' },
  ]);
  for (const { signedInAt, lastUsedAt, endsAt } of sessions) {
    // Fourteen days, of which some seconds may pass between the two records.
    expect(Math.abs(Date.parse(endsAt) - Date.parse(signedInAt) - 14 * 86_400_000)).toBeLessThan(60_000);
    expect(Date.now() - Date.parse(signedInAt)).toBeLessThan(60_000);
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(signedInAt));
  }
});

test('ending a session ends its tokens, cookie and streams, and those of no other', async () => {
  const [desk, phone] = [await arrive('end@example.org'), await arrive('end@example.org')];
  await ask(phone.token, 'GET', '/profile', safari);
  const stream = await EventStream.open(url, new Client(server, 'end@example.org', { userId: '', token: phone.token, headers: { authorization: `Bearer ${phone.token}` } }));
  const other = (await list(desk.token)).find(({ current }: { current: boolean }) => !current);
  const ended = Date.now();
  expect((await ask(desk.token, 'DELETE', `/v0/connections/sessions/${other.id}`)).statusCode).toBe(204);
  // The browser is told that it may keep nothing.
  expect((await ask(phone.token, 'GET', '/profile')).json().error).toMatchObject({ code: 'invalid_token', details: { ended: true } });
  expect((await ask('made-up', 'GET', '/profile')).json().error.details).toBeUndefined();
  expect(await renewed(phone.browser)).toContain('error=login_required');
  await stream.ended;
  expect(Date.now() - ended).toBeLessThan(7000);
  expect(await list(desk.token)).toMatchObject([{ current: true }]);
  expect(await renewed(desk.browser)).toContain('code=');
  expect((await ask(desk.token, 'DELETE', `/v0/connections/sessions/${other.id}`)).json().error.code).toBe('not_found');
});

test('ends all other sessions at once, and keeps the current one', async () => {
  const [desk, phone, third] = [await arrive('others@example.org'), await arrive('others@example.org'), await arrive('others@example.org')];
  const stranger = await arrive('stranger@example.org');
  expect((await ask(desk.token, 'DELETE', '/v0/connections/sessions')).statusCode).toBe(204);
  for (const { token, browser } of [phone, third]) {
    expect((await ask(token, 'GET', '/profile')).statusCode).toBe(401);
    expect(await renewed(browser)).toContain('error=login_required');
  }
  expect((await ask(desk.token, 'GET', '/profile')).statusCode).toBe(200);
  expect(await renewed(desk.browser)).toContain('code=');
  expect((await ask(stranger.token, 'GET', '/profile')).statusCode).toBe(200);
});

test('the current session can be ended like any other', async () => {
  const { token, browser } = await arrive('own@example.org');
  const [own] = await list(token);
  expect((await ask(token, 'DELETE', `/v0/connections/sessions/${own.id}`)).statusCode).toBe(204);
  expect((await ask(token, 'GET', '/profile')).statusCode).toBe(401);
  expect(await renewed(browser)).toContain('error=login_required');
});

test('a signed-out session disappears from the list, with its records', async () => {
  const [desk, phone] = [await arrive('gone@example.org'), await arrive('gone@example.org')];
  await list(phone.token);
  await phone.browser.request('POST', '/oauth/revoke', { form: { token: phone.token, client_id: 'countersign-web' } });
  const { db } = server.infrastructure;
  const sessions = () => db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id').select('sessions.uid').where('users.email', '=', 'gone@example.org').execute();
  await list(desk.token);
  const all = await sessions();
  expect(all).toHaveLength(2);
  await db.deleteFrom('oidc_records').where('model', '=', 'Session').where('uid', '=', all[0]?.uid ?? '').execute();
  await deleteEndedSessions(db);
  expect(await sessions()).toEqual([all[1]]);
});

test('deleting an account deletes its sessions', async () => {
  const ada = await Client.signIn(server, 'leaves@example.org');
  await ada.call('sessions.list');
  await ada.call('auth.deleteUser');
  await finishDeletion(server.infrastructure, ada.userId);
  expect(await server.infrastructure.db.selectFrom('sessions').select('id').where('user_id', '=', ada.userId).execute()).toEqual([]);
});
