import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { Browser, authorizationRequest } from '../../tests/support/browser.ts';
import { newestCode } from '../../tests/support/sign-in-by-code.ts';
import { mailboxOf } from './sign-in-attempts.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
// The rate limit per network is tested elsewhere.
beforeEach(() => server.infrastructure.db.deleteFrom('rate_counters').execute());

const password = 'Correct horse 7';

/** A browser with a pending sign-in, in a network of its own. */
async function waitingIn(network: string, browser = new Browser(server.app, network)): Promise<Browser> {
  await browser.navigate(authorizationRequest({ prompt: 'login' }).url);
  return browser;
}
const submit = async (browser: Browser, email: string, typed: string): Promise<string> => {
  const answer = await browser.request('POST', '/v0/connections/password/submit', { json: { email, password: typed } });
  return answer.statusCode === 200 ? 'signed in' : answer.json().error.code;
};
const askForCode = async (browser: Browser, email: string): Promise<string> => {
  const answer = await browser.request('POST', '/v0/connections/otp/init', { json: { email } });
  return answer.statusCode === 200 ? 'sent' : answer.json().error.code;
};
const times = async <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let done = 0; done < count; done += 1) results.push(await work());
  return results;
};
const attemptsOf = (kind: 'password' | 'code', mailbox: string, count: number) =>
  server.infrastructure.db.insertInto('sign_in_attempts').values(Array.from({ length: count }, (_, at) => ({ kind, mailbox, origin: `network/198.51.100.${at % 50}` }))).execute();

describe('a stranger who guesses from one network', () => {
  test('is blocked after ten passwords without locking out others (M5)', async () => {
    await (await Client.signIn(server, 'owner@example.org')).call('password.set', { body: { password } });
    const stranger = await waitingIn('198.51.100.7');
    expect(new Set(await times(10, () => submit(stranger, 'owner@example.org', 'Wrong one 9')))).toEqual(new Set(['invalid_code']));
    expect(await submit(stranger, 'owner@example.org', password)).toBe('too_many_requests');
    expect(await submit(await waitingIn('203.0.113.9'), 'owner@example.org', password)).toBe('signed in');
  });

  test('is limited to five codes without using up the owner\'s (M5)', async () => {
    const stranger = await waitingIn('198.51.100.7');
    expect(await times(6, () => askForCode(stranger, 'asked@example.org'))).toEqual([...Array(5).fill('sent'), 'too_many_requests']);
    expect(await askForCode(await waitingIn('203.0.113.9'), 'asked@example.org')).toBe('sent');
  });

  test('gets no more tries with variants of one address (M5)', async () => {
    const stranger = await waitingIn('198.51.100.8');
    const outcomes: string[] = [];
    for (const tag of ['', '+1', '+2', '+a+b', '+', '+6']) outcomes.push(await askForCode(stranger, `plus${tag}@example.org`));
    expect(outcomes).toEqual([...Array(5).fill('sent'), 'too_many_requests']);
  });
});

describe('an attack from many networks', () => {
  test('is stopped at a hundred passwords; a device of the owner is not', async () => {
    const owner = await Client.signIn(server, 'besieged@example.org');
    await owner.call('password.set', { body: { password } });
    const own = await waitingIn('203.0.113.1');
    expect(await submit(own, 'besieged@example.org', password)).toBe('signed in');
    await attemptsOf('password', 'besieged@example.org', 100);
    expect(await submit(await waitingIn('203.0.113.2'), 'besieged@example.org', password)).toBe('too_many_requests');
    expect(await submit(await waitingIn('203.0.113.3', own), 'besieged@example.org', password)).toBe('signed in');
  });

  test('is stopped at twenty codes; a device of the owner is not', async () => {
    const own = await waitingIn('203.0.113.1');
    expect(await askForCode(own, 'flooded@example.org')).toBe('sent');
    const code = await newestCode(server.infrastructure.db, 'flooded@example.org');
    expect((await own.request('POST', '/v0/connections/otp/submit', { json: { code } })).statusCode).toBe(200);
    await attemptsOf('code', 'flooded@example.org', 20);
    expect(await askForCode(await waitingIn('203.0.113.2'), 'flooded@example.org')).toBe('too_many_requests');
    expect(await askForCode(await waitingIn('203.0.113.1', own), 'flooded@example.org')).toBe('sent');
  });

  test('cannot use a device of another account, nor one forgotten by a password reset', async () => {
    const stranger = await waitingIn('203.0.113.1');
    await askForCode(stranger, 'stranger@example.org');
    await stranger.request('POST', '/v0/connections/otp/submit', { json: { code: await newestCode(server.infrastructure.db, 'stranger@example.org') } });
    await attemptsOf('code', 'other@example.org', 20);
    expect(await askForCode(await waitingIn('203.0.113.1', stranger), 'other@example.org')).toBe('too_many_requests');

    await askForCode(await waitingIn('203.0.113.4', new Browser(server.app, '203.0.113.4')), 'stranger@example.org');
    const elsewhere = await waitingIn('203.0.113.5');
    await askForCode(elsewhere, 'stranger@example.org');
    await elsewhere.request('POST', '/v0/connections/password/reset', { json: { code: await newestCode(server.infrastructure.db, 'stranger@example.org'), password } });
    await attemptsOf('code', 'stranger@example.org', 20);
    expect(await askForCode(await waitingIn('203.0.113.1', stranger), 'stranger@example.org')).toBe('too_many_requests');
    expect(await askForCode(await waitingIn('203.0.113.5', elsewhere), 'stranger@example.org')).toBe('sent');
  });
});

test('the device cookie is sent to sign-in calls only, and hidden from scripts', async () => {
  const browser = await waitingIn('203.0.113.1');
  await askForCode(browser, 'cookie@example.org');
  const answer = await browser.request('POST', '/v0/connections/otp/submit', { json: { code: await newestCode(server.infrastructure.db, 'cookie@example.org') } });
  expect(answer.cookies.find(({ name }) => name === 'device')).toMatchObject({ path: '/v0/connections', httpOnly: true, sameSite: 'Lax' });
});

test.each([
  ['Ada+tag@Example.org', 'ada@example.org'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['+starts@example.org', '+starts@example.org'],
  ['+49 170 1234567', '+49 170 1234567'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
