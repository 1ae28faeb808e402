/** An installation that takes addresses with a part after a plus sign for the same person (`PLUS_ADDRESSES=same`). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { authorizationRequest, Browser } from '../support/browser.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;
beforeAll(async () => {
  server = await startTestApp({ PLUS_ADDRESSES: 'same' });
  ada = new Client(server, 'ada@example.org', await server.signIn('ada@example.org'));
});
afterAll(() => server.close());

test('a recipient is reached at the address without the suffix', async () => {
  const { id } = await ada.call('transactions.create', { body: { name: 'Lease' } });
  const { recipients } = await ada.call('transactions.update', { params: { id }, body: { recipients: [{ email: 'Bea+rent@example.org', firstName: 'Bea' }] } });
  expect(recipients.map(({ email }) => email)).toEqual(['Bea@example.org']);
});

test('whoever signs in with the suffix has the account without it', async () => {
  const again = await server.signIn('ada+work@example.org');
  expect(again.userId).toBe(ada.userId);
});

test('the code to sign in goes to the address without the suffix', async () => {
  const browser = new Browser(server.app);
  await browser.request('GET', authorizationRequest({}).url);
  expect((await browser.request('POST', '/v0/connections/otp/init', { json: { email: 'ada+new@example.org' } })).statusCode).toBe(200);
  const mails = await server.infrastructure.db.selectFrom('mails').select('recipient').execute();
  expect(mails).toEqual([{ recipient: 'ada@example.org' }]);
});
