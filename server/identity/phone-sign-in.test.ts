/** Sign-in with a code by text message (`ENABLE_PHONE_FOR_LOGIN`). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findOrCreateGuest } from '#server/repositories/users.repository.ts';
import { loadConfig } from '#server/platform/config.ts';
import { authorizationRequest, Browser, exchange } from '../../tests/support/browser.ts';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newestCode } from '../../tests/support/sign-in-by-code.ts';

const federated = [{ id: 'works', type: 'federated', name: 'Works', issuer: 'https://login.works.example', clientId: 'c', clientSecret: 's', domains: ['works.example'] }];
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ ENABLE_PHONE_FOR_LOGIN: 'true', CONNECTIONS: JSON.stringify(federated) });
});
afterAll(() => server.close());
// All requests come from one address; its rate limit is tested elsewhere.
beforeEach(() => server.infrastructure.db.deleteFrom('rate_counters').execute());

async function withPhone(email: string, phone: string, phoneIsVerified = true): Promise<Client> {
  const who = await Client.signIn(server, email);
  await server.infrastructure.db.updateTable('users').set({ phone, phone_verified: phoneIsVerified }).where('id', '=', who.userId).execute();
  return who;
}

const textsTo = (phone: string) => server.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', phone).orderBy('created_at', 'desc').execute();
const codeTo = async (phone: string): Promise<string> => /\b\d{6}\b/.exec((await textsTo(phone))[0]?.body ?? '')?.[0] ?? '';

/** A browser with a pending sign-in that has asked for a code. */
async function requestCode(to: { phone: string } | { email: string }, on = server) {
  const browser = new Browser(on.app);
  const request = authorizationRequest();
  await browser.navigate(request.url);
  const answer = await browser.request('POST', '/v0/connections/otp/init', { json: to });
  return { browser, request, answer };
}

const submit = (browser: Browser, code: string) => browser.request('POST', '/v0/connections/otp/submit', { json: { code } });

describe('a code by text message', () => {
  test('signs in the account that has proven the number, however it is written', async () => {
    const ada = await withPhone('ada@example.org', '+12125550123');
    const { browser, request, answer } = await requestCode({ phone: '(212) 555-0123' });
    expect(answer.json()).toEqual({ expiresIn: 600, late: false });
    const done = await submit(browser, await codeTo('+12125550123'));
    expect(done.statusCode, done.body).toBe(200);
    const tokens = await exchange(browser, await browser.navigate(done.json().returnTo), request.verifier);
    const userinfo = await browser.request('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${tokens.json().access_token}` } });
    expect(userinfo.json()).toMatchObject({ sub: ada.userId });
    const logged = await server.infrastructure.db.selectFrom('auth_events').select('method').where('user_id', '=', ada.userId).where('kind', '=', 'signed_in').orderBy('created_at', 'desc').execute();
    expect(logged[0]).toEqual({ method: 'sms' });
  });

  test('is not sent to a number that nobody has proven, nor to one of a federation, and the answer does not tell', async () => {
    await withPhone('eve@example.org', '+12125550124', false);
    await withPhone('wendy@works.example', '+12125550125');
    for (const phone of ['+12125550124', '+12125550125', '+12125550126']) {
      const { browser, answer } = await requestCode({ phone });
      expect([answer.statusCode, answer.json()], phone).toEqual([200, { expiresIn: 600, late: false }]);
      expect(await textsTo(phone), phone).toEqual([]);
      expect((await submit(browser, '123456')).json().error.code).toBe('invalid_code');
    }
    expect(await server.infrastructure.db.selectFrom('users').selectAll().where('phone', '=', '+12125550126').execute()).toEqual([]);
  });

  test('is not sent to a number for which somebody else had a guest account made', async () => {
    await server.infrastructure.db.transaction().execute((tx) => findOrCreateGuest(tx, { email: null, phone: '+12125550129' }));
    const { answer } = await requestCode({ phone: '+12125550129' });
    expect(answer.json()).toEqual({ expiresIn: 600, late: false });
    expect(await textsTo('+12125550129')).toEqual([]);
    await server.infrastructure.db.updateTable('users').set({ phone_verified: true }).where('phone', '=', '+12125550129').execute();
    await requestCode({ phone: '+12125550129' });
    expect(await textsTo('+12125550129')).toHaveLength(1);
  });

  test('sets no password, which belongs to an address', async () => {
    await withPhone('grace@example.org', '+12125550127');
    const { browser } = await requestCode({ phone: '+12125550127' });
    const code = await codeTo('+12125550127');
    const reset = await browser.request('POST', '/v0/connections/password/reset', { json: { code, password: 'Correct horse 7' } });
    expect(reset.json().error.code).toBe('invalid_code');
    expect(await server.infrastructure.db.selectFrom('users').selectAll().where('email', '=', '+12125550127').execute()).toEqual([]);
  });

  test('is sent to one number ten times an hour at most', async () => {
    await withPhone('often@example.org', '+12125550128');
    const answers: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      await server.infrastructure.db.deleteFrom('sign_in_attempts').execute();
      answers.push((await requestCode({ phone: '+12125550128' })).answer.statusCode);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    expect(await textsTo('+12125550128')).toHaveLength(10);
  });

  test('is not used up by requests that are refused, so that nobody keeps a person out without any work', async () => {
    await withPhone('calm@example.org', '+12125550131');
    const answers: number[] = [];
    for (let time = 0; time < 14; time += 1) answers.push((await requestCode({ phone: '+12125550131' })).answer.statusCode);
    expect(answers.filter((each) => each === 200)).toHaveLength(5);
    await server.infrastructure.db.deleteFrom('sign_in_attempts').execute();
    expect((await requestCode({ phone: '+12125550131' })).answer.statusCode).toBe(200);
  });

  test('needs either an address or a number', async () => {
    for (const to of [{}, { email: 'ada@example.org', phone: '+12125550123' }]) expect((await requestCode(to as { email: string })).answer.json().error.code).toBe('request_validation_error');
    expect((await requestCode({ email: 'ada@example.org' })).answer.statusCode).toBe(200);
    expect(await newestCode(server.infrastructure.db, 'ada@example.org')).toMatch(/^\d{6}$/);
  });
});

test('without the setting, no phone signs in', async () => {
  const other = await startTestApp();
  try {
    expect((await requestCode({ phone: '+12125550123' }, other)).answer.json().error.code).toBe('feature_not_supported');
  } finally {
    await other.close();
  }
});

test.each([
  [{ SMTP_URL: 'smtp://mail.example.org' }, /requires SMS_URL/],
  [{ SIGN_IN_METHODS: 'passkey' }, /requires code/],
])('the server does not start with a sign-in by phone that could not work: %j', (settings, reason) => {
  expect(() => loadConfig({ ENABLE_PHONE_FOR_LOGIN: 'true', ...settings })).toThrow(reason);
});
