/** Proving addresses, pictures from a telephone, text messages, and leaving for good. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { continueDeletion, finishDeletion } from '#server/services/people/account-deletion.ts';
import { foldLists } from '#server/services/lists/check-lists.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import { Client, samplePdf, samplePng } from './client.ts';
import { enroll } from './real-signing.ts';
import { contact, eventsOf, mailsTo } from './transaction-world.ts';

let server: TestApp;
let ada: Client;

beforeAll(async () => {
  server = await startTestApp({ MAX_MEDIA_PER_KIND: '2' });
  ada = await Client.signIn(server, 'ada@example.org');
});
afterAll(() => server.close());

const nobody = () => new Client(server, '', null);
const textsTo = async (phone: string) => (await server.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', phone).orderBy('created_at').execute());
const ticketIn = (text: string): string => new URL(/http\S+/.exec(text)![0]).searchParams.get('ticket')!;

describe('an e-mail address', () => {
  const mailed = async (address: string) => ticketIn((await mailsTo(server, address)).findLast((each) => each.template === 'email_verification')!.text);

  test('changes when the new one is verified with a ticket that works once', async () => {
    const person = await Client.signIn(server, 'before@example.org');
    expect(await person.refusal('auth.sendVerificationEmail', { body: { callback: '/verify' } })).toBe('email_already_verified');
    expect(await person.call('profile.update', { body: { email: 'After@example.org' } })).toMatchObject({ email: 'before@example.org', pendingEmail: 'after@example.org', emailVerified: true });
    await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    const text = (await mailsTo(server, 'after@example.org')).at(-1)!.text;
    expect(text).toMatch(/http:\/\/localhost:3000\/verify\?ticket=[\w-]+&verification_type=email/);
    const ticket = ticketIn(text);
    expect(await person.refusal('auth.verifyPhone', { query: { ticket } })).toBe('invalid_link');
    await person.call('auth.verifyEmail', { query: { ticket } });
    expect(await person.call('profile.get')).toMatchObject({ email: 'after@example.org', emailVerified: true, pendingEmail: null });
    expect(await person.refusal('auth.verifyEmail', { query: { ticket } })).toBe('invalid_link');
    expect(await person.refusal('auth.verifyEmail', { query: { ticket: 'made-up' } })).toBe('invalid_link');
  });

  test('H3: of another person is not taken over when that person opens a link', async () => {
    const mallory = await Client.signIn(server, 'mallory@example.org', { firstName: 'Mallory', lastName: 'Roe' });
    await mallory.call('profile.update', { body: { email: 'victim@corp.example' } });
    await mallory.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    const { text } = (await mailsTo(server, 'victim@corp.example')).at(-1)!;
    expect(text).toContain('Mallory Roe (mallory@example.org)');
    const ticket = ticketIn(text);
    expect(await nobody().refusal('auth.verifyEmail', { query: { ticket } })).toBe('unauthorized');
    const other = await Client.signIn(server, 'victims-other@example.org');
    expect(await other.refusal('auth.verifyEmail', { query: { ticket } })).toBe('permission_denied');
    expect(await mallory.call('profile.get')).toMatchObject({ email: 'mallory@example.org', pendingEmail: 'victim@corp.example' });
    const victim = await Client.signIn(server, 'victim@corp.example');
    expect(victim.userId).not.toBe(mallory.userId);
    // Nobody spent it; it is worth nothing any more, since the address has its owner.
    expect(await mallory.refusal('auth.verifyEmail', { query: { ticket } })).toBe('unable_to_set_email');
  });

  test('L5: takes its certificates along when it changes', async () => {
    const person = await Client.signIn(server, 'certified@example.org');
    await enroll(person);
    await person.call('profile.update', { body: { email: 'certified2@example.org' } });
    expect((await person.call('certificates.list')).certificates).toMatchObject([{ email: 'certified@example.org', revokedAt: null }]);
    await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    await person.call('auth.verifyEmail', { query: { ticket: await mailed('certified2@example.org') } });
    expect((await person.call('certificates.list')).certificates).toMatchObject([{ email: 'certified@example.org', revokedAt: expect.any(String) }]);
  });

  test('is not reserved before verification, and belongs to whoever verifies it first', async () => {
    const [one, other] = [await Client.signIn(server, 'one@example.org'), await Client.signIn(server, 'other@example.org')];
    for (const person of [one, other]) {
      await person.call('profile.update', { body: { email: 'wanted@example.org' } });
      await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    }
    const tickets = (await mailsTo(server, 'wanted@example.org')).map((each) => ticketIn(each.text));
    const answers = await Promise.all([one, other].map((person, index) => person.send('auth.verifyEmail', { query: { ticket: tickets[index]! } })));
    expect(answers.map((each) => each.status).sort()).toEqual([204, 409]);
    const third = await Client.signIn(server, 'third@example.org');
    expect(await third.refusal('profile.update', { body: { email: 'wanted@example.org' } })).toBe('unable_to_set_email');
  });

  test('is not verified by the ticket of an earlier request, nor by an expired one', async () => {
    const person = await Client.signIn(server, 'wish@example.org');
    await person.call('profile.update', { body: { email: 'wish1@example.org' } });
    await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    const old = await mailed('wish1@example.org');
    await person.call('profile.update', { body: { email: 'wish2@example.org' } });
    expect(await person.refusal('auth.verifyEmail', { query: { ticket: old } })).toBe('invalid_link');
    await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    await server.infrastructure.db.updateTable('verifications').set({ expires_at: new Date(Date.now() - 1) }).where('user_id', '=', person.userId).execute();
    expect(await person.refusal('auth.verifyEmail', { query: { ticket: await mailed('wish2@example.org') } })).toBe('invalid_link');
  });

  test('cannot be probed for other accounts without limit', async () => {
    const person = await Client.signIn(server, 'curious@example.org');
    await person.call('profile.update', { body: { email: 'Curious@example.org' } });
    const wish = (number: number) => person.send('profile.update', { body: { email: number % 2 === 0 ? 'ada@example.org' : `free${number}@example.org` } });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => wish(index)));
    expect(answers.filter((each) => each.status === 429)).toHaveLength(2);
    expect(await person.call('profile.update', { body: { theme: 'dark' } })).toMatchObject({ theme: 'dark' });
  });

  test('gets no verification mail if none was named', async () => {
    const person = await Client.signIn(server, 'unnamed@example.org');
    await server.infrastructure.db.updateTable('users').set({ email: null, email_verified: false }).where('id', '=', person.userId).execute();
    expect(await person.refusal('auth.sendVerificationEmail', { body: { callback: '/verify' } })).toBe('unable_to_send_email');
  });

  test('gets a limited number of verification mails, with no link to another site', async () => {
    const person = await Client.signIn(server, 'often@example.org');
    await person.call('profile.update', { body: { email: 'often2@example.org' } });
    for (const callback of ['https://elsewhere.example/verify', '//elsewhere.example', 'javascript:alert(1)']) {
      expect(await person.refusal('auth.sendVerificationEmail', { body: { callback } })).toBe('request_validation_error');
    }
    const sent = await Promise.all(Array.from({ length: 7 }, () => person.send('auth.sendVerificationEmail', { body: { callback: '/verify' } })));
    expect(sent.map((each) => each.status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

describe('a phone number', () => {
  test('is verified by text message, by one person only', async () => {
    const [one, other] = [await Client.signIn(server, 'p1@example.org'), await Client.signIn(server, 'p2@example.org')];
    expect(await one.refusal('auth.sendVerificationSms', { body: { callback: '/verify' } })).toBe('unable_to_send_sms');
    for (const person of [one, other]) {
      await person.call('profile.update', { body: { phone: '+49 151 0000001' } });
      await person.call('auth.sendVerificationSms', { body: { callback: '/verify' } });
    }
    const [first, second] = (await textsTo('+491510000001')).map((each) => each.body);
    expect(first).toMatch(/verification_type=phone/);
    // H3: the message names who asks, and its link is for them alone.
    expect(first).toContain('p1@example.org');
    expect(await nobody().refusal('auth.verifyPhone', { query: { ticket: ticketIn(first!) } })).toBe('unauthorized');
    expect(await other.refusal('auth.verifyPhone', { query: { ticket: ticketIn(first!) } })).toBe('permission_denied');
    await one.call('auth.verifyPhone', { query: { ticket: ticketIn(first!) } });
    expect(await other.refusal('auth.verifyPhone', { query: { ticket: ticketIn(second!) } })).toBe('unable_to_set_phone');
    expect(await one.call('profile.get')).toMatchObject({ phone: '+491510000001', phoneVerified: true });
    expect(await one.refusal('auth.sendVerificationSms', { body: { callback: '/verify' } })).toBe('phone_already_verified');
    expect(await one.call('profile.update', { body: { phone: '+491510000002' } })).toMatchObject({ phoneVerified: false });
  });
});

test('unsent text messages are shown on the local machine', async () => {
  const person = await Client.signIn(server, 'reader@example.org');
  await person.call('media.uploadSendSms', { body: { type: 'photo', phone: '+4915100009' } });
  const page = await server.app.inject({ method: 'GET', url: '/outbox/texts' });
  expect(page.body).toContain('+4915100009');
  expect(page.body).toContain('<a href="http://localhost:3000/photos/photo_capturing?ticket=');
  const elsewhere = await server.app.inject({ method: 'GET', url: '/outbox/texts', remoteAddress: '192.0.2.1' });
  expect(elsewhere.statusCode).toBe(404);
});

describe('a picture uploaded from a phone', () => {
  const send = async (person: Client, phone: string) => {
    await person.call('media.uploadSendSms', { body: { type: 'signature', phone } });
    return ticketIn((await textsTo(phone)).at(-1)!.body);
  };
  const put = async (ticket: string) => {
    const { url, imageRef } = await nobody().call('media.uploadUrl', { query: { ticket }, body: { mimeType: 'image/png' } });
    await nobody().put(url, samplePng(), 'image/png');
    return imageRef;
  };

  test('arrives once by a link in the media of its requester', async () => {
    const person = await Client.signIn(server, 'desk@example.org');
    const ticket = await send(person, '+4915100001');
    expect((await textsTo('+4915100001')).at(-1)!.body).toContain('http://localhost:3000/signatures/editor?ticket=');
    const imageRef = await put(ticket);
    const id = newId();
    expect(await nobody().refusal('media.create', { query: { ticket }, body: { imageRef, type: 'photo', fillType: 'smartphone' } })).toBe('request_validation_error');
    const body = { id, imageRef, type: 'signature' as const, fillType: 'smartphone' as const };
    const made = await nobody().call('media.create', { query: { ticket }, body });
    expect(made).toMatchObject({ id, ownerId: person.userId, fillType: 'smartphone' });
    expect((await person.call('media.list')).list.map((each) => each.id)).toEqual([id]);
    // The answer got lost: the same again, and nothing more.
    expect(await nobody().call('media.create', { query: { ticket }, body })).toEqual(made);
    expect(await nobody().refusal('media.create', { query: { ticket }, body: { imageRef: await put(ticket), type: 'signature' } })).toBe('invalid_token');
  });

  test('needs a valid ticket, which opens nothing else', async () => {
    const ticket = await send(ada, '+4915100002');
    expect(await nobody().refusal('media.uploadUrl', { query: { ticket: 'made-up' }, body: { mimeType: 'image/png' } })).toBe('invalid_token');
    expect(await nobody().refusal('media.uploadUrl', { body: { mimeType: 'image/png' } })).toBe('unauthorized');
    expect((await nobody().send('media.list', { query: { ticket } })).status).toBe(401);
    await server.infrastructure.db.updateTable('capture_tickets').set({ expires_at: new Date(Date.now() - 1) }).where('user_id', '=', ada.userId).execute();
    expect(await nobody().refusal('media.uploadUrl', { query: { ticket }, body: { mimeType: 'image/png' } })).toBe('invalid_token');
  });

  test('is rejected for avatars, above the size limit, and beyond the number of open links', async () => {
    const person = await Client.signIn(server, 'full@example.org');
    for (const body of [{ phone: '+4915100003' }, { type: 'avatar', phone: '+4915100003' }, { type: 'photo', phone: 'x' }]) {
      expect((await person.send('media.uploadSendSms', { body })).status).toBe(400);
    }
    const sent = await Promise.all(Array.from({ length: 7 }, () => person.send('media.uploadSendSms', { body: { type: 'photo', phone: '+4915100003' } })));
    expect(sent.filter((each) => each.status === 429)).toHaveLength(2);
    const crowded = await Client.signIn(server, 'crowded@example.org');
    for (let index = 0; index < 2; index += 1) {
      const { url, imageRef } = await crowded.call('media.uploadUrl', { body: { mimeType: 'image/png' } });
      await crowded.put(url, samplePng(), 'image/png');
      await crowded.call('media.create', { body: { imageRef } });
    }
    expect(await crowded.refusal('media.uploadSendSms', { body: { type: 'signature', phone: '+4915100004' } })).toBe('limit_exceeded');
  });
});

test('remembers that a passkey was offered', async () => {
  expect((await ada.call('profile.passkeyPromotion')).attributes.passkeyOfferDate).not.toBeNull();
});

describe('text messages', () => {
  let gateway: Server;
  let answers: number[];
  const received: { authorization: string | undefined; body: { id: string; to: string; text: string } }[] = [];
  let sending: TestApp;

  beforeAll(async () => {
    gateway = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => { text += chunk; });
      request.on('end', () => {
        received.push({ authorization: request.headers.authorization, body: JSON.parse(text) });
        response.writeHead(answers.shift() ?? 202).end();
      });
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    sending = await startTestApp({ SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/texts`, SMS_TOKEN: 'the-token', RUN_JOBS: 'true' });
  });
  afterAll(async () => {
    await sending.close();
    await new Promise((resolve) => gateway.close(resolve));
  });

  const statusOf = async (phone: string) => (await sending.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', phone).executeTakeFirst());
  const until = async (phone: string, status: string): Promise<void> => {
    await expect.poll(async () => (await statusOf(phone))?.status, { timeout: 15_000 }).toBe(status);
  };

  test('go to the gateway, are retried while it is down, and fail when it rejects them', async () => {
    const person = await Client.signIn(sending, 'texting@example.org');
    answers = [503, 200];
    await person.call('media.uploadSendSms', { body: { type: 'photo', phone: '+4915200001' } });
    await until('+4915200001', 'sent');
    expect(received.map((each) => each.body.to)).toEqual(['+4915200001', '+4915200001']);
    expect(received[0]).toEqual(received[1]);
    expect(received[0]!.authorization).toBe('Bearer the-token');
    expect(await statusOf('+4915200001')).toMatchObject({ body: '', attempts: 2 });
    answers = [422];
    expect(await person.refusal('media.uploadSendSms', { body: { type: 'photo', phone: '+4915200002' } })).toBe('unable_to_send_sms');
    await until('+4915200002', 'failed');
    expect(received).toHaveLength(3);
  }, 40_000);
});

describe('deleting an account', () => {
  const leave = async (person: Client): Promise<void> => {
    await person.call('auth.deleteUser');
    await finishDeletion(server.infrastructure, person.userId);
  };

  test('deletes everything of the person, and leaves what belongs to others', async () => {
    const person = await Client.signIn(server, 'leaver@example.org');
    const friend = await Client.signIn(server, 'friend@example.org');
    const file = await person.addFile();
    const body = (await server.infrastructure.db.selectFrom('file_versions').select('body_ref').where('file_id', '=', file.id).executeTakeFirstOrThrow()).body_ref;
    const sent = await person.call('transactions.create', { body: { name: 'Sent', fileIds: [file.id], recipients: [contact('friend@example.org')] } });
    await server.infrastructure.db.updateTable('transactions').set({ status: 'pending' }).where('id', '=', sent.id).execute();
    await server.infrastructure.db.updateTable('recipients').set({ invited_at: new Date(), user_id: friend.userId }).where('transaction_id', '=', sent.id).execute();
    const received = await friend.call('transactions.create', { body: { name: 'Received', recipients: [contact('leaver@example.org')] } });
    await person.call('contacts.create', { body: { email: 'friend@example.org' } });
    await person.call('apps.create', { body: { name: 'Robot' } });
    await person.call('templates.create', { body: { name: 'Mine' } });
    const own = await person.call('organizations.create', { body: { name: 'Alone' } });
    const joined = await friend.call('organizations.create', { body: { name: 'Together' } });
    await friend.call('organizations.invite', { params: { id: joined.id }, body: { members: [{ email: 'leaver@example.org' }] } });
    await person.call('invites.accept', { params: { id: (await person.call('invites.list')).invites[0]!.id } });
    const shared = await person.call('transactions.create', { query: { orgId: joined.id }, body: { name: 'For us' } });
    await person.call('templates.create', { query: { orgId: own.id }, body: { name: 'In my organization' } });
    const template = await person.call('templates.create', { query: { orgId: joined.id }, body: { name: 'For us' } });

    await leave(person);
    expect(await person.refusal('profile.get')).toBe('invalid_token');
    expect(await friend.refusal('transactions.get', { params: { id: sent.id } })).toBe('not_found');
    expect((await mailsTo(server, 'friend@example.org')).at(-1)!.template).toBe('canceled');
    expect(await eventsOf(server, friend.userId, sent.id)).toContain('transaction_deleted');
    expect((await friend.call('transactions.get', { params: { id: received.id } })).recipients[0]).toMatchObject({ email: 'leaver@example.org', userId: null });
    expect((await friend.call('organizations.get', { params: { id: joined.id } })).members).toHaveLength(1);
    expect((await friend.call('transactions.get', { params: { id: shared.id } })).ownerId).toBe(friend.userId);
    expect((await friend.call('templates.get', { params: { id: template.id } })).ownerId).toBe(friend.userId);
    const left = await server.infrastructure.db.selectFrom('organizations').select('id').where('id', '=', own.id).execute();
    expect(left).toEqual([]);
    const jobs = await server.infrastructure.pool.query("select task_identifier from graphile_worker.jobs where task_identifier = 'remove_bodies'");
    expect(jobs.rowCount).toBe(1);
    // The address is free again, for a new account without anything of the old one.
    const again = await Client.signIn(server, 'leaver@example.org');
    expect(again.userId).not.toBe(person.userId);
    expect((await again.call('contacts.list')).contacts).toEqual([]);
    expect(body).toBeTruthy();
  });

  test('what others signed stays with them, counts for nobody, and is in nobody\'s own list', async () => {
    const { db } = server.infrastructure;
    const person = await Client.signIn(server, 'left@example.org');
    const friend = await Client.signIn(server, 'kept@example.org');
    const file = await person.addFile();
    const { id } = await person.call('transactions.create', { body: { name: 'Kept lease', fileIds: [file.id], recipients: [contact('kept@example.org')] } });
    await db.updateTable('transactions').set({ status: 'completed' }).where('id', '=', id).execute();
    await db.updateTable('recipients').set({ invited_at: new Date(), completed_at: new Date(), user_id: friend.userId }).where('transaction_id', '=', id).execute();
    await leave(person);

    expect((await friend.call('transactions.list', { query: { search: 'lease' } })).transactions).toMatchObject([{ id }]);
    const { owner_id: successor } = await db.selectFrom('transactions').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow();
    expect(successor).not.toBe(person.userId);
    const holders = await db.selectFrom('storage_use').select('holder_id').where('holder_id', 'in', [person.userId, successor]).execute();
    expect(holders).toEqual([]);
    const { rows } = await server.infrastructure.pool.query(
      'select owner_id, cardinality(row_keys(owner_id, org_id, text)) as keys from transaction_texts where transaction_id = $1 union all select owner_id, cardinality(row_keys(owner_id, org_id, text)) from file_texts where file_id = $2',
      [id, file.id]);
    expect(rows).toEqual([{ owner_id: '', keys: 0 }, { owner_id: '', keys: 0 }]);
  });

  test('leaves only the person\'s id in the records', async () => {
    const person = await Client.signIn(server, 'forgotten@example.org', { firstName: 'Fanny', lastName: 'Fortune' });
    await person.call('profile.update', { body: { email: 'wished@example.org' } });
    await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    await person.call('password.set', { body: { password: 'Correct horse 7' } });
    await person.call('feedback.send', { body: { description: 'It hangs' } });
    await person.call('transactions.create', { body: { name: 'Alone', fileIds: [(await person.addFile()).id], recipients: [contact('signer@example.org')] } });
    await person.call('organizations.create', { body: { name: 'Alone' } });
    // As a mail server that took everything leaves it.
    await server.infrastructure.db.updateTable('mails').set({ status: 'sent' }).execute();
    await leave(person);
    expect(await mailsTo(server, 'forgotten@example.org')).toMatchObject([{ template: 'account_deleted' }]);
    // The mail that tells of it is forgotten like all others, once it has been sent for a while.
    await server.infrastructure.db.deleteFrom('mails').where('template', '=', 'account_deleted').execute();
    // Changes of the list counters name their owner until they are folded, every five minutes.
    await foldLists(server.infrastructure.db);
    const { rows: tables } = await server.infrastructure.pool.query<{ name: string }>("select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')");
    const naming: string[] = [];
    for (const { name } of tables) {
      const { rows } = await server.infrastructure.pool.query(`select 1 from ${name} t where t::text ~ $1 limit 1`, [`${person.userId}|forgotten@|wished@|Fortune`]);
      if (rows.length > 0) naming.push(name);
    }
    // The log of administrative actions, for good, and the event that says so, for two weeks: both know ids only.
    expect(naming.toSorted()).toEqual(['public.administrative_actions', 'public.events']);
    const { rows: remaining } = await server.infrastructure.pool.query<{ text: string }>("select a::text as text from administrative_actions a union all select e::text from events e");
    expect(remaining.filter(({ text }) => /forgotten@|wished@|Fortune/.test(text))).toEqual([]);
  });

  test('ends the account at once, before anything is removed', async () => {
    const { db } = server.infrastructure;
    const person = await Client.signIn(server, 'ending@example.org', { firstName: 'Erna' });
    await person.call('password.set', { body: { password: 'Correct horse 7' } });
    const file = await person.addFile();
    const { url } = await person.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    await person.call('auth.deleteUser');
    // Its rows are there, and it can do nothing.
    expect(await db.selectFrom('files').select('id').where('owner_id', '=', person.userId).execute()).toEqual([{ id: file.id }]);
    expect(await person.refusal('profile.get')).toBe('invalid_token');
    expect(await findUserById(db, person.userId)).toBeUndefined();
    expect((await person.put(url, samplePdf())).status).toBeGreaterThanOrEqual(400);
    // The address is free for a new account, which lasts.
    const again = await Client.signIn(server, 'ending@example.org');
    expect(again.userId).not.toBe(person.userId);
    expect((await again.call('files.list')).files).toEqual([]);
    await finishDeletion(server.infrastructure, person.userId);
    expect(await db.selectFrom('users').select('id').where('id', '=', person.userId).execute()).toEqual([]);
    expect(await again.call('profile.get')).toMatchObject({ email: 'ending@example.org' });
  });

  test('deletes no message of the next account with the address, nor of others with one that was not proven', async () => {
    const { db } = server.infrastructure;
    const person = await Client.signIn(server, 'passed-on@example.org');
    await person.call('profile.update', { body: { email: 'not-mine@example.org', phone: '+491510000077' } });
    await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
    await person.call('auth.sendVerificationSms', { body: { callback: '/verify' } });
    await ada.call('transactions.share', { params: { id: (await ada.call('transactions.create', { body: { name: 'Shared' } })).id }, body: { participants: [{ email: 'not-mine@example.org' }] } });
    await db.insertInto('text_messages').values({ id: newId(), template: 'x', recipient: '+491510000077', locale: 'en', body: 'Of somebody else' }).execute();
    const mailed = (subject: string) => db.insertInto('mails').values({ id: newId(), template: 'x', recipient: 'passed-on@example.org', locale: 'en', subject, text_body: subject, html_body: '', attachments: '[]' }).execute();
    await mailed('Of the first account');
    await person.call('auth.deleteUser');
    const next = await Client.signIn(server, 'passed-on@example.org');
    await mailed('Of the next account');
    // As after they were sent.
    for (const outbox of ['mails', 'text_messages'] as const) await db.updateTable(outbox).set({ status: 'sent' }).where('status', '=', 'queued').execute();
    await finishDeletion(server.infrastructure, person.userId);
    expect((await mailsTo(server, 'passed-on@example.org')).map((each) => each.text)).toEqual(['Of the next account', expect.stringContaining('deleted')]);
    expect(next.userId).not.toBe(person.userId);
    expect((await mailsTo(server, 'not-mine@example.org')).map((each) => each.template)).toEqual(['resource_shared']);
    expect((await textsTo('+491510000077')).map((each) => each.body)).toEqual(['Of somebody else']);
  });

  test('of two jobs for one deletion, the second ends at once, and the first goes on', async () => {
    const { db, pool } = server.infrastructure;
    const person = await Client.signIn(server, 'twice@example.org');
    await person.call('auth.deleteUser');
    const first = await pool.connect();
    await first.query('begin');
    await first.query('select from account_deletions where user_id = $1 for update', [person.userId]);
    await continueDeletion(server.infrastructure, person.userId);
    await first.query('rollback');
    first.release();
    expect(await db.selectFrom('account_deletions').select('user_id').where('user_id', '=', person.userId).execute()).toHaveLength(1);
    await continueDeletion(server.infrastructure, person.userId);
    expect(await db.selectFrom('users').select('id').where('id', '=', person.userId).execute()).toEqual([]);
  }, 20_000);

  test('a job that is killed after any step goes on, and tells each recipient once', async () => {
    const { db, pool } = server.infrastructure;
    const person = await Client.signIn(server, 'interrupted@example.org');
    const many = 45;
    for (let n = 0; n < 3; n += 1) await person.addFile();
    const { id } = await person.call('transactions.create', { body: { name: 'One of many', recipients: [contact('asked@example.org')] } });
    await pool.query(`insert into transactions (id, owner_id, name, status) select lpad(n::text, 24, 'a'), $1, 'x' || n, 'pending' from generate_series(1, ${many}) n`, [person.userId]);
    await pool.query(`insert into recipients (id, transaction_id, position, email, role, type, invited_at) select lpad(n::text, 24, 'b'), lpad(n::text, 24, 'a'), 0, 'asked@example.org', 'signer', 'signer', now() from generate_series(1, ${many}) n`);
    await person.call('auth.deleteUser');
    // Every database transaction fails once at its end.
    const failing = new Set<number>();
    let count = 0;
    const bound = (target: object, key: string | symbol): unknown => {
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    };
    const killed = new Proxy(db, {
      get: (target, key) => (key !== 'transaction' ? bound(target, key) : () => ({
        execute: (work: (tx: Tx) => Promise<unknown>) => target.transaction().execute(async (tx) => {
          const result = await work(tx);
          if (!failing.has(count)) {
            failing.add(count);
            throw new Error('killed');
          }
          count += 1;
          return result;
        }),
      })),
    });
    const attempt = () => finishDeletion({ db: killed, config: server.infrastructure.config }, person.userId).then(() => true, (error: Error) => (error.message === 'killed' ? false : Promise.reject(error)));
    while (!(await attempt()));
    expect(count).toBeGreaterThan(4);
    const mails = (await mailsTo(server, 'asked@example.org')).filter((each) => each.template === 'canceled');
    expect(mails).toHaveLength(many);
    expect(await db.selectFrom('transactions').select('id').where((is) => is.or([is('id', 'like', 'aaaa%'), is('id', '=', id)])).execute()).toEqual([]);
    expect((await mailsTo(server, 'interrupted@example.org')).map((each) => each.template)).toEqual(['account_deleted']);
  });

  test('a job removes a limited number of rows in one database transaction, and the next job goes on', async () => {
    const { db, pool } = server.infrastructure;
    const person = await Client.signIn(server, 'large@example.org');
    await pool.query("insert into contacts (id, owner_id, email) select 'c' || n, $1, n || '@example.com' from generate_series(1, 26000) n", [person.userId]);
    await person.call('auth.deleteUser');
    await continueDeletion(server.infrastructure, person.userId);
    const { removed } = await db.selectFrom('account_deletions').select('removed').where('user_id', '=', person.userId).executeTakeFirstOrThrow();
    expect(Number(removed)).toBe(25_000);
    const { rows } = await pool.query("select count(*)::int as count from graphile_worker.jobs where key = $1", [`delete_account:${person.userId}`]);
    expect(rows).toEqual([{ count: 1 }]);
    await finishDeletion(server.infrastructure, person.userId);
    expect(await db.selectFrom('users').select('id').where('id', '=', person.userId).execute()).toEqual([]);
  });

  test('is refused while an organization of the person has other members', async () => {
    const owner = await Client.signIn(server, 'boss@example.org');
    const member = await Client.signIn(server, 'worker@example.org');
    const organization = await owner.call('organizations.create', { body: { name: 'Works' } });
    await owner.call('organizations.invite', { params: { id: organization.id }, body: { members: [{ email: 'worker@example.org' }] } });
    await member.call('invites.accept', { params: { id: (await member.call('invites.list')).invites[0]!.id } });
    expect(await owner.refusalBody('auth.deleteUser')).toMatchObject({ code: 'resource_in_use', details: { organizations: [{ id: organization.id, name: 'Works' }] } });
    await member.call('organizations.leave', { params: { id: organization.id } });
    await owner.call('auth.deleteUser');
  });

  test('deletes the bodies from the storage', async () => {
    const working = await startTestApp({ RUN_JOBS: 'true' });
    const person = await Client.signIn(working, 'gone@example.org');
    await person.addFile();
    const folder = join(working.infrastructure.config.dataDir, 'bodies');
    const files = () => (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length : 0);
    expect(files()).toBe(1);
    await person.call('auth.deleteUser');
    await expect.poll(files, { timeout: 15_000 }).toBe(0);
    await working.close();
  }, 40_000);
});
