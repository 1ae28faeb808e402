/** Requests that the OpenID provider refuses (OWASP ASVS 5, V7.2, V10.4 and V10.6). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationRequest, Browser, exchange, origin } from '../../tests/support/browser.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { signInByCode } from '../../tests/support/sign-in-by-code.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

test.each([`${origin}/authorize/`, `${origin}/authorize?x=1`, `${origin}/Authorize`, `${origin}.evil.example/authorize`, 'https://evil.example/authorize', `${origin}/`])('sends a code to registered redirect URIs only: %s', async (address) => {
  const answer = await new Browser(server.app).request('GET', authorizationRequest({ redirect_uri: address }).url);
  expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
});

test.each([
  ['unsupported_response_type', { response_type: 'token' }],
  ['unsupported_response_type', { response_type: 'id_token token' }],
  ['invalid_request', { code_challenge_method: 'plain' }],
  ['invalid_request', { code_challenge: '', code_challenge_method: '' }],
])('returns %s for %j', async (error, parameters) => {
  const { headers } = await new Browser(server.app).request('GET', authorizationRequest(parameters).url);
  const redirect = new URL(String(headers.location));
  expect(new URLSearchParams(redirect.search || redirect.hash.slice(1)).get('error')).toBe(error);
});

test.each(['password', 'refresh_token', 'implicit'])('the grant type %s returns no token', async (grant) => {
  const form = { grant_type: grant, client_id: 'countersign-web', username: 'ada@example.org', password: 'x', refresh_token: 'x' };
  const answer = await new Browser(server.app).request('POST', '/oauth/token', { form });
  expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringMatching(/^(unsupported_grant_type|unauthorized_client)$/)]);
});

test('a replayed code is rejected and revokes the tokens issued for it', async () => {
  const browser = new Browser(server.app);
  await signInByCode(server.infrastructure.db, browser, 'twice@example.org');
  const request = authorizationRequest();
  const returned = await browser.navigate(request.url);
  const { access_token: token } = (await exchange(browser, returned, request.verifier)).json() as { access_token: string };
  const profile = async () => (await server.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${token}` } })).statusCode;
  expect(await profile()).toBe(200);
  expect((await exchange(browser, returned, request.verifier)).json().error).toBe('invalid_grant');
  expect(await profile()).toBe(401);
});

test('each sign-in creates a new session and deletes the previous one', async () => {
  const browser = new Browser(server.app);
  await signInByCode(server.infrastructure.db, browser, 'anew@example.org');
  const before = browser.cookies.get('_session');
  await signInByCode(server.infrastructure.db, browser, 'anew@example.org', { prompt: 'login' });
  expect([before, browser.cookies.get('_session')]).toEqual([expect.any(String), expect.not.stringMatching(`^${before}$`)]);
  const sessions = await server.infrastructure.db.selectFrom('oidc_records').select('id').where('model', '=', 'Session').where('id', '=', before ?? '').execute();
  expect(sessions).toEqual([]);
});
