/** "That wasn't me": what could take an account over is told to the address known before, and taken back from there. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { links } from '#contract/limits/links.ts';
import { Authenticator } from '../support/authenticator.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Browser, origin } from '../support/browser.ts';
import { signInByCode } from '../support/sign-in-by-code.ts';
import { Client } from './client.ts';
import { enroll } from './real-signing.ts';
import { mailsTo } from './transaction-world.ts';

let server: TestApp;
let number = 0;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.infrastructure.db.deleteFrom('rate_counters').execute());

const someone = (): Promise<Client> => Client.signIn(server, `owner${(number += 1)}@example.org`);
const nobody = () => new Client(server, '', null);
const good = 'Correct horse 7';

/** The ticket of the newest mail of this kind to an address. */
async function ticketTo(address: string, template: string): Promise<string> {
  const mail = (await mailsTo(server, address)).findLast((each) => each.template === template);
  return new URL(/http\S+\/account_change\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none').searchParams.get('ticket') ?? '';
}

async function moveTo(person: Client, address: string): Promise<void> {
  await person.call('profile.update', { body: { email: address } });
  await person.call('auth.sendVerificationEmail', { body: { callback: '/verify' } });
  const mail = (await mailsTo(server, address)).findLast((each) => each.template === 'email_verification');
  await person.call('auth.verifyEmail', { query: { ticket: new URL(/http\S+/.exec(mail!.text)![0]).searchParams.get('ticket')! } });
}

async function addPasskey(person: Client): Promise<void> {
  const { challenge } = await person.call('passkeys.regInit', { body: {} });
  await person.call('passkeys.regSubmit', { body: { credential: new Authenticator(origin).create({ challenge }), name: 'A key' } });
}

const undo = (ticket: string) => nobody().send('accountChanges.undo', { body: { ticket } });
const rowOf = ({ userId }: Client) => server.infrastructure.db.selectFrom('users').select(['email', 'email_verified', 'pending_email']).where('id', '=', userId).executeTakeFirst();

describe('a change of e-mail address', () => {
  test('is announced to the old address, whose undo link restores it and ends all sessions', async () => {
    const ada = await someone();
    const { tokens } = await signInByCode(server.infrastructure.db, new Browser(server.app), ada.email);
    await moveTo(ada, 'thief1@example.com');
    await enroll(ada);
    expect((await mailsTo(server, 'thief1@example.com')).map(({ template }) => template)).not.toContain('email_changed');
    const mail = (await mailsTo(server, ada.email)).at(-1)!;
    expect(mail).toMatchObject({ template: 'email_changed', subject: 'Your e-mail address was changed' });
    expect(mail.text).toContain('thief1@example.com');
    expect(mail.text).toContain("That wasn't me:");
    const ticket = await ticketTo(ada.email, 'email_changed');

    expect(await nobody().call('accountChanges.read', { body: { ticket } })).toEqual({ kind: 'email', address: ada.email, changedAt: expect.any(String) });
    expect(await rowOf(ada)).toMatchObject({ email: 'thief1@example.com' });

    expect(await undo(ticket)).toEqual({ status: 200, body: { address: ada.email } });
    expect(await rowOf(ada)).toEqual({ email: ada.email, email_verified: true, pending_email: null });
    expect(await ada.refusal('profile.get')).toBe('invalid_token');
    const stale = await server.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${tokens.access_token}` } });
    expect(stale.json().error.code).toBe('invalid_token');
    const { tokens: fresh } = await signInByCode(server.infrastructure.db, new Browser(server.app), ada.email);
    const profile = await server.app.inject({ method: 'GET', url: '/profile', headers: { authorization: `Bearer ${fresh.access_token}` } });
    expect(profile.json()).toMatchObject({ id: ada.userId, email: ada.email });
    const certificates = await server.infrastructure.db.selectFrom('certificates').select('revoked_at').where('user_id', '=', ada.userId).execute();
    expect(certificates.every(({ revoked_at: at }) => at !== null)).toBe(true);
  });

  test('is undone together with later additions, even though their mails went to the new address', async () => {
    const ada = await someone();
    await moveTo(ada, 'thief2@example.com');
    await ada.call('password.set', { body: { password: good } });
    await addPasskey(ada);
    await ada.call('apps.create', { body: { name: 'Ledger' } });
    expect((await mailsTo(server, ada.email)).map(({ template }) => template)).toEqual(['email_changed']);
    await undo(await ticketTo(ada.email, 'email_changed'));
    for (const table of ['passwords', 'passkeys'] as const) expect(await server.infrastructure.db.selectFrom(table).select('user_id').where('user_id', '=', ada.userId).execute()).toEqual([]);
    expect(await server.infrastructure.db.selectFrom('applications').select('id').where('owner_id', '=', ada.userId).execute()).toEqual([]);
    expect(await undo(await ticketTo('thief2@example.com', 'password_changed'))).toMatchObject({ body: { error: { code: 'invalid_link' } } });
  });

  test('is undone even if a request to the old address created a guest in between', async () => {
    const ada = await someone();
    await moveTo(ada, 'thief3@example.com');
    await invite(ada.email);
    await undo(await ticketTo(ada.email, 'email_changed'));
    expect(await rowOf(ada)).toMatchObject({ email: ada.email, email_verified: true });
  });

  test('is not undone if the old address has an account with content; the link stays valid', async () => {
    const ada = await someone();
    await moveTo(ada, 'thief4@example.com');
    const other = await Client.signIn(server, ada.email);
    await other.addFile();
    const ticket = await ticketTo(ada.email, 'email_changed');
    expect(await undo(ticket)).toMatchObject({ status: 409, body: { error: { code: 'unable_to_set_email' } } });
    expect(await rowOf(ada)).toMatchObject({ email: 'thief4@example.com' });
    await other.call('auth.deleteUser');
    expect(await undo(ticket)).toMatchObject({ status: 200 });
    expect(await rowOf(ada)).toMatchObject({ email: ada.email });
  });

  test('is not announced on the first verification, nor before verification', async () => {
    const ada = await someone();
    await ada.call('profile.update', { body: { email: 'wish@example.com' } });
    expect(await mailsTo(server, ada.email)).toEqual([]);
  });
});

async function invite(email: string): Promise<void> {
  const owner = await someone();
  const { id } = await owner.call('organizations.create', { body: {} });
  await owner.call('organizations.invite', { params: { id }, body: { members: [{ email }] } });
}

describe('a new password', () => {
  test('is announced, and removed by the undo link', async () => {
    const ada = await someone();
    await ada.call('password.set', { body: { password: good } });
    expect(await undo(await ticketTo(ada.email, 'password_changed'))).toMatchObject({ status: 200 });
    expect(await server.infrastructure.db.selectFrom('passwords').select('user_id').where('user_id', '=', ada.userId).execute()).toEqual([]);
  });

  test('is announced after a change and after a reset by code as well', async () => {
    const ada = await someone();
    await ada.call('password.set', { body: { password: good } });
    await ada.call('password.set', { body: { password: 'Another horse 8', current: good } });
    expect((await mailsTo(server, ada.email)).map(({ template }) => template)).toEqual(['password_changed', 'password_changed']);
  });
});

test('announces a passkey by name, and the undo link removes it; older passkeys stay', async () => {
  const ada = await someone();
  await addPasskey(ada);
  await server.infrastructure.db.updateTable('passkeys').set({ created_at: new Date(Date.now() - 1000) } as never).where('user_id', '=', ada.userId).execute();
  await addPasskey(ada);
  expect((await mailsTo(server, ada.email)).at(-1)).toMatchObject({ template: 'passkey_added', text: expect.stringContaining('“A key”') });
  await undo(await ticketTo(ada.email, 'passkey_added'));
  expect(await server.infrastructure.db.selectFrom('passkeys').select('id').where('user_id', '=', ada.userId).execute()).toHaveLength(1);
});

test('announces an application by name, and the undo link removes it with its tokens', async () => {
  const ada = await someone();
  const { clientId, clientSecret } = await ada.call('apps.create', { body: { name: 'Ledger' } });
  const { access_token: token } = await nobody().call('apps.token', { body: { clientId, clientSecret: clientSecret! } });
  expect((await mailsTo(server, ada.email)).at(-1)).toMatchObject({ template: 'application_added', text: expect.stringContaining('“Ledger”') });
  await undo(await ticketTo(ada.email, 'application_added'));
  const answer = await server.app.inject({ method: 'GET', url: '/files', headers: { authorization: `Bearer ${token}` } });
  expect(answer.json().error.code).toBe('invalid_token');
});

test('announces the deletion of an account to its address, without a link', async () => {
  const ada = await someone();
  await ada.call('auth.deleteUser');
  await finishDeletion(server.infrastructure, ada.userId);
  const [mail] = await mailsTo(server, ada.email);
  expect(mail).toMatchObject({ template: 'account_deleted' });
  expect(mail!.text).not.toContain('account_change');
});

describe('the undo link', () => {
  test('works once, expires after some days, and is stored as a hash', async () => {
    const ada = await someone();
    await ada.call('password.set', { body: { password: good } });
    const ticket = await ticketTo(ada.email, 'password_changed');
    const [row] = await server.infrastructure.db.selectFrom('account_changes').selectAll().where('user_id', '=', ada.userId).execute();
    expect(row!.ticket_hash.toString('utf8')).not.toContain(ticket);
    expect(row!.expires_at.getTime() - Date.now()).toBeGreaterThan(links.accountChangeLife - 60_000);
    await server.infrastructure.db.updateTable('account_changes').set({ expires_at: new Date(Date.now() - 1) }).where('user_id', '=', ada.userId).execute();
    expect(await nobody().refusal('accountChanges.read', { body: { ticket } })).toBe('invalid_link');
    expect(await undo(ticket)).toMatchObject({ body: { error: { code: 'invalid_link' } } });
    await server.infrastructure.db.updateTable('account_changes').set({ expires_at: new Date(Date.now() + 60_000) }).where('user_id', '=', ada.userId).execute();
    expect(await undo(ticket)).toMatchObject({ status: 200 });
    expect(await undo(ticket)).toMatchObject({ body: { error: { code: 'invalid_link' } } });
    expect(await undo('made-up')).toMatchObject({ body: { error: { code: 'invalid_link' } } });
  });

  test('is not created for an unverified address', async () => {
    const ada = await someone();
    await server.infrastructure.db.updateTable('users').set({ email_verified: false }).where('id', '=', ada.userId).execute();
    await ada.call('password.set', { body: { password: good } });
    expect(await mailsTo(server, ada.email)).toEqual([]);
  });
});
