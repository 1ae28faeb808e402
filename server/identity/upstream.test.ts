import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser, authorizationRequest, exchange, origin } from '../../tests/support/browser.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { UpstreamProvider, type UpstreamClaims } from '../../tests/support/upstream-provider.ts';
import { Client } from '../../tests/api/client.ts';
import { findMagicCode, issueMagicCode, issuePass } from './magic-code.ts';

let server: TestApp;
let social: UpstreamProvider;
let federated: UpstreamProvider;

beforeAll(async () => {
  const callback = `${origin}/v0/connections/oidc/callback`;
  [social, federated] = await Promise.all([UpstreamProvider.open(callback), UpstreamProvider.open(callback)]);
  const client = { clientId: 'countersign', clientSecret: 'the secret' };
  server = await startTestApp({
    CONNECTIONS: JSON.stringify([
      { id: 'social', type: 'social', name: 'Social', issuer: social.issuer, ...client },
      { id: 'other', type: 'social', name: 'Other', issuer: 'http://127.0.0.1:9', ...client },
      { id: 'works', type: 'federated', name: 'Works', issuer: federated.issuer, ...client, domains: ['works.example'] },
    ]),
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all([social.close(), federated.close()]);
});
beforeEach(() => {
  social.refuses = false;
});

/** Signs in through the upstream provider and returns what the app receives. */
async function signIn(connection: 'social' | 'works', person: UpstreamClaims, parameters: Record<string, string> = { connection }) {
  const provider = connection === 'social' ? social : federated;
  provider.person = person;
  const browser = new Browser(server.app);
  const request = authorizationRequest(parameters);
  let answer = await browser.request('GET', request.url);
  for (let hops = 0; hops < 3 && !answer.headers.location?.startsWith(provider.issuer); hops += 1) answer = await browser.request('GET', answer.headers.location!);
  const back = await provider.visit(answer.headers.location!);
  const returned = await browser.navigate(back);
  if (returned.searchParams.has('error')) return { error: returned.searchParams.get('error'), back, browser };
  const tokens = await exchange(browser, returned, request.verifier);
  const profile = await server.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${tokens.json().access_token}` } });
  return { profile: profile.json(), back, browser };
}

const ada = { sub: 'ada', email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Byron' };

describe('a social connection', () => {
  test('creates an account for a verified address, and finds it again by subject', async () => {
    const first = await signIn('social', ada);
    expect(first.profile).toMatchObject({ type: 'user', email: 'ada@example.org', emailVerified: true, firstName: 'Ada', lastName: 'Byron', identities: ['social'] });
    const again = await signIn('social', { ...ada, email: 'new@example.org', given_name: 'Augusta' });
    expect(again.profile).toMatchObject({ id: first.profile.id, email: 'ada@example.org', firstName: 'Ada' });
  });

  test('signs in to an existing account with the same address', async () => {
    const known = await Client.signIn(server, 'known@example.org', { firstName: 'Known' });
    const { profile } = await signIn('social', { sub: 'known', email: 'Known@example.org', email_verified: true, given_name: 'Other' });
    expect(profile).toMatchObject({ id: known.userId, firstName: 'Known' });
  });

  test.each([
    ['unable_to_sign_up', { sub: 'x1', email: 'unproven@example.org', email_verified: false }],
    ['unable_to_sign_up', { sub: 'x2' }],
    ['forbidden_by_federation', { sub: 'x3', email: 'someone@works.example', email_verified: true }],
  ])('is rejected with %s for %j', async (error, person) => {
    expect((await signIn('social', person)).error).toBe(error);
  });

  test('reports that the person canceled', async () => {
    social.refuses = true;
    expect((await signIn('social', ada)).error).toBe('access_denied');
  });

  test('is completed once, and in the same browser only', async () => {
    const { back, browser } = await signIn('social', ada);
    expect((await browser.request('GET', back)).json().error.code).toBe('invalid_session');
    const other = new Browser(server.app);
    await other.navigate(authorizationRequest().url);
    const victim = new Browser(server.app);
    const start = await victim.request('GET', (await victim.request('GET', authorizationRequest({ connection: 'social' }).url)).headers.location!);
    const stolen = await social.visit(start.headers.location!);
    expect((await other.request('GET', stolen)).json().error.code).toBe('invalid_session');
  });

  test('reports a provider that is unreachable or invalid', async () => {
    const browser = new Browser(server.app);
    const page = await browser.request('GET', authorizationRequest({ connection: 'other' }).url);
    const answer = await browser.request('GET', page.headers.location!);
    expect([answer.statusCode, answer.json().error.code]).toEqual([502, 'service_partner_error']);
    expect((await browser.request('GET', '/v0/connections/oidc/none/start')).json().error.code).toBe('not_found');
    expect((await browser.navigate(authorizationRequest({ connection: 'none' }).url)).pathname).toBe('/sign-in');
  });
});

describe('a federated connection', () => {
  const worker = { sub: 'w1', email: 'wendy@works.example', given_name: 'Wendy', family_name: 'Worker' };

  test('signs in addresses of its domains only', async () => {
    expect((await signIn('works', worker)).profile).toMatchObject({ email: 'wendy@works.example', emailVerified: true, identities: ['works'] });
    expect((await signIn('works', { sub: 'w2', email: 'ada@example.org', email_verified: true })).error).toBe('unable_to_sign_up');
  });

  test('is the only way to sign in for its domains', async () => {
    const browser = new Browser(server.app);
    await browser.navigate(authorizationRequest().url);
    const code = await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'wendy@Works.example' } });
    expect(code.json().error).toMatchObject({ code: 'forbidden_by_federation', details: { connection: 'works', name: 'Works' } });
    for (const email of ['wendy@works.example', 'wendy@ｗorks.ｅxample']) {
      const password = await browser.request('POST', '/v0/connections/password/submit', { json: { email, password: 'x' } });
      expect(password.json().error.code, email).toBe('forbidden_by_federation');
      const mailed = await browser.request('POST', '/v0/connections/otp/init', { json: { email } });
      expect(mailed.json().error.code, email).toBe('forbidden_by_federation');
    }
    const wendy = await Client.signIn(server, 'wendy@works.example');
    expect(await wendy.refusal('password.set', { body: { password: 'Correct horse 7' } })).toBe('forbidden_by_federation');
    expect(await wendy.refusal('passkeys.regInit', { body: {} })).toBe('forbidden_by_federation');
    expect(await wendy.refusal('profile.update', { body: { firstName: 'Wanda' } })).toBe('forbidden_by_federation');
    expect(await wendy.refusal('profile.update', { body: { email: 'wendy@example.org' } })).toBe('forbidden_by_federation');
    expect(await wendy.call('profile.update', { body: { firstName: 'Wendy', theme: 'dark' } })).toMatchObject({ theme: 'dark' });
  });

  test('is told the address that was typed, and nothing that is not an address', async () => {
    const browser = new Browser(server.app);
    await browser.navigate(authorizationRequest().url);
    const hintOf = async (typed: string) => new URL((await browser.request('GET', `/v0/connections/oidc/works/start?${new URLSearchParams({ login_hint: typed })}`)).headers.location!).searchParams.get('login_hint');
    expect(await hintOf('wendy@works.example')).toBe('wendy@works.example');
    expect(await hintOf('not an address')).toBeNull();
  });

  test('takes precedence over a magic link', async () => {
    const magicCode = await server.infrastructure.db.transaction().execute(async (tx) => issuePass(tx, (await findMagicCode(tx, await issueMagicCode(tx, { email: 'wilma@works.example', purpose: 'transaction:1' })))!));
    const { profile } = await signIn('works', { sub: 'w3', email: 'wilma@works.example' }, { magic_code: magicCode });
    expect(profile).toMatchObject({ email: 'wilma@works.example', type: 'user' });
  });
});
