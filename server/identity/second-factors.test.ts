import { createHmac } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { links } from '#contract/limits/links.ts';
import { attemptLimits } from '#contract/limits/sign-in.ts';
import { reseal, sealedNames } from '#server/adapters/authority/key-vault.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { Authenticator } from '../../tests/support/authenticator.ts';
import { authorizationRequest, Browser, exchange, origin } from '../../tests/support/browser.ts';
import { newestCode, signInByCode } from '../../tests/support/sign-in-by-code.ts';
import { totp } from '../../tests/support/totp.ts';
import { UpstreamProvider } from '../../tests/support/upstream-provider.ts';
import { issueMagicCode, issuePass } from './magic-code.ts';
import { hashOldCodesSlowly } from './recovery-codes.ts';

let server: TestApp;
let upstream: UpstreamProvider;
let number = 0;

beforeAll(async () => {
  upstream = await UpstreamProvider.open(`${origin}/v0/connections/oidc/callback`);
  const connection = { type: 'social', name: 'Elsewhere', issuer: upstream.issuer, clientId: 'countersign', clientSecret: 'the secret' };
  server = await startTestApp({ CONNECTIONS: JSON.stringify([{ ...connection, id: 'asking' }, { ...connection, id: 'trusted', secondFactor: 'theirs' }]) });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(() => server.infrastructure.db.deleteFrom('rate_counters').execute());

interface Enrolled {
  ada: Client;
  secret: string;
  recoveryCodes: string[];
}

async function enrolled(): Promise<Enrolled> {
  const ada = await Client.signIn(server, `factor${(number += 1)}@example.org`);
  const { secret } = await ada.call('secondFactor.begin');
  const { recoveryCodes } = await ada.call('secondFactor.confirm', { body: { code: totp(secret, -1) } });
  return { ada, secret, recoveryCodes };
}

const errorOf = (response: { json(): { error?: { code: string } } }) => response.json().error?.code;
const submit = (browser: Browser, code: string) => browser.request('POST', '/v0/connections/second_factor/submit', { json: { code } });

async function begun(parameters: Record<string, string> = {}) {
  const browser = new Browser(server.app);
  const request = authorizationRequest(parameters);
  const page = await browser.navigate(request.url);
  return { browser, request, page };
}

/** Completes the first factor by a mailed code; returns the address to continue at. */
async function firstProof({ browser }: { browser: Browser }, email: string): Promise<string> {
  await browser.request('POST', '/v0/connections/otp/init', { json: { email } });
  const answer = await browser.request('POST', '/v0/connections/otp/submit', { json: { code: await newestCode(server.infrastructure.db, email) } });
  return answer.json().returnTo as string;
}

async function tokenAfter({ browser, request }: { browser: Browser; request: { verifier: string } }, returnTo: string): Promise<string> {
  const tokens = await exchange(browser, await browser.navigate(returnTo), request.verifier);
  return tokens.json().access_token as string;
}

const rowOf = ({ userId }: Client) => server.infrastructure.db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();

describe('setting up a second factor', () => {
  test('returns a secret and an otpauth URI, takes effect with a code, and shows ten recovery codes', async () => {
    const ada = await Client.signIn(server, 'setting@example.org');
    const { secret, uri } = await ada.call('secondFactor.begin');
    expect(uri).toBe(`otpauth://totp/Countersign:setting%40example.org?issuer=Countersign&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    expect(await ada.call('secondFactor.get')).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
    expect(await firstProof(await begun(), ada.email)).not.toContain('second_factor');
    expect(await ada.refusal('secondFactor.confirm', { body: { code: totp(secret, 10) } })).toBe('invalid_code');
    const { recoveryCodes } = await ada.call('secondFactor.confirm', { body: { code: totp(secret) } });
    expect([new Set(recoveryCodes).size, recoveryCodes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))]).toEqual([10, true]);
    expect(await ada.call('secondFactor.get')).toEqual({ isOn: true, since: expect.any(String), recoveryCodesLeft: 10 });
    expect(await ada.refusal('secondFactor.begin')).toBe('conflict');
    expect(await ada.refusal('secondFactor.confirm', { body: { code: totp(secret, 1) } })).toBe('conflict');
  });

  test('stores the secret sealed and recovery codes hashed; a new installation key reseals it', async () => {
    const { ada, secret, recoveryCodes } = await enrolled();
    const { db, vault } = server.infrastructure;
    const { secret_sealed: sealed } = await rowOf(ada);
    expect(vault.unseal(sealedNames.secondFactor(ada.userId), sealed)).toHaveLength(20);
    expect(sealed.toString('latin1')).not.toContain(secret);
    const stored = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', ada.userId).execute();
    expect(stored.some(({ code_hash: hash }) => recoveryCodes.includes(hash.toString('utf8')))).toBe(false);
    expect(stored.map(({ code_hash: hash }) => hash.toString('hex')).toSorted()).toEqual((await slowHashes(ada, recoveryCodes)).toSorted());
    const [from, to] = [server.infrastructure.config.secretKey, Buffer.alloc(32, 7)];
    if (from) await db.transaction().execute(async (tx) => reseal(tx, from, to)).then(() => db.transaction().execute((tx) => reseal(tx, to, from)));
    expect(vault.unseal(sealedNames.secondFactor(ada.userId), (await rowOf(ada)).secret_sealed)).toHaveLength(20);
  });

  test('rehashes old recovery codes slowly with a salt per person, and still accepts them', async () => {
    const { db } = server.infrastructure;
    const [{ ada, recoveryCodes }, other] = [await enrolled(), await enrolled()];
    expect((await rowOf(ada)).recovery_salt).toHaveLength(16);
    expect((await rowOf(ada)).recovery_salt).not.toEqual((await rowOf(other.ada)).recovery_salt);
    for (const each of [{ ada, recoveryCodes }, other]) await asBefore(each);
    await hashOldCodesSlowly(db);
    const stored = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', ada.userId).execute();
    expect(stored.map(({ code_hash: hash }) => hash.toString('hex')).toSorted()).toEqual((await slowHashes(ada, recoveryCodes)).toSorted());
    await asBefore(other);
    for (const each of [{ ada, recoveryCodes }, other]) await each.ada.call('secondFactor.remove', { body: { code: each.recoveryCodes[3]! } });
  });

  test('ends the sessions begun without it, except the current one', async () => {
    const { db } = server.infrastructure;
    const { tokens } = await signInByCode(db, new Browser(server.app), 'elsewhere@example.org');
    const ada = await Client.signIn(server, 'elsewhere@example.org');
    const { secret } = await ada.call('secondFactor.begin');
    await ada.call('secondFactor.confirm', { body: { code: totp(secret) } });
    expect((await ada.send('profile.get')).status).toBe(200);
    expect(errorOf(await server.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${tokens.access_token}` } }))).toBe('invalid_token');
  });

  test('notifies the owner by mail, whose undo button restores sign-in by code alone', async () => {
    const { ada } = await enrolled();
    const mail = await server.infrastructure.db.selectFrom('mails').selectAll().where('recipient', '=', ada.email).where('template', '=', 'second_factor_added').executeTakeFirstOrThrow();
    const ticket = new URL(/http\S+\/account_change\S+/.exec(mail.text_body)![0]).searchParams.get('ticket')!;
    await new Client(server, '', null).call('accountChanges.undo', { body: { ticket } });
    expect(await firstProof(await begun(), ada.email)).not.toContain('second_factor');
  });
});

describe('signing in with a second factor', () => {
  test('by a mailed code requires the second step before anyone is signed in', async () => {
    const { ada, secret } = await enrolled();
    const started = await begun();
    const next = await firstProof(started, ada.email);
    expect(next).toBe(`/sign-in?uid=${started.page.searchParams.get('uid')}&second_factor=true`);
    expect((await started.browser.navigate(authorizationRequest({ prompt: 'none' }).url)).searchParams.get('error')).toBe('login_required');
    const again = await begun();
    await firstProof(again, ada.email);
    expect(errorOf(await submit(again.browser, '000000'))).toBe('invalid_code');
    const answer = await submit(again.browser, totp(secret));
    expect(answer.statusCode, answer.body).toBe(200);
    const token = await tokenAfter(again, answer.json().returnTo);
    expect((await server.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${token}` } })).json().id).toBe(ada.userId);
  });

  test('by a password requires it as well, in the same browser only', async () => {
    const { ada, secret } = await enrolled();
    await ada.call('password.set', { body: { password: 'Correct horse 7' } });
    const started = await begun();
    const answer = await started.browser.request('POST', '/v0/connections/password/submit', { json: { email: ada.email, password: 'Correct horse 7' } });
    expect(answer.json().returnTo).toContain('second_factor=true');
    expect(started.browser.cookies.has('device')).toBe(false);
    expect(errorOf(await submit((await begun()).browser, totp(secret)))).toBe('invalid_session');
    expect((await submit(started.browser, totp(secret))).statusCode).toBe(200);
    expect(started.browser.cookies.has('device')).toBe(true);
  });

  test('by a password reset code changes the password only after the second step', async () => {
    const { ada, secret } = await enrolled();
    const { db } = server.infrastructure;
    const started = await begun();
    await started.browser.request('POST', '/v0/connections/otp/init', { json: { email: ada.email } });
    const answer = await started.browser.request('POST', '/v0/connections/password/reset', { json: { code: await newestCode(db, ada.email), password: 'Remember me 5' } });
    expect(answer.json().returnTo).toContain('second_factor=true');
    const stored = () => db.selectFrom('passwords').select('user_id').where('user_id', '=', ada.userId).execute();
    expect([await stored(), (await ada.send('profile.get')).status]).toEqual([[], 200]);
    expect((await submit(started.browser, totp(secret))).statusCode).toBe(200);
    expect([(await stored()).length, (await ada.send('profile.get')).status]).toEqual([1, 401]);
  });

  test('by a mailed link requires it as well', async () => {
    const { ada, secret } = await enrolled();
    const pass = await server.infrastructure.db.transaction().execute(async (tx) => {
      await issueMagicCode(tx, { userId: ada.userId, purpose: 'test' });
      const user = await findUserById(tx, ada.userId);
      return issuePass(tx, { user_id: ada.userId, email: user!.email, phone: null, purpose: 'test' });
    });
    const started = await begun({ magic_code: pass });
    expect([started.page.pathname, started.page.searchParams.get('second_factor')]).toEqual(['/sign-in', 'true']);
    const uid = started.page.searchParams.get('uid')!;
    expect((await started.browser.request('GET', `/v0/interactions/${uid}`)).statusCode).toBe(200);
    expect(errorOf(await started.browser.request('POST', '/v0/connections/otp/init', { json: { email: ada.email } }))).toBe('invalid_session');
    const answer = await submit(started.browser, totp(secret));
    expect(await tokenAfter(started, answer.json().returnTo)).toBeTruthy();
  });

  test.each([['asking', true], ['trusted', false]] as const)('by an external provider (%s) requires it unless the provider verifies one itself', async (connection, asks) => {
    const { ada, secret } = await enrolled();
    upstream.person = { sub: `${connection}-1`, email: ada.email, email_verified: true };
    const browser = new Browser(server.app);
    const request = authorizationRequest({ connection });
    let answer = await browser.request('GET', request.url);
    for (let hops = 0; hops < 3 && !answer.headers.location?.startsWith(upstream.issuer); hops += 1) answer = await browser.request('GET', answer.headers.location!);
    const returned = await browser.navigate(await upstream.visit(answer.headers.location!));
    expect(returned.searchParams.get('second_factor')).toBe(asks ? 'true' : null);
    if (asks) expect((await submit(browser, totp(secret))).statusCode).toBe(200);
    else expect(returned.searchParams.get('code')).toBeTruthy();
  });

  test('by a passkey needs no second step', async () => {
    const { ada } = await enrolled();
    const authenticator = new Authenticator(origin);
    const { challenge } = await ada.call('passkeys.regInit', { body: {} });
    await ada.call('passkeys.regSubmit', { body: { credential: authenticator.create({ challenge }) } });
    const started = await begun();
    const options = await started.browser.request('POST', '/v0/connections/webauthn/auth_init');
    const answer = await started.browser.request('POST', '/v0/connections/webauthn/auth_submit', { json: { credential: authenticator.get({ challenge: options.json().challenge }) } });
    expect(answer.json().returnTo).not.toContain('second_factor');
  });

  test('again before an account change requires it again', async () => {
    const { ada, secret } = await enrolled();
    const started = await begun();
    await firstProof(started, ada.email);
    await tokenAfter(started, (await submit(started.browser, totp(secret))).json().returnTo);
    const request = authorizationRequest({ prompt: 'login' });
    await started.browser.navigate(request.url);
    expect(await firstProof(started, ada.email)).toContain('second_factor=true');
  });
});

describe('a second-factor code', () => {
  test('from the app works once, and invalidates earlier ones', async () => {
    const { ada, secret } = await enrolled();
    const [one, other] = [await begun(), await begun()];
    for (const each of [one, other]) await firstProof(each, ada.email);
    const code = totp(secret);
    expect((await submit(one.browser, code)).statusCode).toBe(200);
    expect(errorOf(await submit(other.browser, code))).toBe('invalid_code');
    expect(errorOf(await submit(other.browser, totp(secret, -1)))).toBe('invalid_code');
    expect((await submit(other.browser, totp(secret, 1))).statusCode).toBe(200);
  });

  test('for recovery works once, in any notation', async () => {
    const { ada, recoveryCodes } = await enrolled();
    const [one, other] = [await begun(), await begun()];
    for (const each of [one, other]) await firstProof(each, ada.email);
    expect((await submit(one.browser, recoveryCodes[0]!.toUpperCase().replace('-', ' '))).statusCode).toBe(200);
    expect(errorOf(await submit(other.browser, recoveryCodes[0]!))).toBe('invalid_code');
    expect((await ada.call('secondFactor.get')).recoveryCodesLeft).toBe(9);
    expect((await submit(other.browser, recoveryCodes[1]!)).statusCode).toBe(200);
  });

  test('may be tried five times per first factor, and five times in a quarter of an hour per network', async () => {
    const { ada, secret } = await enrolled();
    const started = await begun();
    await firstProof(started, ada.email);
    const left: unknown[] = [];
    for (let tries = 0; tries < links.oneTimeCodeTries; tries += 1) left.push((await submit(started.browser, '000000')).json().error.details?.triesLeft);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    expect(errorOf(await submit(started.browser, totp(secret)))).toBe('invalid_session');
    await server.infrastructure.db.deleteFrom('sign_in_attempts').where('kind', '=', 'code').execute();
    const again = await begun();
    await firstProof(again, ada.email);
    expect(errorOf(await submit(again.browser, totp(secret)))).toBe('too_many_requests');
    const elsewhere = new Browser(server.app, '203.0.113.9');
    await elsewhere.navigate(authorizationRequest().url);
    await firstProof({ browser: elsewhere }, ada.email);
    expect((await submit(elsewhere, totp(secret))).statusCode).toBe(200);
    expect(attemptLimits.most.factor.fromOneOrigin).toBe(5);
  });

  test('is accepted for ten minutes', async () => {
    const { ada, secret } = await enrolled();
    const started = await begun();
    await firstProof(started, ada.email);
    await server.infrastructure.db.updateTable('pending_sign_ins').set({ expires_at: new Date(Date.now() - 1) }).where('user_id', '=', ada.userId).execute();
    expect(errorOf(await submit(started.browser, totp(secret)))).toBe('invalid_session');
  });
});

describe('turning it off and renewing recovery codes', () => {
  test('require one of its codes', async () => {
    const { ada, secret, recoveryCodes } = await enrolled();
    expect(await ada.refusal('secondFactor.remove', { body: {} })).toBe('invalid_code');
    expect(await ada.refusal('secondFactor.renewCodes', { body: { code: '000000' } })).toBe('invalid_code');
    const renewed = await ada.call('secondFactor.renewCodes', { body: { code: totp(secret) } });
    expect(await ada.refusal('secondFactor.remove', { body: { code: recoveryCodes[0]! } })).toBe('invalid_code');
    await ada.call('secondFactor.remove', { body: { code: renewed.recoveryCodes[0]! } });
    expect(await ada.call('secondFactor.get')).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
    expect(await firstProof(await begun(), ada.email)).not.toContain('second_factor');
    const mails = await server.infrastructure.db.selectFrom('mails').select('template').where('recipient', '=', ada.email).execute();
    expect(mails.map(({ template }) => template)).toContain('second_factor_removed');
  });

  test('need no code in a session begun with a passkey', async () => {
    const { ada } = await enrolled();
    await server.infrastructure.db.updateTable('oidc_records').set({ payload: JSON.stringify({ accountId: ada.userId, uid: 'x', loginTs: Math.floor(Date.now() / 1000), amr: ['hwk'] }) })
      .where('model', '=', 'Session').where('uid', '=', await sessionOf(ada)).execute();
    await ada.call('secondFactor.remove', { body: {} });
    expect((await ada.call('secondFactor.get')).isOn).toBe(false);
  });
});

const keyedHash = async ({ userId }: Client, code: string): Promise<Buffer> => {
  const key = await server.infrastructure.vault.findOrCreate('identity/recovery-codes', async () => Buffer.alloc(0));
  return createHmac('sha256', key).update(`${userId}:${code.replace('-', '')}`).digest();
};

/** Argon2id with 19 MiB, two passes, one lane: OWASP's first choice. */
async function slowHashes(who: Client, codes: readonly string[]): Promise<string[]> {
  const { recovery_salt: salt } = await rowOf(who);
  const options = { salt: salt ?? Buffer.alloc(0), algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  return Promise.all(codes.map(async (code) => (await hashRaw(await keyedHash(who, code), options)).toString('hex')));
}

/** Stores the codes in the format from before migration 103. */
async function asBefore({ ada, recoveryCodes }: Pick<Enrolled, 'ada' | 'recoveryCodes'>): Promise<void> {
  const { db } = server.infrastructure;
  await db.updateTable('second_factors').set({ recovery_salt: null }).where('user_id', '=', ada.userId).execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', ada.userId).execute();
  for (const code of recoveryCodes) await db.insertInto('recovery_codes').values({ user_id: ada.userId, code_hash: await keyedHash(ada, code) }).execute();
}

async function sessionOf({ userId }: Client): Promise<string> {
  const rows = await server.infrastructure.db.selectFrom('oidc_records').select(['uid', 'payload']).where('model', '=', 'Session').execute();
  return rows.find(({ payload }) => (payload as { accountId?: string }).accountId === userId)?.uid ?? '';
}
