/** A mail server or gateway that is down: what asks people waits and is tried again, and who waits for it sees that. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser, authorizationRequest } from '../support/browser.ts';
import { Mailbox } from '../support/mailbox.ts';
import { Client, samplePdf } from './client.ts';
import { at, draft, eventsOf, openCast, sign, start, type Cast } from './transaction-world.ts';

let server: Cast['server'];
let ada: Client;
let bea: Client;
let mailbox: Mailbox | undefined;
let port: number;
let gateway: Server;
/** What the gateway answers. */
let answer = 503;

beforeAll(async () => {
  // A port that is this test's, and where nothing listens yet.
  mailbox = await Mailbox.open();
  const { url } = mailbox;
  port = Number(new URL(url).port);
  gateway = createServer((request, response) => request.resume().on('end', () => response.writeHead(answer).end()));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  ({ server, ada, bea } = await openCast({
    SMTP_URL: url, SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`, RUN_JOBS: 'true', LOG_LEVEL: 'silent',
  }));
});
afterAll(async () => {
  await server.close();
  await mailbox?.close();
  await new Promise((resolve) => gateway.close(resolve));
});

const mailServerGoes = async (): Promise<void> => {
  await mailbox?.close();
  mailbox = undefined;
};
const mailServerComes = async (): Promise<Mailbox> => (mailbox = await Mailbox.open(port));

/** What is left of the tests before it waits no longer, and the mail server is known to be there. */
async function nothingWaits(): Promise<void> {
  if (mailbox === undefined) await mailServerComes();
  await until(async () => expect(await server.foundation.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()).toEqual([]));
}

/** The queue waits longer after each failure; the test does not. */
const tryAgain = () => server.foundation.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
const until = (check: () => Promise<void>) => vi.waitFor(async () => {
  await tryAgain();
  await check();
}, { timeout: 20_000, interval: 250 });
const deliveriesOf = async (id: string) => (await ada.call('transactions.get', at({ id }))).recipients.map(({ delivery }) => delivery);
const ask = async (recipients: string[], more = {}) => start(ada, await draft(ada, recipients, more));

async function lateFor(email: string): Promise<unknown> {
  const browser = new Browser(server.app);
  await browser.navigate(authorizationRequest().url);
  const response = await browser.request('POST', '/v0/connections/otp/init', { json: { email } });
  expect(response.statusCode).toBe(200);
  return response.json().late;
}

test('the sender sees that an invitation waits, and that it went out once the mail server is back', async () => {
  await mailServerGoes();
  const sent = await ask(['bea@example.org', 'carl@example.org']);
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['waiting', null]));
  expect((await ada.call('transactions.list')).transactions.find(({ id }) => id === sent.id)?.recipients[0]?.delivery).toBe('waiting');
  const told = (await eventsOf(server, ada.userId, sent.id)).filter((type) => type === 'transaction_updated').length;
  const there = await mailServerComes();
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent', null]));
  expect(there.to('bea@example.org')).toHaveLength(1);
  // Nobody has to look again for it.
  expect((await eventsOf(server, ada.userId, sent.id)).filter((type) => type === 'transaction_updated')).toHaveLength(told + 1);
});

test('one that goes out at once is no news, and one that is refused for good is', async () => {
  await mailServerGoes();
  const there = await mailServerComes();
  const sent = await ask(['dora@example.org']);
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent']));
  const before = await eventsOf(server, ada.userId, sent.id);
  there.refuse(true, 550);
  await ada.call('transactions.remind', { ...at(sent), body: { userId: sent.recipients[0]!.id, title: 'Please', message: 'Soon' } });
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['failed']));
  expect((await eventsOf(server, ada.userId, sent.id)).slice(before.length)).toEqual(['transaction_updated']);
  there.refuse(false);
});

test('whoever takes the place of somebody inherits no word of their mail', async () => {
  const there = mailbox ?? await mailServerComes();
  there.refuse(true, 550);
  const sent = await ask(['gone@example.org', 'later@example.org'], { options: { allowSignerReassignment: true } });
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['failed', null]));
  there.refuse(false);
  const changed = await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: { email: 'here@example.org' }, reason: 'Other address' } });
  expect(changed.recipients[0]?.delivery).not.toBe('failed');
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent', null]));
});

test('the same holds for a text message', async () => {
  answer = 503;
  const sent = await ask([], { recipients: [{ phone: '+4915100000055', firstName: 'Tina' }] });
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['waiting']));
  answer = 200;
  await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent']));
});

describe.each(['files', 'transactions', 'templates'] as const)('sharing of %s', (kind) => {
  const resourceOf = async (): Promise<string> => {
    if (kind === 'transactions') return (await draft(ada, ['sig@example.org'])).id;
    const { id } = await ada.addFile(samplePdf(kind));
    return kind === 'files' ? id : (await ada.call('templates.create', { body: { name: 'Lease', fileIds: [id], recipients: [{ role: 'Tenant' }] } })).id;
  };
  const deliveries = async (id: string) => {
    const { participants } = await ada.call(`${kind}.getShare`, at({ id }));
    return Object.fromEntries(participants.map(({ email, delivery }) => [email, delivery]));
  };
  const share = (id: string, email: string) => ada.call(`${kind}.share`, { ...at({ id }), body: { participants: [{ email }] } });

  test('the owner sees whose message waits, and that it went out', async () => {
    await nothingWaits();
    await mailServerGoes();
    const id = await resourceOf();
    const reader = `${kind}@example.org`;
    await share(id, reader);
    await until(async () => expect(await deliveries(id)).toEqual({ 'ada@example.org': null, [reader]: 'waiting' }));
    const told = (await eventsOf(server, ada.userId, id)).length;
    const there = await mailServerComes();
    await until(async () => expect(await deliveries(id)).toEqual({ 'ada@example.org': null, [reader]: 'sent' }));
    expect(there.to(reader)).toHaveLength(1);
    // Nobody has to look again for it.
    expect((await eventsOf(server, ada.userId, id)).slice(told)).toEqual(['resource_shared']);
  });

  test('one that is refused for good is said, and another share of the same thing has its own word', async () => {
    await nothingWaits();
    const there = mailbox!;
    const id = await resourceOf();
    there.refuse(true, 550);
    await share(id, 'gone@example.org');
    await until(async () => expect((await deliveries(id))['gone@example.org']).toBe('failed'));
    there.refuse(false);
    await share(id, 'here@example.org');
    await until(async () => expect(await deliveries(id)).toMatchObject({ 'gone@example.org': 'failed', 'here@example.org': 'sent' }));
    // Taken back and given again: the newest message counts.
    const { participants } = await ada.call(`${kind}.getShare`, at({ id }));
    await ada.call(`${kind}.stopSharing`, { ...at({ id }), body: { participants: [participants.find(({ email }) => email === 'gone@example.org')!.id] } });
    await share(id, 'gone@example.org');
    await until(async () => expect(await deliveries(id)).toMatchObject({ 'gone@example.org': 'sent' }));
  });
});

describe('of how it ended the sender sees whose message waits', () => {
  test('canceled: of whoever was asked', async () => {
    await nothingWaits();
    const sent = await ask(['bea@example.org', 'carl@example.org']);
    await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent', null]));
    await mailServerGoes();
    await ada.call('transactions.cancel', at(sent));
    // No word of the invitation any more.
    expect(await deliveriesOf(sent.id)).not.toContain('sent');
    await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['waiting', null]));
    const told = (await eventsOf(server, ada.userId, sent.id)).length;
    await mailServerComes();
    await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent', null]));
    expect((await eventsOf(server, ada.userId, sent.id)).slice(told)).toEqual(['transaction_updated']);
  });

  test('completed: of everybody, also of the sender who signs too and gets one message', async () => {
    await nothingWaits();
    const sent = await ask(['bea@example.org', 'ada@example.org']);
    await sign(bea, sent);
    await nothingWaits();
    await mailServerGoes();
    const done = await sign(ada, sent);
    expect(done.status).toBe('completed');
    await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['waiting', 'waiting']));
    const there = await mailServerComes();
    await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['sent', 'sent']));
    expect(['bea@example.org', 'ada@example.org'].map((each) => there.to(each).length)).toEqual([1, 1]);
  });

  test('declined: nobody but the sender is told, so nothing waits', async () => {
    await nothingWaits();
    mailbox!.refuse(true, 550);
    const sent = await ask(['bea@example.org', 'carl@example.org']);
    await until(async () => expect(await deliveriesOf(sent.id)).toEqual(['failed', null]));
    mailbox!.refuse(false);
    await bea.call('transactions.decline', { ...at(sent), body: { reason: 'No' } });
    expect(await deliveriesOf(sent.id)).toEqual([null, null]);
  });
});

test('who asks for a code is told that mail is late, whether the address is known or not, until it is not', async () => {
  await nothingWaits();
  expect(await lateFor('ada@example.org')).toBe(false);
  await mailServerGoes();
  expect(await Promise.all(['ada@example.org', 'nobody@example.org'].map(lateFor))).toEqual([true, true]);
  await nothingWaits();
  expect(await lateFor('ada@example.org')).toBe(false);
});

test('the answer waits for the first try: nobody has to be the one who finds out for the others', async () => {
  await nothingWaits();
  const there = mailbox!;
  there.refuse(true);
  there.hold(true);
  const late = lateFor('carl@example.org');
  await vi.waitFor(() => expect(there.held).toBe(1), { timeout: 10_000 });
  there.hold(false);
  expect(await late).toBe(true);
  there.refuse(false);
});

test('a mail server that is slow to answer is not waited for', async () => {
  await nothingWaits();
  const there = mailbox!;
  there.hold(true);
  expect(await Promise.all(['bea@example.org', 'stranger@example.org'].map(lateFor))).toEqual([false, false]);
  // Nothing has come yet: it was not waited for.
  expect(await server.foundation.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()).toHaveLength(2);
  there.hold(false);
  await nothingWaits();
});

test('who asks for the code of a certificate, or for the link that proves an address or a number, is told that it waits', async () => {
  await nothingWaits();
  const grace = await Client.signIn(server, 'grace@example.org');
  await grace.call('profile.update', { body: { email: 'hopper@example.org', phone: '+4915100000066' } });
  const callback = { body: { callback: '/verify' } };
  const lates = async () => [
    (await grace.call('certificates.sendCode', {})).late,
    (await grace.call('auth.sendVerificationEmail', callback)).late,
    (await grace.call('auth.sendVerificationSms', callback)).late,
  ];
  answer = 200;
  expect(await lates()).toEqual([false, false, false]);
  await mailServerGoes();
  answer = 503;
  expect(await lates()).toEqual([true, true, true]);
  answer = 200;
  const there = await mailServerComes();
  await nothingWaits();
  expect(there.to('grace@example.org')).toHaveLength(1);
  expect(there.to('hopper@example.org')).toHaveLength(1);
  expect(await lates()).toEqual([false, false, false]);
});
