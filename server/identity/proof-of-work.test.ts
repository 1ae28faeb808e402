/**
 * After the third attempt at an account, a browser must do a proof of work before the next one is counted; other
 * origins aren't affected. After the twentieth attempt from a network, at any accounts, every browser there must,
 * except known devices.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leadingZeroBits, type WorkChallenge, type WorkSolution } from '#contract/entities/proof-of-work.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { authorizationRequest, Browser } from '../../tests/support/browser.ts';
import { newestCode } from '../../tests/support/sign-in-by-code.ts';

const bits = 8;
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ PROOF_OF_WORK_BITS: String(bits) });
});
afterAll(() => server.close());
beforeEach(() => server.infrastructure.db.deleteFrom('rate_counters').execute());

async function waitingIn(network: string): Promise<Browser> {
  const browser = new Browser(server.app, network);
  await browser.navigate(authorizationRequest({ prompt: 'login' }).url);
  return browser;
}

interface Outcome {
  code: string;
  challenge: WorkChallenge;
}

async function ask(browser: Browser, email: string, work?: WorkSolution, password?: string): Promise<Outcome> {
  const path = password === undefined ? '/v0/connections/otp/init' : '/v0/connections/password/submit';
  const answer = await browser.request('POST', path, { json: { email, work, password } });
  if (answer.statusCode === 200) return { code: 'ok', challenge: { challenge: '', bits: 0 } };
  const { code, details } = answer.json().error;
  return { code, challenge: details };
}

const hashOf = ({ challenge }: WorkChallenge, nonce: number) => leadingZeroBits(createHash('sha256').update(`${challenge}:${nonce}`).digest());
function find(challenge: WorkChallenge, isGood: (found: number) => boolean): WorkSolution {
  for (let nonce = 0; ; nonce += 1) if (isGood(hashOf(challenge, nonce))) return { challenge: challenge.challenge, nonce };
}
const solve = (challenge: WorkChallenge) => find(challenge, (found) => found >= challenge.bits);

/** A browser after its three free attempts, with the challenge it gets. */
async function afterThree(network: string, email: string): Promise<{ browser: Browser; challenge: WorkChallenge }> {
  const browser = await waitingIn(network);
  for (let time = 0; time < 3; time += 1) expect((await ask(browser, email)).code).toBe('ok');
  const { code, challenge } = await ask(browser, email);
  expect({ code, bits: challenge.bits }).toEqual({ code: 'work_required', bits });
  return { browser, challenge };
}

test('sends three codes freely and more for proof of work, up to the limit', async () => {
  const { browser, challenge } = await afterThree('198.51.100.1', 'asked@example.org');
  expect((await ask(browser, 'asked@example.org', solve(challenge))).code).toBe('ok');
  const next = await ask(browser, 'asked@example.org');
  expect((await ask(browser, 'asked@example.org', solve(next.challenge))).code).toBe('ok');
  expect((await ask(browser, 'asked@example.org')).code).toBe('too_many_requests');
  // Other origins aren't asked for work.
  expect((await ask(await waitingIn('203.0.113.1'), 'asked@example.org')).code).toBe('ok');
  expect((await ask(browser, 'other@example.org')).code).toBe('ok');
});

test('accepts a solution once', async () => {
  const { browser, challenge } = await afterThree('198.51.100.2', 'replayed@example.org');
  const work = solve(challenge);
  expect((await ask(browser, 'replayed@example.org', work)).code).toBe('ok');
  expect((await ask(browser, 'replayed@example.org', work)).code).toBe('work_required');
});

test('accepts one of two concurrent requests with the same solution', async () => {
  const { browser, challenge } = await afterThree('198.51.100.3', 'both@example.org');
  const work = solve(challenge);
  const both = await Promise.all([ask(browser, 'both@example.org', work), ask(browser, 'both@example.org', work)]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(['ok', 'work_required']);
});

test('binds a solution to one address and one operation', async () => {
  const { challenge } = await afterThree('198.51.100.4', 'one@example.org');
  const { browser } = await afterThree('198.51.100.4', 'two@example.org');
  expect((await ask(browser, 'two@example.org', solve(challenge))).code).toBe('work_required');
  for (let time = 0; time < 3; time += 1) expect((await ask(browser, 'one@example.org', undefined, 'Wrong one 9')).code).toBe('invalid_code');
  expect((await ask(browser, 'one@example.org', solve(challenge), 'Wrong one 9')).code).toBe('work_required');
});

test('rejects insufficient work and a self-made easier challenge', async () => {
  const { browser, challenge } = await afterThree('198.51.100.5', 'lazy@example.org');
  expect((await ask(browser, 'lazy@example.org', find(challenge, (found) => found === bits - 1))).code).toBe('work_required');
  const [payload = '', seal = ''] = challenge.challenge.split('.');
  const easier = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), bits: 0 })).toString('base64url');
  expect((await ask(browser, 'lazy@example.org', { challenge: `${easier}.${seal}`, nonce: 1 })).code).toBe('work_required');
  expect((await ask(browser, 'lazy@example.org', { challenge: 'x', nonce: 1 })).code).toBe('work_required');
});

test('a challenge expires after five minutes', async () => {
  let now = Date.now();
  const prove = createProofOfWork(Buffer.alloc(32), bits, () => now);
  const of = { kind: 'code', mailbox: 'late@example.org' };
  const { db } = server.infrastructure;
  const tried = (work?: WorkSolution) => db.transaction().execute(async (tx) => prove.proveBy(work)?.(tx, of)).then(() => 'ok', ({ code }: { code: string }) => code);
  const challenge = async (): Promise<WorkChallenge> => db.transaction().execute(async (tx) => prove.proveBy(undefined)?.(tx, of)).then(() => { throw new Error('not refused'); }, ({ details }: { details: WorkChallenge }) => details);
  const work = solve(await challenge());
  now += 5 * 60 * 1000;
  expect(await tried(work)).toBe('work_required');
  now -= 1;
  expect(await tried(work)).toBe('ok');
});

test('asks for work after three wrong passwords, then accepts the right one', async () => {
  const password = 'Correct horse 7';
  await (await Client.signIn(server, 'typing@example.org')).call('password.set', { body: { password } });
  const browser = await waitingIn('198.51.100.6');
  for (let time = 0; time < 3; time += 1) expect((await ask(browser, 'typing@example.org', undefined, 'Wrong one 9')).code).toBe('invalid_code');
  const { code, challenge } = await ask(browser, 'typing@example.org', undefined, password);
  expect(code).toBe('work_required');
  expect((await ask(browser, 'typing@example.org', solve(challenge), password)).code).toBe('ok');
});

describe('a network after twenty attempts at different accounts', () => {
  const attemptsOf = (origin: string, count: number, age = 0) => server.infrastructure.db.insertInto('sign_in_attempts').values(Array.from({ length: count }, (_, at) => ({
    kind: at % 2 === 0 ? 'code' as const : 'password' as const, mailbox: `person${at}@example.com`, origin, created_at: new Date(Date.now() - age),
  }))).execute();
  const attemptsFrom = (network: string, count: number, age = 0) => attemptsOf(`network/${network}`, count, age);

  test('needs work from the first attempt at any account, and is let through with it', async () => {
    await attemptsFrom('198.51.100.20', 19);
    const browser = await waitingIn('198.51.100.20');
    expect((await ask(browser, 'twentieth@example.org')).code).toBe('ok');
    for (const email of ['next@example.org', 'another@example.org']) {
      const { code, challenge } = await ask(browser, email);
      expect({ code, bits: challenge.bits }).toEqual({ code: 'work_required', bits });
      expect((await ask(browser, email, solve(challenge))).code).toBe('ok');
    }
    const guess = await ask(browser, 'guessed@example.org', undefined, 'Wrong one 9');
    expect(guess.code).toBe('work_required');
    expect((await ask(browser, 'guessed@example.org', solve(guess.challenge), 'Wrong one 9')).code).toBe('invalid_code');
    expect((await ask(await waitingIn('198.51.100.21'), 'next@example.org')).code).toBe('ok');
  });

  test('is never blocked: work is still enough after a hundred attempts', async () => {
    await attemptsFrom('198.51.100.22', 120);
    const browser = await waitingIn('198.51.100.22');
    const { challenge } = await ask(browser, 'patient@example.org');
    expect((await ask(browser, 'patient@example.org', solve(challenge))).code).toBe('ok');
  });

  test('is counted by /64 in IPv6', async () => {
    await attemptsFrom('2001:db8:0:1::/64', 20);
    expect((await ask(await waitingIn('2001:db8:0:1::7'), 'six@example.org')).code).toBe('work_required');
    expect((await ask(await waitingIn('2001:db8:0:2::7'), 'six@example.org')).code).toBe('ok');
  });

  test('needs no work on a known device', async () => {
    const browser = await waitingIn('198.51.100.23');
    await ask(browser, 'known@example.org');
    await browser.request('POST', '/v0/connections/otp/submit', { json: { code: await newestCode(server.infrastructure.db, 'known@example.org') } });
    await attemptsFrom('198.51.100.23', 20);
    // Several people use the device.
    await attemptsOf(`device/${createHash('sha256').update(browser.cookies.get('device') ?? '').digest('base64url')}`, 20);
    await browser.navigate(authorizationRequest({ prompt: 'login' }).url);
    expect((await ask(browser, 'known@example.org')).code).toBe('ok');
    expect((await ask(browser, 'strange@example.org')).code).toBe('work_required');
  });

  test('needs no work after fifteen minutes', async () => {
    await attemptsFrom('198.51.100.24', 20, 15 * 60 * 1000 + 1000);
    expect((await ask(await waitingIn('198.51.100.24'), 'later@example.org')).code).toBe('ok');
  });

  test('gets no extra free attempts by concurrent requests', async () => {
    await attemptsFrom('198.51.100.25', 17);
    const browser = await waitingIn('198.51.100.25');
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => ask(browser, `at-once${at}@example.org`)));
    expect(all.filter(({ code }) => code === 'ok')).toHaveLength(3);
  });
});
