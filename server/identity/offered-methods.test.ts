/** Installations that offer fewer ways to sign in (`SIGN_IN_METHODS`). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignInMethod } from '#contract/entities/sign-in-methods.ts';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { authorizationRequest, Browser } from '../../tests/support/browser.ts';
import { newestCode } from '../../tests/support/sign-in-by-code.ts';

const servers = new Map<SignInMethod, TestApp>();
beforeAll(async () => {
  for (const method of ['code', 'password', 'passkey'] as const) servers.set(method, await startTestApp({ SIGN_IN_METHODS: method }));
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

const body = { 'otp/init': { email: 'ada@example.org' }, 'otp/submit': { code: '123456' }, 'password/submit': { email: 'ada@example.org', password: 'x' }, 'password/reset': { code: '123456', password: 'Correct horse 7' } };
const refusedAt = async (server: TestApp): Promise<string[]> => {
  const browser = new Browser(server.app);
  await browser.navigate(authorizationRequest().url);
  const refused: string[] = [];
  for (const path of ['otp/init', 'otp/submit', 'password/submit', 'password/reset', 'webauthn/auth_init'] as const) {
    const json = path in body ? body[path as keyof typeof body] : undefined;
    const answer = await browser.request('POST', `/v0/connections/${path}`, json ? { json } : {});
    if (answer.statusCode >= 400 && answer.json().error.code === 'feature_not_supported') refused.push(path);
  }
  return refused;
};

test.each([
  ['code', ['password/submit', 'password/reset', 'webauthn/auth_init']],
  ['password', ['otp/submit', 'webauthn/auth_init']],
  ['passkey', ['otp/init', 'otp/submit', 'password/submit', 'password/reset']],
] as const)('with %s alone, the others are refused', async (method, refused) => expect(await refusedAt(servers.get(method)!)).toEqual(refused));

test('what is not offered is not set up either', async () => {
  const ada = await Client.signIn(servers.get('code')!, 'ada@example.org');
  expect(await ada.refusal('password.set', { body: { password: 'Correct horse 7' } })).toBe('feature_not_supported');
  expect(await ada.refusal('passkeys.regInit', { body: {} })).toBe('feature_not_supported');
});

test('without codes, a new account begins with a password', async () => {
  const server = servers.get('password')!;
  const browser = new Browser(server.app);
  await browser.navigate(authorizationRequest().url);
  await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'new@example.org' } });
  const code = await newestCode(server.infrastructure.db, 'new@example.org');
  expect((await browser.request('POST', '/v0/connections/password/reset', { json: { code, password: 'Correct horse 7' } })).statusCode).toBe(200);
  const again = new Browser(server.app);
  await again.navigate(authorizationRequest().url);
  expect((await again.request('POST', '/v0/connections/password/submit', { json: { email: 'new@example.org', password: 'Correct horse 7' } })).statusCode).toBe(200);
});
