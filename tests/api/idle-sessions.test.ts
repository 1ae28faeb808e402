/** Sessions that nobody uses: they end after as long as is set, with their tokens, cookies and streams. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { authorizationRequest, Browser } from '../support/browser.ts';
import { EventStream } from '../support/event-stream.ts';
import { signInByCode } from '../support/sign-in-by-code.ts';
import { Client } from './client.ts';

let server: TestApp;
let url: string;
beforeAll(async () => {
  server = await startTestApp({ SESSION_IDLE_MINUTES: '15' });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

/** Another agent each time: a use by the same is not looked at again within a minute. */
let number = 0;
const profile = (token: string, at = server) =>
  at.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${token}`, 'user-agent': `agent ${(number += 1)}` } });
const unusedFor = (email: string, minutes: number, { infrastructure: { db } } = server) =>
  db.updateTable('sessions').set({ last_used_at: new Date(Date.now() - minutes * 60_000) })
    .where('user_id', '=', db.selectFrom('users').select('id').where('email', '=', email)).execute();
const renewed = async (browser: Browser): Promise<string> => (await browser.navigate(authorizationRequest({ prompt: 'none' }).url)).href;

async function arrive(email: string, at = server) {
  const browser = new Browser(at.app);
  const { tokens } = await signInByCode(at.infrastructure.db, browser, email);
  expect((await profile(tokens.access_token, at)).statusCode).toBe(200);
  return { browser, token: tokens.access_token };
}

test('a session in use continues', async () => {
  const { token, browser } = await arrive('busy@example.org');
  await unusedFor('busy@example.org', 14);
  expect((await profile(token)).statusCode).toBe(200);
  expect(await renewed(browser)).toContain('code=');
});

test('an idle session is rejected by token and cookie, and unsaved work stays in the browser', async () => {
  const { token, browser } = await arrive('idle@example.org');
  await unusedFor('idle@example.org', 17);
  expect(await renewed(browser)).toContain('error=login_required');
  for (let tries = 0; tries < 2; tries += 1) {
    const { error } = (await profile(token)).json();
    expect([error.code, error.details]).toEqual(['invalid_token', undefined]);
  }
});

test('the streams of an idle session end within seconds, and all its records are deleted', async () => {
  const { token } = await arrive('listening@example.org');
  const stream = await EventStream.open(url, new Client(server, '', { userId: '', token, headers: { authorization: `Bearer ${token}` } }));
  await unusedFor('listening@example.org', 17);
  const idle = Date.now();
  await stream.ended;
  expect(Date.now() - idle).toBeLessThan(8000);
  const left = await server.infrastructure.pool.query(`select model from oidc_records where payload ->> 'accountId' = (select id from users where email = 'listening@example.org')`);
  expect(left.rows).toEqual([]);
  const { error } = (await profile(token)).json();
  expect([error.code, error.details]).toEqual(['invalid_token', undefined]);
});

test('the app reports activity, and knows whether sessions time out', async () => {
  const { token } = await arrive('reading@example.org');
  await unusedFor('reading@example.org', 15);
  expect((await server.app.inject({ method: 'PUT', url: '/v0/connections/sessions/current', headers: { authorization: `Bearer ${token}`, 'user-agent': 'reader' } })).statusCode).toBe(204);
  const { last_used_at: used } = await server.infrastructure.db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id').select('last_used_at').where('email', '=', 'reading@example.org').executeTakeFirstOrThrow();
  expect(Date.now() - used.getTime()).toBeLessThan(30_000);
  expect((await server.app.inject({ method: 'GET', url: '/v0/deployment' })).json()).toMatchObject({ sessionIdleMinutes: 15 });
});

test('without the setting, sessions do not time out', async () => {
  const other = await startTestApp();
  const { token, browser } = await arrive('lasting@example.org', other);
  await unusedFor('lasting@example.org', 10_000, other);
  expect((await profile(token, other)).statusCode).toBe(200);
  expect(await renewed(browser)).toContain('code=');
  expect((await other.app.inject({ method: 'GET', url: '/v0/deployment' })).json()).toMatchObject({ sessionIdleMinutes: null });
  await other.close();
});

test.each(['1', '0', 'x', '99999'])('%s minutes is an invalid setting', (minutes) => expect(() => loadConfig({ SESSION_IDLE_MINUTES: minutes })).toThrow('SESSION_IDLE_MINUTES'));
