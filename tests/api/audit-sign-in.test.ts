/** How people had signed in, as their browser does it, and what the audit says of it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Authenticator } from '../support/authenticator.ts';
import { authorizationRequest, Browser, exchange, origin } from '../support/browser.ts';
import { newestCode, signInByCode } from '../support/sign-in-by-code.ts';
import { earlierTotp, totp } from '../support/totp.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { at, draft, mailsTo, sign, start } from './transaction-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-sign-in-'));
const password = 'Correct horse 7';
let server: TestApp;
let ada: Client;

beforeAll(async () => {
  server = await startTestApp({ RUN_JOBS: 'true' }, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** A sign-in in a browser; `prove` answers where to go on. */
async function tokenBy(parameters: Record<string, string>, prove: (browser: Browser) => Promise<string | null>): Promise<string> {
  const browser = new Browser(server.app);
  const request = authorizationRequest(parameters);
  const page = await browser.navigate(request.url);
  const returnTo = await prove(browser);
  const tokens = await exchange(browser, returnTo === null ? page : await browser.navigate(returnTo), request.verifier);
  expect(tokens.statusCode, tokens.body).toBe(200);
  return tokens.json().access_token;
}

const returnTo = async (browser: Browser, path: string, json: object): Promise<string> => {
  const answer = await browser.request('POST', path, { json });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().returnTo;
};

const byCode = async (email: string): Promise<string> => (await signInByCode(server.infrastructure.db, new Browser(server.app), email)).tokens.access_token;

async function byPassword(email: string): Promise<string> {
  await (await Client.signIn(server, email)).call('password.set', { body: { password } });
  return tokenBy({}, (browser) => returnTo(browser, '/v0/connections/password/submit', { email, password }));
}

async function byPasskey(email: string): Promise<string> {
  const person = await Client.signIn(server, email);
  const authenticator = new Authenticator(origin);
  await person.call('passkeys.regSubmit', { body: { credential: authenticator.create(await person.call('passkeys.regInit', { body: {} })), name: 'Phone' } });
  return tokenBy({}, async (browser) => {
    const { challenge } = (await browser.request('POST', '/v0/connections/webauthn/auth_init')).json();
    return returnTo(browser, '/v0/connections/webauthn/auth_submit', { credential: authenticator.get({ challenge }) });
  });
}

/** By a code of the mail, and then one of the app for two-step verification. */
async function bySecondFactor(email: string): Promise<string> {
  const person = await Client.signIn(server, email);
  const { secret } = await person.call('secondFactor.begin');
  await person.call('secondFactor.confirm', { body: { code: await earlierTotp(secret) } });
  return tokenBy({}, async (browser) => {
    await browser.request('POST', '/v0/connections/otp/init', { json: { email } });
    await browser.navigate(await returnTo(browser, '/v0/connections/otp/submit', { code: await newestCode(server.infrastructure.db, email) }));
    return returnTo(browser, '/v0/connections/second_factor/submit', { code: totp(secret) });
  });
}

/** By the link of the mail. */
async function byLink(email: string): Promise<string> {
  const code = new URL(/http\S+[?&]code=\S+/.exec((await mailsTo(server, email)).at(-1)?.text ?? '')?.[0] ?? '').searchParams.get('code') ?? '';
  const { signInCode } = await new Client(server, '', null).call('magicLinks.open', { body: { code, attempt: randomUUID() } });
  return tokenBy({ magic_code: signInCode ?? '' }, async () => null);
}

/** The text of the audit of what this person signs, in one line. */
async function auditOf(email: string, signIn: (email: string) => Promise<string>): Promise<string> {
  const sent: Transaction = await start(ada, await draft(ada, [email]));
  const token = await signIn(email);
  await sign(new Client(server, email, { userId: '', token, headers: { authorization: `Bearer ${token}` } }), sent);
  const { attributes } = await vi.waitFor(async () => {
    const now = await ada.call('transactions.get', at(sent));
    expect(now.attributes.auditStatus).toBe('resolved');
    return now;
  }, { timeout: 40_000, interval: 250 });
  const path = join(folder, `${randomUUID()}.pdf`);
  writeFileSync(path, await ada.contentOf(attributes.auditFileId!));
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
}

test.each([
  ['a code sent by mail', 'code@example.org', byCode, 'One-time code sent by e-mail'],
  ['a password', 'password@example.org', byPassword, 'Password'],
  ['a passkey', 'passkey@example.org', byPasskey, 'Passkey'],
  ['a second factor', 'second@example.org', bySecondFactor, 'One-time code sent by e-mail, with two-step verification'],
  ['a magic link', 'link@example.org', byLink, 'Personal link sent by e-mail'],
] as const)('names %s with the time of the sign-in', async (_way, email, signIn, said) => {
  const before = Date.now();
  const text = await auditOf(email, signIn);
  const [, way, moment] = /Signed in by (.*?) · (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/.exec(text) ?? [];
  expect(way, text).toBe(said);
  const time = Date.parse(`${moment?.replace(' ', 'T')}Z`);
  expect(time).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
  expect(time).toBeLessThanOrEqual(Date.now());
}, 60_000);

test('names no sign-in method that was not recorded', async () => {
  // A token without a way of signing in, as older sessions have it.
  const text = await auditOf('unknown@example.org', async (email) => (await server.signIn(email)).token);
  expect(text).toContain('Signed in by Not recorded');
}, 60_000);
