import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { Browser } from '../../tests/support/browser.ts';
import { signInByCode } from '../../tests/support/sign-in-by-code.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const minutes = (count: number): number => count * 60;
let number = 0;
const signedIn = (signedInAgo: number): Promise<Client> => Client.signIn(server, `recent${(number += 1)}@example.org`, { signedInAgo });

/**
 * Calls that could lead to an account takeover: sign-in methods, the owner's address, applications that act for
 * them, deletion.
 */
const requests: { [Id in CallId]?: { params?: Record<string, string>; body?: object } } = {
  'profile.update': { body: { email: 'other@example.org' } },
  'password.set': { body: { password: 'Correct horse 7' } },
  'passkeys.regSubmit': { body: { credential: { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x', attestationObject: 'x' }, clientExtensionResults: {} } } },
  'passkeys.delete': { params: { id: 'a'.repeat(24) } },
  'apps.create': { body: { name: 'Ledger' } },
  'apps.update': { params: { id: 'a'.repeat(24) }, body: { renewSecret: true } },
  'auth.deleteUser': {},
  'secondFactor.begin': {},
  'secondFactor.renewCodes': { body: { code: '000000' } },
  'secondFactor.remove': { body: {} },
};

const codeOf = ({ body }: { body: unknown }): string | undefined => (body as { error?: { code: string } } | undefined)?.error?.code;

test('tests every call that requires a recent sign-in', () => {
  const marked = Object.values(calls as Record<string, CallDefinition>).filter(({ recentSignIn }) => recentSignIn).map(({ id }) => id);
  expect(Object.keys(requests).toSorted()).toEqual([...marked, 'password.set'].toSorted());
});

test.each(Object.entries(requests))('%s is rejected ten minutes after the sign-in, and accepted before (M7)', async (id, input) => {
  expect(codeOf(await (await signedIn(minutes(11))).send(id as CallId, input))).toBe('reauthentication_required');
  expect(codeOf(await (await signedIn(minutes(9))).send(id as CallId, input))).not.toBe('reauthentication_required');
});

describe('no recent sign-in is required', () => {
  test('for other profile changes and unchanged addresses', async () => {
    const ada = await signedIn(minutes(60));
    expect(await ada.call('profile.update', { body: { email: ada.email.toUpperCase(), firstName: 'Ada' } })).toMatchObject({ firstName: 'Ada', email: ada.email });
    expect(codeOf(await ada.send('profile.update', { body: { phone: '+491510000002' } }))).toBe('reauthentication_required');
  });

  test('for a new password with the current one', async () => {
    const ada = await signedIn(0);
    await ada.call('password.set', { body: { password: 'Correct horse 7' } });
    await server.infrastructure.db.updateTable('oidc_records').set({ payload: JSON.stringify({ accountId: ada.userId, loginTs: 1 }) }).where('model', '=', 'Session').execute();
    expect(await ada.send('password.set', { body: { password: 'Another horse 8', current: 'Correct horse 7' } })).toMatchObject({ status: 204 });
  });
});

test('signing in again allows the call with the new token', async () => {
  const { db } = server.infrastructure;
  const browser = new Browser(server.app);
  const { tokens } = await signInByCode(db, browser, 'again@example.org');
  const rename = (token: string) => server.app.inject({ method: 'PUT', url: '/profile', headers: { authorization: `Bearer ${token}` }, payload: { email: 'renamed@example.org' } });
  const { sub } = (await browser.request('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } })).json() as { sub: string };
  const session = await db.selectFrom('oidc_records').selectAll().where('model', '=', 'Session').execute();
  const own = session.find(({ payload }) => (payload as { accountId?: string }).accountId === sub);
  await db.updateTable('oidc_records').set({ payload: JSON.stringify({ ...(own?.payload as object), loginTs: Math.floor(Date.now() / 1000) - minutes(30) }) }).where('model', '=', 'Session').where('id', '=', own?.id ?? '').execute();
  expect((await rename(tokens.access_token)).json().error.code).toBe('reauthentication_required');
  const { tokens: fresh } = await signInByCode(db, browser, 'again@example.org', { prompt: 'login' });
  expect((await rename(fresh.access_token)).statusCode).toBe(200);
});
