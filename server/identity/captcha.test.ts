/**
 * A CAPTCHA before the first code for an address, where one is set up: for every address alike, each token once and
 * for this host only.
 */
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leadingZeroBits, type WorkChallenge, type WorkSolution } from '#contract/entities/proof-of-work.ts';
import { sweepExpired } from '#server/app/maintenance-tasks.ts';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { authorizationRequest, Browser } from '../../tests/support/browser.ts';
import { CaptchaServer } from '../../tests/support/captcha-server.ts';
import { newestCode } from '../../tests/support/sign-in-by-code.ts';

let provider: CaptchaServer;
let closed: TestApp;
let open: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  provider = await CaptchaServer.open();
  const log = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) });
  closed = await startTestApp({ ...provider.settings, PROOF_OF_WORK_BITS: '8', LOG_LEVEL: 'trace' }, {}, log);
  open = await startTestApp({ ...provider.settings, CAPTCHA_FAIL_OPEN: 'true' });
});
afterAll(async () => {
  await closed.close();
  await open.close();
  await provider.close();
});
beforeEach(async () => {
  for (const { infrastructure: { db } } of [closed, open]) {
    await db.deleteFrom('rate_counters').execute();
    await db.deleteFrom('sign_in_attempts').execute();
  }
});
afterEach(() => {
  provider.trouble = undefined;
  provider.nonsense = undefined;
});

async function waiting(server = closed): Promise<Browser> {
  const browser = new Browser(server.app, '198.51.100.7');
  await browser.navigate(authorizationRequest({ prompt: 'login' }).url);
  return browser;
}

interface Refusal {
  code: string;
  details?: unknown;
}

async function ask(browser: Browser, email: string, captcha?: string, work?: WorkSolution): Promise<Refusal> {
  const answer = await browser.request('POST', '/v0/connections/otp/init', { json: { email, captcha, work } });
  return answer.statusCode === 200 ? { code: 'sent' } : answer.json().error;
}
const codeOf = async (response: Promise<Refusal>): Promise<string> => (await response).code;
const mailsTo = async (email: string, { infrastructure: { db } } = closed): Promise<number> =>
  (await db.selectFrom('one_time_codes').select('id').where('email', '=', email).execute()).length;

const challenge = () => ({ provider: 'turnstile', siteKey: 'site-key', script: `${provider.url}/api.js` });

test('sends a first code for a token, with and without an account alike', async () => {
  await Client.signIn(closed, 'has-account@example.org');
  for (const email of ['has-account@example.org', 'has-none@example.org']) {
    const browser = await waiting();
    expect(await ask(browser, email)).toMatchObject({ code: 'captcha_required', details: challenge() });
    expect(await mailsTo(email)).toBe(0);
    expect(await ask(browser, email, provider.token())).toEqual({ code: 'sent' });
    expect(await mailsTo(email)).toBe(1);
  }
});

test('sends secret, token and network to the provider, and logs neither secret nor token', async () => {
  const [token, wrong] = [provider.token(), 'a-token-that-nobody-issued'];
  const browser = await waiting();
  await ask(browser, 'told@example.org', wrong);
  await ask(browser, 'told@example.org', token);
  expect(provider.requests.at(-1)).toEqual({ secret: 'secret-of-the-installation', response: token, remoteip: '198.51.100.7' });
  provider.trouble = 'cut';
  await ask(await waiting(), 'told@example.org', token);
  const log = lines.join('');
  expect(log).toContain('the CAPTCHA provider did not answer');
  for (const hidden of ['secret-of-the-installation', token, wrong]) expect(log).not.toContain(hidden);
});

test('asks for no second token for the same address and sign-in, but for another address or sign-in', async () => {
  const browser = await waiting();
  expect(await codeOf(ask(browser, 'again@example.org', provider.token()))).toBe('sent');
  expect(await codeOf(ask(browser, 'Again+tag@example.org'))).toBe('sent');
  expect(await codeOf(ask(browser, 'other@example.org'))).toBe('captcha_required');
  expect(await codeOf(ask(await waiting(), 'again@example.org'))).toBe('captcha_required');
});

test('asks for none on a known device of the account', async () => {
  const browser = await waiting();
  await ask(browser, 'known@example.org', provider.token());
  await browser.request('POST', '/v0/connections/otp/submit', { json: { code: await newestCode(closed.infrastructure.db, 'known@example.org') } });
  await browser.navigate(authorizationRequest({ prompt: 'login' }).url);
  expect(await codeOf(ask(browser, 'known@example.org'))).toBe('sent');
  expect(await codeOf(ask(browser, 'unknown@example.org'))).toBe('captcha_required');
});

test('a pass expires after an hour and is deleted', async () => {
  const browser = await waiting();
  await ask(browser, 'late@example.org', provider.token());
  const { db } = closed.infrastructure;
  const pass = () => db.selectFrom('captcha_passes').select('expires_at').where('mailbox', '=', 'late@example.org').executeTakeFirst();
  const left = ((await pass())?.expires_at.getTime() ?? 0) - Date.now();
  expect(left).toBeGreaterThan(59 * 60 * 1000);
  expect(left).toBeLessThanOrEqual(60 * 60 * 1000);
  await db.updateTable('captcha_passes').set({ expires_at: new Date(Date.now() - 1) }).where('mailbox', '=', 'late@example.org').execute();
  expect(await codeOf(ask(browser, 'late@example.org'))).toBe('captcha_required');
  await sweepExpired(db);
  expect(await pass()).toBeUndefined();
});

describe('a token', () => {
  test('is valid once', async () => {
    const token = provider.token();
    expect(await codeOf(ask(await waiting(), 'once@example.org', token))).toBe('sent');
    expect(await codeOf(ask(await waiting(), 'twice@example.org', token))).toBe('captcha_failed');
    expect(await mailsTo('twice@example.org')).toBe(0);
  });

  test('is valid once even if the provider accepts it twice, also concurrently', async () => {
    provider.trouble = 'lax';
    const token = provider.token();
    const both = await Promise.all([ask(await waiting(), 'lax1@example.org', token), ask(await waiting(), 'lax2@example.org', token)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['captcha_failed', 'sent']);
  });

  test('is valid for this host only', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', '']) expect(await codeOf(ask(await waiting(), 'host@example.org', provider.token(host)))).toBe('captcha_failed');
    provider.nonsense = '{"success":true}';
    expect(await codeOf(ask(await waiting(), 'host@example.org', provider.token()))).toBe('captcha_failed');
  });

  test('is rejected if never issued, even with CAPTCHA_FAIL_OPEN', async () => {
    expect(await codeOf(ask(await waiting(), 'invented@example.org', 'invented'))).toBe('captcha_failed');
    expect(lines.some((line) => line.includes('"captcha_failed"') && line.includes('"refused"'))).toBe(true);
    expect(await codeOf(ask(await waiting(open), 'invented@example.org', 'invented'))).toBe('captcha_failed');
    expect(await codeOf(ask(await waiting(open), 'invented@example.org'))).toBe('captcha_required');
  });
});

describe('a failing provider', () => {
  const failures: [string, () => void][] = [
    ['answers with a status', () => { provider.trouble = 503; }],
    ['cuts the connection', () => { provider.trouble = 'cut'; }],
    ['does not answer', () => { provider.trouble = 'silence'; }],
    ['answers something else', () => { provider.nonsense = '<html>'; }],
    ['does not know the secret', () => { provider.nonsense = '{"success":false,"error-codes":["invalid-input-secret"]}'; }],
  ];
  test.each(failures)('that %s blocks codes unless CAPTCHA_FAIL_OPEN is set', async (name, fail) => {
    const email = `${name.replaceAll(' ', '-')}@example.org`;
    const [shut, passing] = [await waiting(), await waiting(open)];
    fail();
    expect(await Promise.all([ask(shut, email, provider.token()), ask(passing, email, provider.token())].map(codeOf))).toEqual(['captcha_unavailable', 'sent']);
    expect(await mailsTo(email)).toBe(0);
    provider.trouble = undefined;
    provider.nonsense = undefined;
    expect(await codeOf(ask(shut, email, provider.token()))).toBe('sent');
  });
});

test('asks for no second token for operations after the first', async () => {
  const email = 'works@example.org';
  for (let time = 0; time < 3; time += 1) await ask(await waiting(), email, provider.token());
  const browser = await waiting();
  const { code, details } = await ask(browser, email, provider.token());
  expect(code).toBe('work_required');
  expect(await codeOf(ask(browser, email, undefined, solve(details as WorkChallenge)))).toBe('sent');
});

function solve({ challenge: text, bits }: WorkChallenge): WorkSolution {
  for (let nonce = 0; ; nonce += 1) if (leadingZeroBits(createHash('sha256').update(`${text}:${nonce}`).digest()) >= bits) return { challenge: text, nonce };
}

describe('the content security policy', () => {
  const policyOf = async ({ app }: TestApp, url: string) => String((await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).headers['content-security-policy']);

  test('allows the provider on the sign-in page, and not on other pages or calls', async () => {
    const policy = await policyOf(closed, '/sign-in');
    for (const directive of ['script-src', 'frame-src', 'connect-src']) expect(policy).toMatch(new RegExp(`${directive} [^;]*${provider.url}`));
    expect(policy).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com/);
    for (const url of ['/', '/transactions', '/v0/deployment']) expect(await policyOf(closed, url)).not.toMatch(/cloudflare|127\.0\.0\.1/);
  });

  test.each([['hcaptcha', 'https://*.hcaptcha.com'], ['recaptcha', 'https://www.google.com/recaptcha/']])('names the sources of %s', async (name, source) => {
    const server = await startTestApp({ CAPTCHA_PROVIDER: name, CAPTCHA_SITE_KEY: 'x', CAPTCHA_SECRET_KEY: 'y' });
    const policy = await policyOf(server, '/sign-in');
    for (const directive of ['script-src', 'frame-src', 'connect-src']) expect(policy.split(';').find((each) => each.startsWith(directive))?.split(' ')).toContain(source);
    expect(await policyOf(server, '/')).not.toContain(source);
    await server.close();
  });

  test('names no provider without a CAPTCHA', async () => {
    const server = await startTestApp();
    expect(await policyOf(server, '/sign-in')).toBe(await policyOf(server, '/'));
    await server.close();
  });
});
