/** Links of mails: they last as long as what they lead to, open on any number of devices, and spend nothing until a button is pressed. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { links } from '#contract/limits/links.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { Browser, authorizationRequest, exchange } from '../support/browser.ts';
import { Client } from './client.ts';
import { active, at, draft, mailsTo, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl } = {} as TransactionWorld;
let anybody: Client;
beforeAll(async () => {
  ({ server, ada, bea, carl } = await openTransactionWorld());
  anybody = new Client(server, '', null);
});
afterAll(() => server.close());

const linkOf = (text: string): URL => new URL(/http\S+[?&]code=\S+/.exec(text)?.[0] ?? '');
const newestLink = async (email: string): Promise<URL> => linkOf((await mailsTo(server, email)).at(-1)?.text ?? '');
const codeOf = (link: URL): string => link.searchParams.get('code') ?? '';
const newestDigits = async (email: string): Promise<string> => /\b(\d{6})\b/.exec((await mailsTo(server, email)).at(-1)?.text ?? '')?.[1] ?? '';
const wrongFor = (digits: string): string => (digits === '000000' ? '000001' : '000000');

const read = (code: string, signedInAs?: string) => anybody.call('magicLinks.read', { body: { code, ...(signedInAs ? { signedInAs } : {}) } });
const open = (code: string, attempt: string = randomUUID()) => anybody.call('magicLinks.open', { body: { code, attempt } });

/** The account that a press of the button signs in. */
async function signedInBy(signInCode: string): Promise<string> {
  const browser = new Browser(server.app);
  const request = authorizationRequest({ magic_code: signInCode });
  const { access_token: token } = (await exchange(browser, await browser.navigate(request.url), request.verifier)).json();
  const headers = { authorization: `Bearer ${token}` };
  return (await new Client(server, '', { userId: '', token, headers }).call('profile.get')).email ?? '';
}

/** A request to one guest, and the code of its link. */
async function requestTo(email: string, more: Record<string, unknown> = {}) {
  const sent = await start(ada, await draft(ada, [email], more));
  return { sent, code: codeOf(await newestLink(email)) };
}

describe('the link of a request', () => {
  test('shows sender, request and expiry, and signs nobody in', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { code } = await requestTo('bea@example.org', { expiresAt, message: { title: 'Please', body: 'Until Friday' } });
    expect(await read(code)).toMatchObject({
      state: 'open', kind: 'request', isReader: false, reader: { address: 'b…@example.org' }, sender: { name: 'Ada Byron', email: 'ada@example.org' },
      title: 'Lease', message: { title: 'Please', body: 'Until Friday' }, expiresAt, documents: ['Agreement.pdf'], hasSigned: false,
    });
    expect(await read(code, bea.userId)).toMatchObject({ isReader: true });
    expect(await read(code, ada.userId)).toMatchObject({ isReader: false });
  });

  test('stays valid when link scanners open it ten times', async () => {
    await requestTo('scanned@example.org');
    const link = await newestLink('scanned@example.org');
    for (let time = 0; time < 10; time++) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await server.app.inject({ method, url: link.pathname + link.search, headers: { accept: '*/*' } });
        expect([response.statusCode, response.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
      }
      await read(codeOf(link));
    }
    const { signInCode } = await open(codeOf(link));
    expect(await signedInBy(signInCode ?? '')).toBe('scanned@example.org');
  });

  test('opens on another device with a code sent to its address, any number of times', async () => {
    const { code } = await requestTo('two@example.org');
    expect((await open(code)).signInCode).not.toBeNull();
    for (const attempt of [randomUUID(), randomUUID()]) {
      expect(await open(code, attempt)).toMatchObject({ signInCode: null, sentTo: 't…@example.org' });
      const { signInCode } = await anybody.call('magicLinks.confirm', { body: { code, attempt, digits: await newestDigits('two@example.org') } });
      expect(await signedInBy(signInCode)).toBe('two@example.org');
    }
  });

  test('asks the same page for no second code after a lost response', async () => {
    const { code } = await requestTo('lost@example.org');
    const attempt = randomUUID();
    await open(code, attempt);
    expect((await open(code, attempt)).signInCode).not.toBeNull();
  });

  test('rejects the code after five wrong tries, and a code from another page', async () => {
    const { code } = await requestTo('wrong@example.org');
    await open(code);
    const attempt = randomUUID();
    await open(code, attempt);
    const digits = await newestDigits('wrong@example.org');
    const confirm = (body: { attempt: string; digits: string }) => anybody.refusalBody('magicLinks.confirm', { body: { code, ...body } });
    expect(await confirm({ attempt: randomUUID(), digits })).toMatchObject({ code: 'invalid_code' });
    for (let left = 4; left >= 0; left--) expect(await confirm({ attempt, digits: wrongFor(digits) })).toMatchObject({ code: 'invalid_code', details: { triesLeft: left } });
    expect(await confirm({ attempt, digits })).toMatchObject({ code: 'invalid_code' });
    await open(code, attempt);
    const again = await newestDigits('wrong@example.org');
    expect((await anybody.call('magicLinks.confirm', { body: { code, attempt, digits: again } })).signInCode).toBeTruthy();
  });

  test('sends at most five codes in a quarter of an hour', async () => {
    const { code } = await requestTo('often@example.org');
    await open(code);
    for (let time = 0; time < 5; time++) await open(code);
    expect(await anybody.refusal('magicLinks.open', { body: { code, attempt: randomUUID() } })).toBe('too_many_requests');
  });

  test('does not sign in without the button, whose code works once', async () => {
    const { code } = await requestTo('once@example.org');
    const end = async (magicCode: string) => (await new Browser(server.app).navigate(authorizationRequest({ magic_code: magicCode }).url)).searchParams.get('error');
    expect(await end(code)).toBe('invalid_link');
    const { signInCode } = await open(code);
    expect(await end(signInCode ?? '')).toBeNull();
    expect(await end(signInCode ?? '')).toBe('invalid_link');
  });
});

describe('a link that has ended', () => {
  const ends = {
    canceled: async (id: string) => void (await ada.call('transactions.cancel', { params: { id } })),
    declined: async (id: string) => void (await bea.call('transactions.decline', { params: { id }, body: { reason: 'No' } })),
    expired: async (id: string) => void (await server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', id).execute()),
    reassigned: async (id: string) => {
      const { recipients } = await ada.call('transactions.get', { params: { id } });
      await ada.call('transactions.reassign', { params: { id }, body: { fromUserId: recipients[0]!.id, toUser: { email: 'carl@example.org' }, reason: 'On leave' } });
    },
  };
  test.each(Object.entries(ends))('reports the request as %s and reveals nothing else', async (reason, end) => {
    const { sent, code } = await requestTo('bea@example.org');
    await end(sent.id);
    expect(await read(code)).toEqual({ state: 'ended', isReader: false, reason, isRenewable: false });
    expect(await anybody.refusal('magicLinks.open', { body: { code, attempt: randomUUID() } })).toBe('invalid_link');
  });

  test('is indistinguishable from an unknown one, also when a new one is requested', async () => {
    expect(await read('no-such-code')).toEqual({ state: 'ended', isReader: false, reason: 'unknown', isRenewable: false });
    expect(await anybody.call('magicLinks.renew', { body: { code: 'no-such-code' } })).toEqual({});
  });

  test('of a completed document works for 90 days, then sends a new one to the same address up to three times', async () => {
    const { sent } = await requestTo('bea@example.org');
    await sign(bea, sent);
    const link = await newestLink('bea@example.org');
    const code = codeOf(link);
    expect(link.pathname).toBe(`/transaction/${sent.id}/completed`);
    expect(await read(code)).toMatchObject({ state: 'open', kind: 'completed', hasSigned: true });
    const { expires_at: end } = await server.infrastructure.db.selectFrom('magic_codes').select('expires_at').where('purpose', '=', `transaction:${sent.id}`).where('expires_at', 'is not', null).executeTakeFirstOrThrow();
    expect(end!.getTime() - Date.now()).toBeGreaterThan(links.completedLinkLife - 60_000);
    await server.infrastructure.db.updateTable('magic_codes').set({ expires_at: new Date(Date.now() - 1) }).where('purpose', '=', `transaction:${sent.id}`).execute();
    expect(await read(code)).toEqual({ state: 'ended', isReader: false, reason: 'completed', isRenewable: true });
    const before = (await mailsTo(server, 'bea@example.org')).length;
    for (let time = 0; time < 5; time++) expect(await anybody.call('magicLinks.renew', { body: { code } })).toEqual({});
    expect((await mailsTo(server, 'bea@example.org')).slice(before).map(({ template }) => template)).toEqual(['completed', 'completed', 'completed']);
    expect(await read(codeOf(await newestLink('bea@example.org')))).toMatchObject({ state: 'open', kind: 'completed' });
  });

  test('of the request itself leads to the completed document for the same time', async () => {
    const { sent, code } = await requestTo('bea@example.org');
    await sign(bea, sent);
    expect(await read(code)).toMatchObject({ state: 'open', kind: 'completed' });
    await server.infrastructure.db.updateTable('transactions').set({ completed_at: new Date(Date.now() - links.completedLinkLife - 1) }).where('id', '=', sent.id).execute();
    expect(await read(code)).toMatchObject({ state: 'ended', reason: 'completed', isRenewable: true });
  });
});

describe('mails', () => {
  const attachments = async (email: string) => (await server.infrastructure.db.selectFrom('mails').select('attachments').where('recipient', '=', email).where('template', '=', 'completed').orderBy('created_at', 'desc').executeTakeFirstOrThrow()).attachments;

  test('contain the completed document byte for byte, and say so', async () => {
    const { sent } = await requestTo('bea@example.org');
    await sign(bea, sent);
    const { url } = await bea.call('files.downloadUrl', { params: { id: sent.fileIds[0]! } });
    const [attached] = await attachments('bea@example.org');
    const stored = await server.infrastructure.storage.local(attached && 'ref' in attached ? attached.ref : '');
    expect(Buffer.concat(await Promise.all(stored.parts.map(({ path }) => readFile(path)))).equals(await bea.fetch(url))).toBe(true);
    await stored.release();
    expect((await mailsTo(server, 'bea@example.org')).at(-1)?.text).toContain('Attached: Agreement.pdf');
  });

  test('link to a document too large to attach, and mention no attachment', async () => {
    const { sent } = await requestTo('bea@example.org');
    await server.infrastructure.db.updateTable('file_versions').set({ size: sizes.mailAttachments + 1 }).where('file_id', '=', sent.fileIds[0]!).execute();
    const { db } = server.infrastructure;
    const { mailCompletion } = await import('#server/services/transactions/transaction-notifications.ts');
    const { lockTransactionForJob } = await import('#server/services/transactions/transaction-state.ts');
    await db.transaction().execute(async (tx) => mailCompletion(tx, server.infrastructure.config, (await lockTransactionForJob(tx, sent.id))!, []));
    expect(await attachments('bea@example.org')).toEqual([]);
    const { text } = (await mailsTo(server, 'bea@example.org')).at(-1)!;
    expect(text).not.toContain('Attached');
    expect(text).toContain('The link works for 90 days.');
  });

  test('name the sender, the address and the expiry; a reminder has its own subject', async () => {
    const { sent } = await requestTo('dora@example.org', { expiresAt: '2031-05-04T16:30:00.000Z' });
    const invitation = (await mailsTo(server, 'dora@example.org')).at(-1)!;
    expect(invitation.text).toContain('Sender: Ada Byron (ada@example.org)');
    expect(invitation.text).toMatch(/Please sign by May 4, 2031.*4:30.PM UTC\./);
    await ada.call('transactions.remind', { ...at(sent), body: { userId: active(sent).id, title: 'Have you seen it', message: 'Thank you' } });
    const reminder = (await mailsTo(server, 'dora@example.org')).at(-1)!;
    expect(reminder.subject).toBe('Have you seen it');
    expect(reminder.text).not.toContain('Have you seen it');
    expect(reminder.text).toContain('> Thank you');
    expect(reminder.text).toContain('May 4, 2031');
  });

  test('name who reassigned the request and why, to the new recipient and the sender', async () => {
    const { sent } = await requestTo('bea@example.org', { options: { allowSignerReassignment: true } });
    await bea.call('transactions.reassign', { ...at(sent), body: { fromUserId: active(sent).id, toUser: { email: 'carl@example.org', firstName: 'Carl' }, reason: 'On leave until May' } });
    expect((await mailsTo(server, 'carl@example.org')).at(-1)).toMatchObject({ template: 'passed_on', text: expect.stringMatching(/bea[\s\S]*> On leave until May/) });
    expect((await mailsTo(server, 'ada@example.org')).at(-1)).toMatchObject({ template: 'reassigned', text: expect.stringMatching(/bea[\s\S]*Carl \(carl@example\.org\)[\s\S]*> On leave until May/) });
  });

  test('tell the sender of each signature, unless turned off', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    await sign(bea, sent);
    expect((await mailsTo(server, 'ada@example.org')).at(-1)).toMatchObject({ template: 'signed', text: expect.stringContaining('Signed so far: 1 of 2.') });
    await sign(carl, sent);
    expect((await mailsTo(server, 'ada@example.org')).at(-1)?.template).toBe('completed');
  });

  test('link with the language of the mail', async () => {
    await start(ada, await draft(ada, [], { recipients: [{ email: 'fiona@example.org', firstName: 'Fiona', locale: 'fr' }] }));
    const [mail] = await mailsTo(server, 'fiona@example.org');
    expect(linkOf(mail?.text ?? '').searchParams.get('lang')).toBe('fr');
    expect(mail?.text).toMatch(/Lire et signer\u00a0:\nhttp/);
  });
});
