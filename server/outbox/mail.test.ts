import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { withNotification } from '#contract/entities/notifications.ts';
import { notificationSettingsDefault } from '#contract/limits/sending.ts';
import { newId } from '#server/platform/id.ts';
import { locales } from '#contract/languages.ts';
import { command } from '../../tests/support/test-database.ts';
import { openStorage } from '#server/adapters/storage/open-storage.ts';
import { renderMail, renderShort, type MailData, type MailTemplate } from '#server/adapters/mail/mail-templates.ts';
import { sendMail } from './send-mail.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** `arrived`: called after a mail arrives and before the server acknowledges it. */
async function startSmtp(refusals = 0, responseCode = 451, arrived = async (): Promise<void> => undefined) {
  const received: Email[] = [];
  let refused = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        refused += 1;
        if (refused <= refusals) return done(Object.assign(new Error('Try again later'), { responseCode }));
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        await arrived();
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, received };
}

async function start(env: NodeJS.ProcessEnv): Promise<TestApp> {
  const server = await startTestApp({ RUN_JOBS: 'true', ...env });
  closers.push(() => server.close());
  return server;
}

const invitation = {
  template: 'invitation',
  to: { email: 'bob@example.org', name: 'Bob\r\nBcc: everyone@example.org' },
  locale: 'de',
  data: { transactionId: '1', title: 'Miete\r\nBcc: evil@example.org <b>', senderName: 'Ada', message: 'Bitte bis Freitag.\nDanke', link: 'http://localhost:3000/transaction/1?code=secret' },
} as const;

test('a mail is sent on commit, in the reader\'s language, as text and HTML', async () => {
  const { url, received } = await startSmtp();
  const { infrastructure: { db } } = await start({ SMTP_URL: url });
  await db.transaction().execute((tx) => sendMail(tx, invitation));
  await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
  const [mail] = received;
  expect(mail?.subject).toBe('Ada bittet Sie, „Miete Bcc: evil@example.org <b>“ zu unterschreiben');
  expect(mail?.to?.map(({ address }) => address)).toEqual(['bob@example.org']);
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.text).toContain('http://localhost:3000/transaction/1?code=secret');
  expect(mail?.text).toContain('> Bitte bis Freitag.\n> Danke');
  expect(mail?.html).toContain('href="http://localhost:3000/transaction/1?code=secret"');
  expect(mail?.html).toContain('&lt;b&gt;');
  await vi.waitFor(async () => {
    const stored = await db.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ status: 'sent', text_body: '', html_body: '' });
  });
});

test('retries when the mail server is busy', async () => {
  const { url, received } = await startSmtp(1);
  const { infrastructure: { db, pool } } = await start({ SMTP_URL: url });
  await db.transaction().execute((tx) => sendMail(tx, invitation));
  await vi.waitFor(async () => expect(await db.selectFrom('mails').select(['attempts', 'last_error']).executeTakeFirst()).toMatchObject({ attempts: 1, last_error: expect.stringContaining('Try again later') }), 10_000);
  // The queue backs off after each failure; the test doesn't wait for that.
  await vi.waitFor(async () => {
    await pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
    expect(received).toHaveLength(1);
  }, { timeout: 15_000, interval: 500 });
});

test('does not resend a mail that was delivered when the database connection failed', async () => {
  let database = '';
  const { url: admin } = inject('testServer');
  const { url, received } = await startSmtp(0, 451, async () => {
    await command(admin, `alter database ${database} with allow_connections false`);
    await command(admin, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
    setTimeout(() => void command(admin, `alter database ${database} with allow_connections true`), 1500);
  });
  const { infrastructure: { db, config } } = await start({ SMTP_URL: url, LOG_LEVEL: 'silent' });
  database = new URL(config.databaseUrl ?? '').pathname.slice(1);
  await db.transaction().execute((tx) => sendMail(tx, invitation));
  const written = () => db.selectFrom('mails').select(['status', 'attempts']).executeTakeFirst().catch(() => undefined);
  await vi.waitFor(async () => expect(await written()).toEqual({ status: 'sent', attempts: 1 }), { timeout: 15_000, interval: 300 });
  expect(received).toHaveLength(1);
});

test('does not retry a mail that was permanently rejected', async () => {
  const { url, received } = await startSmtp(99, 550);
  const { infrastructure: { db, pool } } = await start({ SMTP_URL: url });
  await db.transaction().execute((tx) => sendMail(tx, invitation));
  await vi.waitFor(async () => expect(await db.selectFrom('mails').select(['status', 'attempts']).executeTakeFirst()).toEqual({ status: 'failed', attempts: 1 }), 10_000);
  await vi.waitFor(async () => expect((await pool.query('select 1 from graphile_worker._private_jobs')).rowCount).toBe(0), 10_000);
  expect(received).toEqual([]);
});

test('without a mail server, mail stays in an outbox that only this machine can read', async () => {
  const { app, infrastructure: { db } } = await start({});
  const id = await db.transaction().execute((tx) => sendMail(tx, invitation));
  await vi.waitFor(async () => expect(await db.selectFrom('mails').select('status').executeTakeFirst()).toEqual({ status: 'unsent' }), 10_000);
  const list = await app.inject({ method: 'GET', url: '/outbox' });
  expect(list.body).toContain('bob@example.org');
  expect((await app.inject({ method: 'GET', url: `/outbox/${id}` })).body).toContain('code=secret');
  expect((await app.inject({ method: 'GET', url: `/outbox/${id}/message` })).headers['content-type']).toContain('text/html');
  for (const elsewhere of [{ remoteAddress: '192.0.2.7' }, { headers: { host: 'rebound.example' } }, { headers: { 'x-forwarded-for': '192.0.2.7' } }]) {
    expect((await app.inject({ method: 'GET', url: '/outbox', ...elsewhere })).statusCode).toBe(404);
  }
});

test('never sends the mail of a rolled back transaction', async () => {
  const { infrastructure: { db } } = await start({});
  await db.transaction().execute(async (tx) => {
    await sendMail(tx, invitation);
    throw new Error('changed my mind');
  }).catch(() => undefined);
  expect(await db.selectFrom('mails').selectAll().execute()).toEqual([]);
});

test('hides the outbox page when a mail server is configured', async () => {
  const { app } = await start({ SMTP_URL: 'smtp://127.0.0.1:9' });
  expect((await app.inject({ method: 'GET', url: '/outbox' })).statusCode).toBe(404);
});

const link = 'https://sign.example/transaction/1';
const request = { transactionId: '1', title: 'Lease', senderName: 'Ada', senderEmail: 'ada@example.org', messageTitle: 'Please', message: 'Soon', link };
const sharing = { title: 'Lease', actorName: 'Ada', message: 'Look', link };
const passedOn = { transactionId: '1', title: 'Lease', senderName: 'Ada', senderEmail: 'ada@example.org', fromName: 'Bob', reason: 'On leave', link };
const done = { title: 'Lease', recipientName: 'Bob', link };
const examples: { readonly [Template in MailTemplate]: MailData[Template] } = {
  invitation: request,
  reminder: request,
  passed_on: passedOn,
  approval_invitation: request, approval_reminder: request, approval_passed_on: passedOn, approved: done,
  viewing_invitation: request, viewing_reminder: request, viewing_passed_on: passedOn, viewed: done,
  reassigned: { title: 'Lease', fromName: 'Bob', toName: 'Cleo', toAddress: 'cleo@example.org', reason: 'On leave', link },
  signed: { title: 'Lease', recipientName: 'Bob', signed: '1', total: '2', link },
  completed: { transactionId: '1', title: 'Lease', link },
  declined: { title: 'Lease', recipientName: 'Bob', reason: 'Wrong rent', link },
  canceled: { title: 'Lease', senderName: 'Ada' },
  expired: { title: 'Lease', link },
  request_expired: { title: 'Lease', senderName: 'Ada' },
  request_declined: { title: 'Lease', senderName: 'Ada' },
  access_code_locked: { title: 'Lease', recipientName: 'Bob', link },
  send_approval_requested: { title: 'Lease', senderName: 'Ada', organizationName: 'Works', link }, send_approval_given: { title: 'Lease', approverName: 'Cleo', link },
  send_approval_returned: { title: 'Lease', approverName: 'Cleo', reason: 'Wrong rent', link }, send_approval_voided: { title: 'Lease', link },
  direct_link_used: { title: 'Lease', recipientName: 'Bob', recipientAddress: 'bob@example.org', link },
  identity_pending: { title: 'Lease', recipientName: 'Bob', link },
  identity_approved: { title: 'Lease', senderName: 'Ada', link },
  identity_rejected: { title: 'Lease', senderName: 'Ada', reason: 'Blurred', link },
  one_time_code: { code: '123456' },
  certificate_code: { code: '123456' },
  link_code: { code: '123456' },
  presence_code: { code: '123456', title: 'Lease', hostName: 'Bob' },
  named_in_person: { title: 'Lease', senderName: 'Ada', senderEmail: 'ada@example.org', hostName: 'Bob' },
  email_verification: { email: 'ada@example.org', account: 'Ada Byron', link },
  email_changed: { account: 'ada@example.org', name: 'ada@example.com', link }, password_changed: { account: 'ada@example.org', name: '', link },
  passkey_added: { account: 'ada@example.org', name: 'iPhone', link }, application_added: { account: 'ada@example.org', name: 'Ledger', link },
  second_factor_added: { account: 'ada@example.org', name: '', link }, second_factor_removed: { account: 'ada@example.org', name: '', link },
  account_deleted: { account: 'ada@example.org' },
  organization_invite: { organizationName: 'Works', inviterName: 'Ada', link },
  second_factor_required: { organizationName: 'Works', actorName: 'Ada', link },
  resource_shared: sharing, owner_changed: sharing, access_requested: sharing, access_request_accepted: sharing, access_request_rejected: sharing,
};

/** A refused person must learn neither what the resource is nor whose. */
const unsaid = (template: MailTemplate, name: string): boolean => name === 'transactionId' || (template === 'access_request_rejected' && name !== 'message');

test.each(locales)('every mail is complete in %s', (locale) => {
  const render = <Template extends MailTemplate>(template: Template) => ({ template, ...renderMail(template, locale, examples[template], locales) });
  for (const { template, subject, text, html } of (Object.keys(examples) as MailTemplate[]).map(render)) {
    expect(subject + text + html, template).not.toMatch(/\{\{|undefined/);
    expect(html).toContain(`lang="${locale}"`);
    for (const [name, said] of Object.entries(examples[template])) if (!unsaid(template, name)) expect(`${subject}\n${text}`, template).toContain(said);
  }
});

test('writes mail only in a language of the installation', () => {
  const data = { code: '123456' };
  expect(renderMail('one_time_code', 'de', data, ['en']).locale).toBe('en');
  expect(renderMail('one_time_code', 'en', data, ['de']).locale).toBe('de');
  expect(renderMail('one_time_code', 'de-AT', data, ['en', 'de']).locale).toBe('de');
});

test('an attachment arrives complete and under its name', async () => {
  const { url, received } = await startSmtp();
  const { infrastructure: { db, config } } = await start({ SMTP_URL: url });
  const ref = 'a'.repeat(24);
  const bytes = Buffer.from('%PDF-1.7 signed');
  await openStorage(config).write(ref, (async function* body() {
    yield bytes;
  })(), { maxSize: 100 });
  await db.transaction().execute((tx) => sendMail(tx, { ...invitation, attachments: [{ ref, name: 'Vertrag Ωμέγα.pdf', mime: 'application/pdf' }] }));
  await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
  const [attachment] = received[0]!.attachments;
  expect(attachment).toMatchObject({ filename: 'Vertrag Ωμέγα.pdf', mimeType: 'application/pdf' });
  expect(Buffer.from(attachment!.content as ArrayBuffer).equals(bytes)).toBe(true);
});

test('omits the mails that a person turned off, and sends the others', async () => {
  const { infrastructure: { db } } = await start({});
  const id = newId();
  const settings = withNotification(notificationSettingsDefault, 'declined', false);
  await db.insertInto('users').values({ id, email: 'ada@example.org', notification_settings: settings }).execute();
  const declined = { template: 'declined', to: { email: 'ADA@example.org' }, data: { title: 'Lease', recipientName: 'Bob', reason: 'No', link: 'http://localhost/' } } as const;
  expect(await db.transaction().execute((tx) => sendMail(tx, declined))).toBeNull();
  expect(await db.transaction().execute((tx) => sendMail(tx, { ...declined, to: { email: 'bob@example.org' } }))).not.toBeNull();
  expect(await db.transaction().execute((tx) => sendMail(tx, { ...invitation, to: { email: 'ada@example.org' } }))).not.toBeNull();
  const mails = await db.selectFrom('mails').select(['recipient', 'template']).orderBy('recipient').execute();
  expect(mails).toEqual([{ recipient: 'ada@example.org', template: 'invitation' }, { recipient: 'bob@example.org', template: 'declined' }]);
});

test.each([
  ['en', 'Ada asks you to sign “Lease”: https://x.test/1'],
  ['fr', 'Ada vous demande de signer «\u00a0Lease\u00a0»\u00a0: https://x.test/1'],
  ['ja', null],
])('in %s a text message has the subject of the mail, then the colon of the language and the link', (locale, body) => {
  const short = renderShort('invitation', locale, { transactionId: '1', title: 'Lease', senderName: 'Ada', message: '', link: 'https://x.test/1' });
  expect(short.body).toMatch(/[:：] https:\/\/x\.test\/1$/);
  if (body) expect(short.body).toBe(body);
});
