/** The log of authentication (L14): what a person, the operator and alarms get to know of. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuthEvent } from '#contract/entities/auth-event.ts';
import { deleteOldAuthEvents } from '#server/identity/auth-events.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { authorizationRequest, Browser } from '../support/browser.ts';
import { newestCode, signInByCode } from '../support/sign-in-by-code.ts';
import { earlierTotp, totp } from '../support/totp.ts';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { Client } from './client.ts';

const lines: Record<string, unknown>[] = [];
const log = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(...chunk.toString().trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>));
    done();
  },
});

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ LOG_LEVEL: 'info', AUTH_LOG_DAYS: '7' }, {}, log);
});
afterAll(() => server.close());
beforeEach(() => server.infrastructure.db.deleteFrom('rate_counters').execute());

const eventsOf = async (who: Client): Promise<AuthEvent[]> => (await who.call('sessions.history')).events;
const kindsOf = async (who: Client): Promise<string[]> => (await eventsOf(who)).map(({ kind }) => kind);
/** What the provider tells of is written down beside its answer. */
const untilKinds = async (who: Client, kinds: string[]): Promise<void> => {
  await expect.poll(() => kindsOf(who)).toEqual(kinds);
};
const counted = async (kind: string): Promise<number> => Number(new RegExp(`countersign_auth_events_total\\{kind="${kind}"\\} (\\d+)`).exec(await server.infrastructure.metrics.text())?.[1]);
const submit = (browser: Browser, email: string, password: string) => browser.request('POST', '/v0/connections/password/submit', { json: { email, password } });
async function waiting(): Promise<Browser> {
  const browser = new Browser(server.app);
  await browser.navigate(authorizationRequest().url);
  return browser;
}

test('records a sign-in, a reauthentication and a sign-out, with method, device and network', async () => {
  const { db } = server.infrastructure;
  const browser = new Browser(server.app);
  await signInByCode(db, browser, 'ada@example.org');
  const ada = await Client.signIn(server, 'ada@example.org');
  await untilKinds(ada, ['signed_in']);
  const [event] = await eventsOf(ada);
  expect(event).toMatchObject({ kind: 'signed_in', method: 'otp', network: '127.0.0.0/24' });
  expect(Date.now() - Date.parse(event!.at)).toBeLessThan(60_000);
  const { tokens } = await signInByCode(db, browser, 'ada@example.org', { prompt: 'login' });
  await untilKinds(ada, ['signed_in_again', 'signed_in']);
  await signOut(browser, tokens.id_token);
  await untilKinds(ada, ['signed_out', 'signed_in_again', 'signed_in']);
  // Another person's list says nothing of it.
  expect(await eventsOf(await Client.signIn(server, 'eve@example.org'))).toEqual([]);
});

async function signOut(browser: Browser, idToken: string): Promise<void> {
  const page = await browser.request('GET', `/oauth/end_session?id_token_hint=${idToken}`);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.body) ?? [];
  await browser.request('POST', '/oauth/end_session/confirm', { form: { xsrf, logout: 'yes' } });
}

test('records failed attempts and exceeded limits for every method', async () => {
  const [failed, locked] = [await counted('sign_in_failed'), await counted('locked_out')];
  const bea = await Client.signIn(server, 'bea@example.org');
  await bea.call('password.set', { body: { password: 'Correct horse 7' } });
  const browser = await waiting();
  for (let tries = 0; tries < 11; tries += 1) await submit(browser, 'Bea@example.org', 'Wrong one 9');
  const events = await eventsOf(bea);
  expect(events.slice(0, 2)).toMatchObject([{ kind: 'locked_out', method: 'pwd' }, { kind: 'sign_in_failed', method: 'pwd' }]);
  expect(events.filter(({ kind }) => kind === 'sign_in_failed')).toHaveLength(10);
  await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'bea@example.org' } });
  await browser.request('POST', '/v0/connections/otp/submit', { json: { code: '000000' } });
  expect((await eventsOf(bea))[0]).toMatchObject({ kind: 'sign_in_failed', method: 'otp' });
  await submit(browser, 'nobody@example.org', 'Wrong one 9');
  // Of who has no account nothing is kept, and all is counted.
  expect([await counted('sign_in_failed') - failed, await counted('locked_out') - locked]).toEqual([12, 1]);
});

test('records changes of sign-in methods and applications, but no rejected ones', async () => {
  const carl = await Client.signIn(server, 'carl@example.org');
  await carl.send('password.set', { body: { password: 'Password1' } });
  await carl.call('password.set', { body: { password: 'Correct horse 7' } });
  const app = await carl.call('apps.create', { body: { name: 'Ledger' } });
  await carl.call('apps.update', { params: { id: app.id }, body: { renewSecret: true } });
  await carl.call('apps.delete', { params: { id: app.id } });
  await carl.call('profile.update', { body: { phone: '+4915100000055' } });
  await carl.call('auth.sendVerificationSms', { body: { callback: '/verify' } });
  const { body } = await server.infrastructure.db.selectFrom('text_messages').select('body').where('recipient', '=', '+4915100000055').executeTakeFirstOrThrow();
  await carl.call('auth.verifyPhone', { query: { ticket: new URL(/http\S+/.exec(body)![0]).searchParams.get('ticket')! } });
  await carl.call('sessions.endOthers');
  expect(await kindsOf(carl)).toEqual(['sessions_ended', 'phone_changed', 'application_removed', 'application_changed', 'application_added', 'password_changed']);
});

test('logs no secret, address or full network address', async () => {
  const logged = lines.filter(({ msg }) => msg === 'authentication');
  expect(new Set(logged.map(({ kind }) => kind))).toEqual(new Set(['signed_in', 'signed_in_again', 'signed_out', 'sign_in_failed', 'locked_out', 'password_changed', 'application_added', 'application_changed', 'application_removed', 'phone_changed', 'sessions_ended']));
  expect(logged.find(({ kind }) => kind === 'locked_out')).toMatchObject({ level: 40, method: 'pwd', network: '127.0.0.0/24', traceId: expect.any(String) });
  for (const line of logged) expect(JSON.stringify(line)).not.toMatch(/@|127\.0\.0\.1|Wrong one|Correct horse|\b\d{6}\b"/);
});

test('records second-factor setup, wrong codes, and a password reset that completes with it', async () => {
  const { db } = server.infrastructure;
  const fay = await Client.signIn(server, 'fay@example.org');
  const { secret } = await fay.call('secondFactor.begin');
  await fay.call('secondFactor.confirm', { body: { code: await earlierTotp(secret) } });
  const browser = await waiting();
  await browser.request('POST', '/v0/connections/otp/init', { json: { email: fay.email } });
  const reset = await browser.request('POST', '/v0/connections/password/reset', { json: { code: await newestCode(db, fay.email), password: 'Correct horse 7' } });
  expect(reset.json().returnTo).toContain('second_factor=true');
  expect(await kindsOf(fay)).toEqual(['second_factor_added']);
  const step = (code: string) => browser.request('POST', '/v0/connections/second_factor/submit', { json: { code } });
  await step('000000');
  expect((await eventsOf(fay))[0]).toMatchObject({ kind: 'sign_in_failed', method: 'mfa' });
  await step(totp(secret));
  const again = await Client.signIn(server, 'fay@example.org');
  await again.call('secondFactor.remove', { body: { code: totp(secret, 1) } });
  expect(await kindsOf(again)).toEqual(['second_factor_removed', 'password_changed', 'sign_in_failed', 'second_factor_added']);
});

test('expires after the configured time, and is deleted with the account', async () => {
  const { db } = server.infrastructure;
  const dora = await Client.signIn(server, 'dora@example.org');
  await dora.call('password.set', { body: { password: 'Correct horse 7' } });
  const rows = () => db.selectFrom('auth_events').selectAll().where('user_id', '=', dora.userId).execute();
  const [row] = await rows();
  expect(Math.round((row!.expires_at.getTime() - row!.created_at.getTime()) / 86_400_000)).toBe(7);
  await dora.call('sessions.endOthers');
  await db.updateTable('auth_events').set({ expires_at: new Date(Date.now() - 1000) }).where('id', '=', row!.id).execute();
  expect(await kindsOf(dora)).toEqual(['sessions_ended']);
  await deleteOldAuthEvents(db);
  expect((await rows()).map(({ kind }) => kind)).toEqual(['sessions_ended']);
  await dora.call('auth.deleteUser');
  await finishDeletion(server.infrastructure, dora.userId);
  expect(await rows()).toEqual([]);
});
