import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Authenticator } from '../../tests/support/authenticator.ts';
import { Browser, authorizationRequest, exchange, origin } from '../../tests/support/browser.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newestCode, signInByCode } from '../../tests/support/sign-in-by-code.ts';
import { Client } from '../../tests/api/client.ts';
import { verifyPassword } from './passwords.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
// All requests come from one address; its rate limit is tested elsewhere.
beforeEach(() => server.infrastructure.db.deleteFrom('rate_counters').execute());

/** A browser with a pending sign-in. */
async function waiting(): Promise<{ browser: Browser; request: ReturnType<typeof authorizationRequest> }> {
  const browser = new Browser(server.app);
  const request = authorizationRequest();
  expect((await browser.navigate(request.url)).pathname).toBe('/sign-in');
  return { browser, request };
}

async function finish({ browser, request }: Awaited<ReturnType<typeof waiting>>, returnTo: string) {
  const tokens = await exchange(browser, await browser.navigate(returnTo), request.verifier);
  const userinfo = await browser.request('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${tokens.json().access_token}` } });
  return userinfo.json() as { sub: string; email: string };
}

const errorOf = (response: { json(): { error?: { code: string } } }) => response.json().error?.code;

describe('passwords', () => {
  const good = 'Correct horse 7';
  const submit = (browser: Browser, email: string, password: string) => browser.request('POST', '/v0/connections/password/submit', { json: { email, password } });

  test('sign people in, are stored as Argon2id, and are listed as a sign-in method', async () => {
    const ada = await Client.signIn(server, 'ada@example.org');
    await ada.call('password.set', { body: { password: good } });
    expect((await ada.call('profile.get')).identities).toEqual(['password']);
    const row = await server.infrastructure.db.selectFrom('passwords').selectAll().executeTakeFirstOrThrow();
    expect(row.hash).toMatch(/^\$argon2id\$v=19\$/);
    const started = await waiting();
    const answer = await submit(started.browser, 'Ada@Example.org', good);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await finish(started, answer.json().returnTo)).toMatchObject({ sub: ada.userId });
  });

  test('require the current password to set a new one', async () => {
    const person = await Client.signIn(server, 'changing@example.org');
    await person.call('password.set', { body: { password: good } });
    expect(await person.refusal('password.set', { body: { password: 'Another one 8' } })).toBe('invalid_code');
    expect(await person.refusal('password.set', { body: { password: 'Another one 8', current: 'Wrong one 9' } })).toBe('invalid_code');
    await person.call('password.set', { body: { password: 'Another one 8', current: good } });
    const { browser } = await waiting();
    expect(errorOf(await submit(browser, 'changing@example.org', good))).toBe('invalid_code');
    expect((await submit(browser, 'changing@example.org', 'Another one 8')).statusCode).toBe(200);
  });

  test.each(['short7A', 'nodigitsHere', 'NOLOWER123', 'noupper123', 'Tab\tinside1', `Aa1${'x'.repeat(130)}`])('are rejected if they resemble %j', async (password) => {
    const person = await Client.signIn(server, 'weak@example.org');
    expect(await person.refusal('password.set', { body: { password } })).toBe('request_validation_error');
  });

  test('give the same response for wrong, missing and unknown accounts, and lock after ten tries', async () => {
    const person = await Client.signIn(server, 'guessed@example.org');
    await person.call('password.set', { body: { password: good } });
    await Client.signIn(server, 'without@example.org');
    const { browser } = await waiting();
    for (const email of ['guessed@example.org', 'without@example.org', 'nobody@example.org']) {
      const tries = await Promise.all(Array.from({ length: 8 }, () => submit(browser, email, 'Wrong one 9')));
      expect(tries.map((each) => each.body)).toEqual(Array.from({ length: 8 }, () => tries[0]!.body));
      expect([tries[0]!.statusCode, errorOf(tries[0]!)]).toEqual([400, 'invalid_code']);
    }
    for (let tries = 8; tries < 10; tries += 1) await submit(browser, 'guessed@example.org', 'Wrong one 9');
    const refused = await submit((await waiting()).browser, 'guessed@example.org', good);
    expect([refused.statusCode, errorOf(refused)]).toEqual([429, 'too_many_requests']);
  });

  test('share one attempt limit across spellings of an address', async () => {
    const person = await Client.signIn(server, 'spelled@example.org');
    await person.call('password.set', { body: { password: good } });
    await Client.signIn(server, 'spelled@bücher.example').then((uni) => uni.call('password.set', { body: { password: good } }));
    const { browser } = await waiting();
    for (const [email, alike] of [['spelled@example.org', 'Spelled@ｅxample.ｏrg'], ['spelled@bücher.example', 'spelled@xn--bcher-kva.example']] as const) {
      for (let tries = 0; tries < 9; tries += 1) await submit(browser, email, 'Wrong one 9');
      expect(errorOf(await submit(browser, alike, 'Wrong one 9'))).toBe('invalid_code');
      expect(errorOf(await submit(browser, alike, good))).toBe('too_many_requests');
      expect(errorOf(await submit(browser, email, good))).toBe('too_many_requests');
    }
  });

  test('end all other sessions when changed', async () => {
    const { db } = server.infrastructure;
    const here = new Browser(server.app);
    const { tokens } = await signInByCode(db, here, 'two-places@example.org');
    const elsewhere = new Browser(server.app);
    const stolen = await signInByCode(db, elsewhere, 'two-places@example.org');
    const call = (method: 'GET' | 'PUT', token: string, payload?: object) => server.app.inject({ method, url: method === 'GET' ? '/profile' : '/v0/connections/password', headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
    expect((await call('PUT', tokens.access_token, { password: good })).statusCode).toBe(204);
    expect([(await call('GET', tokens.access_token)).statusCode, errorOf(await call('GET', stolen.tokens.access_token))]).toEqual([200, 'invalid_token']);
    expect((await here.navigate(authorizationRequest({ prompt: 'none' }).url)).searchParams.get('code')).toBeTruthy();
    expect((await elsewhere.navigate(authorizationRequest({ prompt: 'none' }).url)).searchParams.get('error')).toBe('login_required');
  });

  test('do not complete a pending sign-in after a change', async () => {
    const person = await Client.signIn(server, 'lurked@example.org');
    await person.call('password.set', { body: { password: good } });
    const lurking = await waiting();
    const proven = await submit(lurking.browser, 'lurked@example.org', good);
    const started = await waiting();
    await started.browser.request('POST', '/v0/connections/otp/init', { json: { email: 'lurked@example.org' } });
    const code = await newestCode(server.infrastructure.db, 'lurked@example.org');
    expect((await started.browser.request('POST', '/v0/connections/password/reset', { json: { code, password: 'Remember me 5' } })).statusCode).toBe(200);
    expect((await lurking.browser.request('GET', proven.json().returnTo)).statusCode).toBe(400);
  });

  test('run the same queries for a password, none and an unknown account, so timing reveals nothing', async () => {
    const person = await Client.signIn(server, 'steps@example.org');
    await person.call('password.set', { body: { password: good } });
    await Client.signIn(server, 'stepless@example.org');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const stepsFor = async (email: string): Promise<string[]> => {
      query.mockClear();
      await expect(verifyPassword(server.infrastructure.db, { key: 'network/192.0.2.1', isKnown: false }, email, 'Wrong one 9')).rejects.toThrow();
      return query.mock.calls.map(([statement]) => (typeof statement === 'string' ? statement : (statement as { text: string }).text)).filter((text) => /"(users|passwords|sign_in_attempts)"/.test(text));
    };
    const steps = await stepsFor('steps@example.org');
    expect(steps.length).toBeGreaterThan(2);
    expect(await stepsFor('stepless@example.org')).toEqual(steps);
    expect(await stepsFor('nobody-at-all@example.org')).toEqual(steps);
    query.mockRestore();
  });

  test('need a pending sign-in', async () => {
    expect(errorOf(await submit(new Browser(server.app), 'ada@example.org', good))).toBe('invalid_session');
  });

  test('are reset by a mailed code, which ends the existing sessions', async () => {
    const person = await Client.signIn(server, 'forgetful@example.org');
    await person.call('password.set', { body: { password: good } });
    const started = await waiting();
    await started.browser.request('POST', '/v0/connections/otp/init', { json: { email: 'forgetful@example.org' } });
    const reset = (code: string) => started.browser.request('POST', '/v0/connections/password/reset', { json: { code, password: 'Remember me 5' } });
    const code = await newestCode(server.infrastructure.db, 'forgetful@example.org');
    expect(errorOf(await reset(code === '000000' ? '000001' : '000000'))).toBe('invalid_code');
    const answer = await reset(code);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await person.refusal('profile.get')).toBe('invalid_token');
    expect(await finish(started, answer.json().returnTo)).toMatchObject({ sub: person.userId });
    const later = await waiting();
    expect((await submit(later.browser, 'forgetful@example.org', 'Remember me 5')).statusCode).toBe(200);
  });
});

describe('passkeys', () => {
  async function withPasskey(email: string) {
    const person = await Client.signIn(server, email);
    const authenticator = new Authenticator(origin);
    const options = await person.call('passkeys.regInit', { body: { attachment: 'platform' } });
    const passkey = await person.call('passkeys.regSubmit', { body: { credential: authenticator.create(options), name: 'My phone' } });
    return { person, authenticator, passkey, options };
  }
  const challenge = async (browser: Browser): Promise<string> => (await browser.request('POST', '/v0/connections/webauthn/auth_init')).json().challenge;
  const submit = (browser: Browser, credential: object) => browser.request('POST', '/v0/connections/webauthn/auth_submit', { json: { credential } });

  test('are created, listed, renamed and deleted by their owner', async () => {
    const { person, passkey, options } = await withPasskey('keys@example.org');
    expect(options).toMatchObject({ rp: { id: 'localhost', name: 'Countersign' }, authenticatorSelection: { residentKey: 'required', userVerification: 'required', authenticatorAttachment: 'platform' } });
    expect(passkey).toMatchObject({ userId: person.userId, name: 'My phone', fmt: 'none', transports: ['internal'], userVerified: true, credentialDeviceType: 'singleDevice', lastUsedAt: null });
    expect(await person.call('passkeys.update', { params: { id: passkey.id }, body: { name: 'Old phone' } })).toMatchObject({ name: 'Old phone' });
    expect((await person.call('passkeys.list')).passkeys.map((each) => each.name)).toEqual(['Old phone']);
    const eve = await Client.signIn(server, 'eve@example.org');
    expect(await eve.refusal('passkeys.delete', { params: { id: passkey.id } })).toBe('permission_denied');
    await person.call('passkeys.delete', { params: { id: passkey.id } });
    expect((await person.call('profile.get')).identities).toEqual([]);
    expect((await person.send('passkeys.update', { params: { id: passkey.id }, body: { name: ' ' } })).status).toBe(400);
  });

  test('reject another site, another challenge, missing user verification and a replayed registration', async () => {
    const person = await Client.signIn(server, 'careful@example.org');
    const other = await Client.signIn(server, 'other@example.org');
    const ask = () => person.call('passkeys.regInit', { body: {} });
    const refuse = (credential: ReturnType<Authenticator['create']>) => person.refusal('passkeys.regSubmit', { body: { credential } });
    expect(await refuse(new Authenticator('https://elsewhere.example').create(await ask()))).toBe('invalid_code');
    expect(await refuse(new Authenticator(origin).create({ ...(await ask()), rpId: 'elsewhere.example' }))).toBe('invalid_code');
    expect(await refuse(new Authenticator(origin).create({ ...(await ask()), verified: false }))).toBe('invalid_code');
    expect(await refuse(new Authenticator(origin).create({ challenge: 'bWFkZS11cA' }))).toBe('invalid_code');
    expect(await refuse(new Authenticator(origin).create(await other.call('passkeys.regInit', { body: {} })))).toBe('invalid_code');
    const credential = new Authenticator(origin).create(await ask());
    await person.call('passkeys.regSubmit', { body: { credential } });
    expect(await refuse(credential)).toBe('invalid_code');
    expect((await person.send('passkeys.regSubmit', { body: { credential: {} } })).status).toBe(400);
  });

  test('sign in their owner, once per challenge and sign-in', async () => {
    const { person, authenticator } = await withPasskey('signing-in@example.org');
    const started = await waiting();
    const credential = authenticator.get({ challenge: await challenge(started.browser) });
    const answer = await submit(started.browser, credential);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await finish(started, answer.json().returnTo)).toMatchObject({ sub: person.userId });
    expect((await person.call('passkeys.list')).passkeys[0]).toMatchObject({ counter: 2, lastUsedAt: expect.any(String) });
    const later = await waiting();
    expect(errorOf(await submit(later.browser, credential))).toBe('invalid_code');
    expect(errorOf(await submit(later.browser, authenticator.get({ challenge: await challenge((await waiting()).browser) })))).toBe('invalid_code');
    expect(errorOf(await submit(new Browser(server.app), credential))).toBe('invalid_session');
  });

  test('are rejected when unknown, forged or expired', async () => {
    const { authenticator } = await withPasskey('forged@example.org');
    const { browser } = await waiting();
    expect(errorOf(await submit(browser, new Authenticator(origin).get({ challenge: await challenge(browser) })))).toBe('invalid_code');
    const forged = new Authenticator(origin).get({ challenge: await challenge(browser) });
    const id = Buffer.from(authenticator.id).toString('base64url');
    expect(errorOf(await submit(browser, { ...forged, id, rawId: id }))).toBe('invalid_code');
    const late = authenticator.get({ challenge: await challenge(browser) });
    await server.infrastructure.db.updateTable('webauthn_challenges').set({ expires_at: new Date(Date.now() - 1) }).execute();
    expect(errorOf(await submit(browser, late))).toBe('invalid_code');
  });
});
