/** Cookies of an installation behind TLS (OWASP ASVS 5, V3.3). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { authorizationRequest, Browser, exchange } from '../../tests/support/browser.ts';
import { newestCode } from '../../tests/support/sign-in-by-code.ts';

const address = 'https://sign.example.org';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ APP_URL: address });
});
afterAll(() => server.close());

test('are sent over TLS only, hidden from scripts, and cannot be set by a sibling host', async () => {
  const browser = new Browser(server.app);
  const set = new Map<string, string>();
  const watched = browser.request.bind(browser);
  browser.request = async (...parameters) => {
    const answer = await watched(...parameters);
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) if (!/expires=Thu, 01 Jan 1970/i.test(line)) set.set(line.slice(0, line.indexOf('=')), line);
    return answer;
  };
  const request = authorizationRequest({ redirect_uri: `${address}/authorize` });
  await browser.navigate(request.url);
  await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'ada@example.org' } });
  const submit = await browser.request('POST', '/v0/connections/otp/submit', { json: { code: await newestCode(server.infrastructure.db, 'ada@example.org') } });
  const returned = await browser.navigate(submit.json().returnTo);
  expect((await exchange(browser, returned, request.verifier, `${address}/authorize`)).statusCode).toBe(200);
  const silent = authorizationRequest({ redirect_uri: `${address}/silent_renew`, prompt: 'none' });
  expect((await browser.navigate(silent.url)).searchParams.has('code')).toBe(true);

  expect([...set.keys()].map((name) => name.replace(/\.sig$/, '')).filter((name, place, all) => all.indexOf(name) === place).sort())
    .toEqual(['__Host-interaction', '__Host-session', '__Secure-device', '__Secure-interaction_resume']);
  for (const [name, line] of set) {
    expect(line).toMatch(/; secure/i);
    expect(line).toMatch(/; httponly/i);
    expect(line).toMatch(/; samesite=lax/i);
    expect(line).not.toMatch(/; domain=/i);
    if (name.startsWith('__Host-')) expect(line).toMatch(/; path=\/(;|$)/i);
  }
});
