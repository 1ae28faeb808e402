/** Passwords that are refused (L13): common ones, the person's own name, and those known from breaches. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { authorizationRequest, Browser } from '../../tests/support/browser.ts';
import { newestCode } from '../../tests/support/sign-in-by-code.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Implements the Pwned Passwords range protocol: hash suffixes for a prefix, padded with entries of count 0. */
class RangeService {
  requests: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  breached: string[] = [];
  padding: string[] = [];
  answer: 'range' | 'nonsense' | 'failure' | 'silence' = 'range';
  readonly #server: Server = createServer((request, response) => {
    this.requests.push({ url: request.url, headers: request.headers });
    if (this.answer === 'silence') return;
    if (this.answer === 'failure') return void response.writeHead(503).end();
    if (this.answer === 'nonsense') return void response.end('<html>nothing here</html>');
    const beginning = request.url?.split('/').at(-1) ?? '';
    const lines = (passwords: string[], count: number) => passwords.map(hashOf).filter((hash) => hash.startsWith(beginning)).map((hash) => `${hash.slice(5)}:${count}`);
    response.end([...lines(this.breached, 42), ...lines(this.padding, 0), `${'0'.repeat(35)}:7`].join('\r\n'));
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/range/`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => void this.#server.close(resolve));
  }
}

const hashOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();

const service = new RangeService();
let server: TestApp;
let alone: TestApp;
beforeAll(async () => {
  server = await startTestApp({ PASSWORD_BREACH_URL: await service.open(), LOG_LEVEL: 'silent' });
  alone = await startTestApp();
});
afterEach(() => Object.assign(service, { requests: [], breached: [], padding: [], answer: 'range' }));
afterAll(async () => {
  await Promise.all([server.close(), alone.close()]);
  await service.close();
});

let number = 0;
const choose = async (password: string, at = server, email = `chooser${(number += 1)}@example.org`) => {
  const { status, body } = await (await Client.signIn(at, email, { firstName: 'Wilhelmina', lastName: 'Fitzgerald' })).send('password.set', { body: { password } });
  return status === 204 ? 'taken' : (body as { error: { code: string } }).error.code;
};

describe('passwords that are guessed first', () => {
  test.each(['Password1', 'Qwerty123', 'P@ssw0rd1', 'Sunshine2024', 'Iloveyou99', '123Dragon!', 'Monkey1234'])('rejects %s', async (password) => {
    expect(await choose(password, alone)).toBe('password_common');
  });

  test.each(['Correct horse 7', 'Another one 8', 'kT9 vmbe Qzl', 'Übermorgen7regnet', 'passwordA longer than that 1'])('accepts %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  test.each(['Wilhelmina77', 'Fitzgerald1', '7.Wilhelmina.7'])('rejects %s for a person of that name', async (password) => {
    expect(await choose(password, alone)).toBe('password_common');
  });

  test.each(['Countersign1', '2030.Localhost', 'COUNTERsign 77'])('rejects %s, which contains the name of the installation', async (password) => {
    expect(await choose(password, alone)).toBe('password_common');
  });

  test('rejects it with a mailed code, too, and keeps the code valid', async () => {
    const { db } = alone.infrastructure;
    await Client.signIn(alone, 'forgot@example.org');
    const browser = new Browser(alone.app);
    await browser.navigate(authorizationRequest().url);
    await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'forgot@example.org' } });
    const code = await newestCode(db, 'forgot@example.org');
    const reset = (password: string) => browser.request('POST', '/v0/connections/password/reset', { json: { code, password } });
    expect([(await reset('Password1')).statusCode, (await reset('Password1')).json().error.code]).toEqual([422, 'password_common']);
    expect((await reset('Correct horse 7')).statusCode).toBe(200);
  });
});

describe('the service of breached passwords', () => {
  const known = 'Known from a breach 1';

  test('receives only five characters of the hash', async () => {
    service.breached = [known];
    expect(await choose(known)).toBe('password_breached');
    expect(await choose('Correct horse 7')).toBe('taken');
    expect(service.requests.map(({ url }) => url)).toEqual([`/range/${hashOf(known).slice(0, 5)}`, `/range/${hashOf('Correct horse 7').slice(0, 5)}`]);
    expect(service.requests[0]?.headers).toMatchObject({ 'add-padding': 'true' });
  });

  test('ignores padding entries', async () => {
    service.padding = [known];
    expect(await choose(known)).toBe('taken');
  });

  test.each(['failure', 'nonsense', 'silence'] as const)('does not block a new password when it answers with %s', async (answer) => {
    service.answer = answer;
    service.breached = [known];
    const begun = Date.now();
    expect(await choose(known)).toBe('taken');
    expect(Date.now() - begun).toBeLessThan(10_000);
  });

  test('is not queried for a password that is rejected anyway', async () => {
    expect(await choose('Password1')).toBe('password_common');
    expect(service.requests).toEqual([]);
  });
});
