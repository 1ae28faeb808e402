import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser, authorizationRequest, exchange, origin } from '../../tests/support/browser.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { newestCode, signInByCode } from '../../tests/support/sign-in-by-code.ts';
import { actorOf } from './authenticate.ts';
import { findMagicCode, issueMagicCode, issuePass } from './magic-code.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const claimsOf = (idToken: string): Record<string, string> => JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
const subjectOf = (idToken: string): string => claimsOf(idToken).sub ?? '';
const linkFor = (email: string) => server.infrastructure.db.transaction().execute((tx) => issueMagicCode(tx, { email, purpose: 'transaction:1' }));
/** Returns the pass that the button of a link issues. */
const magicCodeFor = (email: string) => server.infrastructure.db.transaction().execute(async (tx) => {
  const link = await findMagicCode(tx, await issueMagicCode(tx, { email, purpose: 'transaction:1' }));
  return link === undefined ? '' : issuePass(tx, link);
});

describe('one-time code', () => {
  test('signs in by authorization code with PKCE, and the access token is accepted', async () => {
    const browser = new Browser(server.app);
    const { returned, tokens } = await signInByCode(server.infrastructure.db, browser, 'ada@example.org');
    expect(returned.searchParams.get('state')).toBe('the-state');
    const userinfo = await browser.request('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(userinfo.json()).toMatchObject({ email: 'ada@example.org', email_verified: true, profile_type: 'user' });
  });

  test('renews silently in a hidden frame, and returns an error when nobody is signed in', async () => {
    const browser = new Browser(server.app);
    const silent = { prompt: 'none', redirect_uri: `${origin}/silent_renew` };
    const before = await browser.navigate(authorizationRequest(silent).url);
    expect(before.searchParams.get('error')).toBe('login_required');
    await signInByCode(server.infrastructure.db, browser, 'grace@example.org');
    const request = authorizationRequest(silent);
    const after = await browser.navigate(request.url);
    expect(after.pathname).toBe('/silent_renew');
    const page = await server.app.inject({ method: 'GET', url: '/silent_renew' });
    const [, script = ''] = /<script>([^]*)<\/script>/.exec(page.body) ?? [];
    expect(page.headers['content-security-policy']).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`);
    const tokens = await exchange(browser, after, request.verifier, `${origin}/silent_renew`);
    expect(tokens.json()).toHaveProperty('access_token');
  });

  test('is rejected after five wrong tries, without further detail', async () => {
    const browser = new Browser(server.app);
    await browser.navigate(authorizationRequest().url);
    await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'mary@example.org' } });
    const code = await newestCode(server.infrastructure.db, 'mary@example.org');
    const wrong = code === '000000' ? '000001' : '000000';
    for (let left = 4; left >= 0; left -= 1) {
      const response = await browser.request('POST', '/v0/connections/otp/submit', { json: { code: wrong } });
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toMatchObject({ code: 'invalid_code', details: { triesLeft: left } });
    }
    const right = await browser.request('POST', '/v0/connections/otp/submit', { json: { code } });
    expect(right.json().error.code).toBe('invalid_code');
  });

  test('is rejected after ten minutes, and in another sign-in', async () => {
    const browser = new Browser(server.app);
    await browser.navigate(authorizationRequest().url);
    await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'joan@example.org' } });
    const code = await newestCode(server.infrastructure.db, 'joan@example.org');
    const other = new Browser(server.app);
    expect((await other.request('POST', '/v0/connections/otp/submit', { json: { code } })).json().error.code).toBe('invalid_session');
    await other.navigate(authorizationRequest().url);
    expect((await other.request('POST', '/v0/connections/otp/submit', { json: { code } })).json().error.code).toBe('invalid_code');
    await server.infrastructure.db.updateTable('one_time_codes').set({ expires_at: new Date(Date.now() - 1) }).where('email', '=', 'joan@example.org').execute();
    expect((await browser.request('POST', '/v0/connections/otp/submit', { json: { code } })).json().error.code).toBe('invalid_code');
  });

  test('is sent at most five times in a quarter of an hour', async () => {
    const browser = new Browser(server.app);
    await browser.navigate(authorizationRequest().url);
    const ask = () => browser.request('POST', '/v0/connections/otp/init', { json: { email: 'often@example.org' } });
    for (let sent = 0; sent < 5; sent += 1) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error.code).toBe('too_many_requests');
  });

  test('passes flow, login hint and language to the sign-in page', async () => {
    const browser = new Browser(server.app);
    const page = await browser.navigate(authorizationRequest({ initial_flow: 'sign_up', ui_locales: 'de', login_hint: 'ada@example.org' }).url);
    expect(page.searchParams.get('initial_flow')).toBe('sign_up');
    const uid = page.searchParams.get('uid') ?? '';
    const details = await browser.request('GET', `/v0/interactions/${uid}`);
    expect(details.json()).toEqual({ uid, prompt: 'login', clientId: 'countersign-web', initialFlow: 'sign_up', loginHint: 'ada@example.org', locale: 'de' });
    expect((await new Browser(server.app).request('GET', `/v0/interactions/${uid}`)).json().error.code).toBe('invalid_session');
  });
});

describe('magic link code', () => {
  test('signs in its person once, as a guest with a verified address', async () => {
    const code = await magicCodeFor('guest@example.org');
    const browser = new Browser(server.app);
    const request = authorizationRequest({ magic_code: code });
    const tokens = await exchange(browser, await browser.navigate(request.url), request.verifier);
    const userinfo = await browser.request('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${tokens.json().access_token}` } });
    expect(userinfo.json()).toMatchObject({ email: 'guest@example.org', email_verified: true, profile_type: 'guest' });

    const stranger = await new Browser(server.app).navigate(authorizationRequest({ magic_code: code }).url);
    expect(stranger.searchParams.get('error')).toBe('invalid_link');
    expect(stranger.searchParams.get('error_description')).toBe('Invalid code in URL');
    expect(stranger.searchParams.get('state')).toBe('the-state');
    // The person may follow their own link again in the browser they are signed in with.
    const again = await browser.navigate(authorizationRequest({ magic_code: code }).url);
    expect(again.searchParams.get('code')).toBeTruthy();
  });

  test('L12: replaces another person\'s session after a confirmation, and signs in only its own person', async () => {
    const browser = new Browser(server.app);
    const other = await signInByCode(server.infrastructure.db, browser, 'host@example.org');
    const code = await magicCodeFor('second@example.org');
    const request = authorizationRequest({ magic_code: code });
    const asking = (await browser.request('GET', request.url)).headers.location ?? '';
    const page = await browser.request('GET', asking);
    expect([page.statusCode, page.body.includes('host@example.org'), page.body.includes('second@example.org')]).toEqual([200, true, true]);
    // Viewing the page changes nothing.
    expect((await browser.navigate(authorizationRequest({ prompt: 'none' }).url)).searchParams.get('code')).toBeTruthy();
    const pressed = await browser.request('POST', asking);
    const returned = await browser.navigate(pressed.headers.location ?? '');
    const tokens = await exchange(browser, returned, request.verifier);
    expect(subjectOf(tokens.json().id_token)).not.toBe(subjectOf(other.tokens.id_token));
    // The pass is used: the third person neither becomes the second one nor gets in as themselves with an invalid
    // link.
    const third = new Browser(server.app);
    await signInByCode(server.infrastructure.db, third, 'third@example.org');
    expect((await third.navigate(authorizationRequest({ magic_code: code }).url)).searchParams.get('error')).toBe('invalid_link');
  });

  test('L12: skips the confirmation after consent with the session\'s own token; nobody else can consent', async () => {
    const { db } = server.infrastructure;
    const browser = new Browser(server.app);
    const host = await signInByCode(db, browser, 'agreeing@example.org');
    const mallory = await signInByCode(db, new Browser(server.app), 'mallory@example.org');
    const agree = (token: string, signInCode: string) => server.app.inject({ method: 'POST', url: '/v0/magic_links/give_way', headers: { authorization: `Bearer ${token}` }, payload: { signInCode } });
    const foreign = await magicCodeFor('foreign@example.org');
    expect((await agree(mallory.tokens.access_token, foreign)).statusCode).toBe(204);
    const response = await browser.request('GET', (await browser.request('GET', authorizationRequest({ magic_code: foreign }).url)).headers.location ?? '');
    expect([response.statusCode, response.body.includes('agreeing@example.org')]).toEqual([200, true]);

    const code = await magicCodeFor('next@example.org');
    expect((await agree(host.tokens.access_token, code)).statusCode).toBe(204);
    const request = authorizationRequest({ magic_code: code });
    const tokens = await exchange(browser, await browser.navigate(request.url), request.verifier);
    const userinfo = await browser.request('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${tokens.json().access_token}` } });
    expect(userinfo.json()).toMatchObject({ email: 'next@example.org' });
    expect((await agree(mallory.tokens.access_token, code)).json().error.code).toBe('invalid_link');
    expect((await agree(mallory.tokens.access_token, await linkFor('unpressed@example.org'))).json().error.code).toBe('invalid_link');
  });

  test.each([
    ['wrong', async () => 'no-such-code'],
    ['the code of the link itself', () => linkFor('link@example.org')],
    ['expired', async () => {
      const code = await magicCodeFor('late@example.org');
      await server.infrastructure.db.updateTable('magic_codes').set({ expires_at: new Date(Date.now() - 1) }).where('email', '=', 'late@example.org').execute();
      return code;
    }],
    ['for a previous address', async () => {
      const code = await magicCodeFor('before@example.org');
      await server.infrastructure.db.updateTable('users').set({ email: 'after@example.org' }).where('email', '=', 'before@example.org').execute();
      return code;
    }],
  ])('is rejected when it is %s', async (_why, makeCode) => {
    const returned = await new Browser(server.app).navigate(authorizationRequest({ magic_code: await makeCode() }).url);
    expect(returned.searchParams.get('error')).toBe('invalid_link');
  });

  test('is not used up by silent sign-in, prefetch or HEAD requests', async () => {
    const code = await magicCodeFor('robot@example.org');
    const silent = await new Browser(server.app).navigate(authorizationRequest({ magic_code: code, prompt: 'none' }).url);
    expect(silent.searchParams.get('error')).toBe('login_required');
    const browser = new Browser(server.app);
    const request = authorizationRequest({ magic_code: code });
    const location = (await browser.request('GET', request.url)).headers.location ?? '';
    expect((await browser.request('GET', location, { headers: { 'sec-purpose': 'prefetch' } })).statusCode).toBe(403);
    expect((await browser.request('GET', location, { headers: { 'sec-fetch-dest': 'iframe' } })).statusCode).toBe(403);
    expect((await browser.request('HEAD', location)).statusCode).toBe(404);
    expect((await browser.navigate(location)).searchParams.get('code')).toBeTruthy();
  });

  test('cannot be completed by a one-time code', async () => {
    const browser = new Browser(server.app);
    await browser.request('GET', authorizationRequest({ magic_code: await magicCodeFor('mixed@example.org') }).url);
    const init = await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'mixed@example.org' } });
    expect(init.json().error.code).toBe('invalid_session');
  });
});

describe('signing out and tokens', () => {
  test('ends the session and the tokens, and redirects to our own screens only', async () => {
    const browser = new Browser(server.app);
    const { tokens } = await signInByCode(server.infrastructure.db, browser, 'leaving@example.org');
    const { db } = server.infrastructure;
    const { rows: [device] } = await sql<{ id: string }>`
      insert into push_subscriptions (id, user_id, endpoint, endpoint_hash, p256dh, auth, session_uid)
      select 'device', u.id, 'https://push.example.org', 'hash', '', '', s.payload ->> 'sessionUid' from oidc_records s join users u on u.id = s.payload ->> 'accountId'
      where s.model = 'AccessToken' and u.email = 'leaving@example.org' returning id`.execute(db);
    expect(device).toBeDefined();
    const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${origin}/transactions` });
    const page = await browser.request('GET', `/oauth/end_session?${query}`);
    expect(page.body).toContain('/oauth/sign-out.js');
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const done = await browser.request('POST', '/oauth/end_session/confirm', { form: { xsrf, logout: 'yes' } });
    expect(done.headers.location).toBe(`${origin}/transactions`);
    await expect.poll(() => db.selectFrom('push_subscriptions').select('id').where('id', '=', 'device').execute()).toEqual([]);
    const userinfo = await browser.request('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(userinfo.statusCode).toBe(401);
    const foreign = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://elsewhere.example/' });
    expect((await browser.request('GET', `/oauth/end_session?${foreign}`)).statusCode).toBe(400);
  });

  test('asks a person whose session was not named, and nobody once the session has ended', async () => {
    const browser = new Browser(server.app);
    await signInByCode(server.infrastructure.db, browser, 'asked@example.org');
    const unnamed = `/oauth/end_session?${new URLSearchParams({ client_id: 'countersign-web', post_logout_redirect_uri: `${origin}/` })}`;
    const question = await browser.request('GET', unnamed);
    expect(question.body).not.toContain('/oauth/sign-out.js');
    await browser.request('POST', '/oauth/end_session/confirm', { form: { xsrf: /name="xsrf" value="([^"]+)"/.exec(question.body)?.[1] ?? '', logout: 'yes' } });
    const { body, headers } = await browser.request('GET', unnamed);
    // The page of the provider goes on by a script of its own, which the policy has to allow.
    const script = /<script>([^]*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(script).toContain('submit()');
    expect(headers['content-security-policy']).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  });

  test('the hybrid flow binds the ID token to the nonce and the code; the code is redeemed once', async () => {
    const browser = new Browser(server.app);
    const { tokens } = await signInByCode(server.infrastructure.db, browser, 'hybrid@example.org');
    const request = authorizationRequest({ response_type: 'code id_token', nonce: 'a-nonce-of-its-own' });
    const returned = await browser.navigate(request.url);
    expect([returned.pathname, returned.search]).toEqual(['/authorize', '']);
    const fragment = new URLSearchParams(returned.hash.slice(1));
    expect([fragment.get('state'), fragment.get('error')]).toEqual(['the-state', null]);
    const code = fragment.get('code') ?? '';
    const codeHash = createHash('sha256').update(code).digest().subarray(0, 16).toString('base64url');
    const sub = subjectOf(tokens.id_token);
    expect(claimsOf(fragment.get('id_token') ?? '')).toMatchObject({ sub, aud: 'countersign-web', nonce: 'a-nonce-of-its-own', c_hash: codeHash });
    const withCode = new URL(`/authorize?${fragment}`, origin);
    expect(subjectOf((await exchange(browser, withCode, request.verifier)).json().id_token)).toBe(sub);
    expect((await exchange(browser, withCode, request.verifier)).json().error).toBe('invalid_grant');
  });

  test('an ID token authorizes no call', async () => {
    const browser = new Browser(server.app);
    const { tokens } = await signInByCode(server.infrastructure.db, browser, 'kinds@example.org');
    const statusOf = async (token: string) => (await server.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${token}` } })).statusCode;
    expect([await statusOf(tokens.id_token), await statusOf(tokens.access_token)]).toEqual([401, 200]);
  });

  test('an ID token without a code needs and contains the nonce', async () => {
    const browser = new Browser(server.app);
    const { tokens } = await signInByCode(server.infrastructure.db, browser, 'token@example.org');
    const fragment = new URLSearchParams((await browser.navigate(authorizationRequest({ response_type: 'id_token', nonce: 'another' }).url)).hash.slice(1));
    expect(claimsOf(fragment.get('id_token') ?? '')).toMatchObject({ sub: subjectOf(tokens.id_token), nonce: 'another' });
    expect([...fragment.keys()].filter((key) => key === 'code' || key === 'access_token')).toEqual([]);
    const without = await browser.navigate(authorizationRequest({ response_type: 'id_token', nonce: '' }).url);
    expect(new URLSearchParams(without.hash.slice(1)).get('error')).toBe('invalid_request');
  });

  test('prompt=login and max_age=0 require a new sign-in', async () => {
    const browser = new Browser(server.app);
    const { db } = server.infrastructure;
    await signInByCode(db, browser, 'again@example.org');
    expect((await browser.navigate(authorizationRequest().url)).searchParams.get('code')).toBeTruthy();
    // Both helpers require the sign-in page to appear.
    await signInByCode(db, browser, 'again@example.org', { prompt: 'login' });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await signInByCode(db, browser, 'again@example.org', { max_age: '0' });
  });

  test('a session ends two weeks after sign-in, however often it is used', async () => {
    const browser = new Browser(server.app);
    const { db } = server.infrastructure;
    const { tokens } = await signInByCode(db, browser, 'weeks@example.org');
    const of = () => db.selectFrom('oidc_records').selectAll().where('model', '=', 'Session').where(sql<boolean>`payload ->> 'accountId' = ${subjectOf(tokens.id_token)}`).executeTakeFirstOrThrow();
    const day = 24 * 60 * 60;
    const began = Math.floor(Date.now() / 1000) - 13 * day;
    const { id, payload } = await of();
    await db.updateTable('oidc_records').set({ payload: JSON.stringify({ ...(payload as object), loginTs: began }) }).where('model', '=', 'Session').where('id', '=', id).execute();
    const silent = { prompt: 'none', redirect_uri: `${origin}/silent_renew` };
    expect((await browser.navigate(authorizationRequest(silent).url)).searchParams.has('code')).toBe(true);
    expect(Math.abs(((await of()).expires_at?.getTime() ?? 0) / 1000 - (began + 14 * day))).toBeLessThan(60);
  });

  test('another person can sign in over a session, and silent renewal then returns the new one', async () => {
    const browser = new Browser(server.app);
    const { db } = server.infrastructure;
    const first = await signInByCode(db, browser, 'first@example.org');
    const second = await signInByCode(db, browser, 'second@example.org', { prompt: 'login' });
    expect(subjectOf(second.tokens.id_token)).not.toBe(subjectOf(first.tokens.id_token));
    const silent = authorizationRequest({ prompt: 'none' });
    const renewed = await exchange(browser, await browser.navigate(silent.url), silent.verifier);
    expect(subjectOf(renewed.json().id_token)).toBe(subjectOf(second.tokens.id_token));
  });

  test('tokens are signed with a key of 128-bit security, published for verification', async () => {
    const { keys } = (await server.app.inject({ method: 'GET', url: '/oauth/jwks' })).json() as { keys: { n: string; alg: string; d?: string }[] };
    expect(keys).toEqual([expect.objectContaining({ alg: 'RS256', kty: 'RSA' })]);
    expect([Buffer.from(keys[0]?.n ?? '', 'base64url').length * 8, keys[0]?.d]).toEqual([3072, undefined]);
  });

  test('a code is useless without its PKCE verifier', async () => {
    const browser = new Browser(server.app);
    await signInByCode(server.infrastructure.db, browser, 'pkce@example.org');
    const returned = await browser.navigate(authorizationRequest().url);
    const refused = await exchange(browser, returned, 'x'.repeat(43));
    expect(refused.json().error).toBe('invalid_grant');
  });

  test('calls without a token or with a forged or expired one are rejected', async () => {
    const { token } = await server.signIn('caller@example.org');
    const hook = (authorization?: string) => server.app.authenticate({ headers: { authorization } } as never);
    await expect(hook()).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(hook('Bearer made-up')).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(hook(`Bearer ${token}`)).resolves.toBeUndefined();
    await server.infrastructure.db.updateTable('oidc_records').set({ expires_at: new Date(Date.now() - 1) }).where('model', '=', 'AccessToken').execute();
    await expect(hook(`Bearer ${token}`)).rejects.toMatchObject({ code: 'invalid_token' });
    expect(() => actorOf({ actor: null } as never)).toThrow('Sign in to continue.');
  });
});
