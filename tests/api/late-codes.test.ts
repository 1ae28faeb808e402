/** Codes and links that people ask for themselves: whoever waits is told that they come late, or never. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Browser, authorizationRequest } from '../support/browser.ts';
import { Client } from './client.ts';
import { OutageWorld } from './outage-world.ts';
import { at, contact, draft, start } from './transaction-world.ts';

let world: OutageWorld;
let ada: Client;
let bea: Client;

beforeAll(async () => {
  world = await OutageWorld.open();
  ({ ada, bea } = world.transactions);
});
beforeEach(async () => {
  world.gatewayAnswers = 200;
  await world.nothingWaits();
});
afterAll(() => world.close());

describe('a sign-in code', () => {
  async function lateFor(email: string): Promise<unknown> {
    const browser = new Browser(world.transactions.server.app);
    await browser.navigate(authorizationRequest().url);
    const response = await browser.request('POST', '/v0/connections/otp/init', { json: { email } });
    expect(response.statusCode).toBe(200);
    return response.json().late;
  }

  test('is reported as delayed, for known and unknown addresses, until mail goes out again', async () => {
    expect(await lateFor('ada@example.org')).toBe(false);
    await world.mailServerGoes();
    expect(await Promise.all(['ada@example.org', 'nobody@example.org'].map(lateFor))).toEqual([true, true]);
    await world.nothingWaits();
    expect(await lateFor('ada@example.org')).toBe(false);
  });

  test('is reported as delayed to the first caller: the response waits for the first attempt', async () => {
    const there = world.mailbox;
    there.refuse(true);
    there.hold(true);
    const late = lateFor('carl@example.org');
    await vi.waitFor(() => expect(there.held).toBe(1), { timeout: 10_000 });
    there.hold(false);
    expect(await late).toBe(true);
    there.refuse(false);
  });

  test('does not block on a slow mail server', async () => {
    const there = world.mailbox;
    there.hold(true);
    // Longer than the answer may wait, and shorter than the patience of the test.
    const slow = new Promise<'slow'>((resolve) => {
      setTimeout(() => resolve('slow'), 20_000).unref();
    });
    const answers = Promise.all(['bea@example.org', 'stranger@example.org'].map(lateFor));
    expect(await Promise.race([answers, slow])).toEqual([false, false]);
    // Nothing has come yet: it was not waited for.
    expect(await world.transactions.server.infrastructure.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()).toHaveLength(2);
    there.hold(false);
  }, 40_000);
});

const phone = '+4915100000077';
const callback = { body: { callback: '/verify' } };
/** Somebody with an address and a number that are not proven. */
async function unproven(name: string, number: string): Promise<Client> {
  const person = await Client.signIn(world.transactions.server, `${name}@example.org`);
  await person.call('profile.update', { body: { email: `${name}@elsewhere.example.org`, phone: number } });
  return person;
}

test('certificate codes and verification links are reported as delayed and arrive later', async () => {
  const grace = await unproven('grace', '+4915100000066');
  const lates = async () => [
    (await grace.call('certificates.sendCode', {})).late,
    (await grace.call('auth.sendVerificationEmail', callback)).late,
    (await grace.call('auth.sendVerificationSms', callback)).late,
  ];
  expect(await lates()).toEqual([false, false, false]);
  await world.mailServerGoes();
  world.gatewayAnswers = 503;
  expect(await lates()).toEqual([true, true, true]);
  world.gatewayAnswers = 200;
  const there = await world.mailServerComes();
  await world.nothingWaits();
  expect(there.to('grace@example.org')).toHaveLength(1);
  expect(there.to('grace@elsewhere.example.org')).toHaveLength(1);
  expect(await lates()).toEqual([false, false, false]);
});

/** Who is to show who they are, and wants to do it with a telephone. */
async function checked() {
  const sent = await start(ada, await draft(ada, [], { recipients: [contact(bea.email, { identityRequirements: ['selfie'] })] }));
  await bea.call('identityChecks.begin', at(sent));
  return sent;
}

test.each([[200, false], [503, true]])('reports a text message with a link as delayed or failed when the gateway answers %i', async (status, late) => {
  const sent = await checked();
  world.gatewayAnswers = status;
  expect(await ada.call('media.uploadSendSms', { body: { type: 'signature', phone } })).toEqual({ late });
  expect(await bea.call('identityChecks.sendSms', { ...at(sent), body: { phone } })).toEqual({ late });
});

test('a permanent rejection is an error, and nothing stays queued', async () => {
  const sent = await checked();
  const hedy = await unproven('hedy', '+4915100000078');
  world.gatewayAnswers = 400;
  world.mailbox.refuse(true, 550);
  expect(await Promise.all([
    ada.refusal('media.uploadSendSms', { body: { type: 'signature', phone } }),
    bea.refusal('identityChecks.sendSms', { ...at(sent), body: { phone } }),
    hedy.refusal('auth.sendVerificationSms', callback),
    hedy.refusal('auth.sendVerificationEmail', callback),
    hedy.refusal('certificates.sendCode', {}),
  ])).toEqual(['unable_to_send_sms', 'unable_to_send_sms', 'unable_to_send_sms', 'unable_to_send_email', 'unable_to_send_email']);
  world.mailbox.refuse(false);
});
