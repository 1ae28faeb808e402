/** Recipients of whom nothing but a telephone number is known: asked by text message, signed in by its link, certified for the number. */
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { authorizationRequest, Browser, exchange } from '../support/browser.ts';
import { Client } from './client.ts';
import { enroll, openSigners, signedCopy, startForReal, type Signers } from './real-signing.ts';
import { at, contact, signBody, stage } from './transaction-world.ts';

const number = '+4915100000077';
let { server, engine, form, ada } = {} as Signers;
beforeAll(async () => {
  ({ server, engine, form, ada } = await openSigners());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const textsTo = (phone: string) => server.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', phone).orderBy('created_at').orderBy('id').execute();
const codeOf = (body: string): string => new URL(/http\S+/.exec(body)?.[0] ?? '').searchParams.get('code') ?? '';

async function sent(recipients: object[], more: object = {}): Promise<{ transaction: Transaction; fileId: string }> {
  const file = await ada.addFile(form, 'Lease.pdf');
  const { id } = await ada.call('transactions.create', { body: { name: 'Lease', fileIds: [file.id] } });
  const draft = await ada.call('transactions.update', { params: { id }, body: { recipients, ...more } });
  return { transaction: await startForReal(engine, ada, draft), fileId: file.id };
}

/** As whoever reads the text message: follows its link, and has a token afterwards. */
async function followLink(code: string): Promise<Client> {
  const browser = new Browser(server.app);
  const { signInCode } = await new Client(server, '', null).call('magicLinks.open', { body: { code, attempt: 'a-page-of-this-test' } });
  const request = authorizationRequest({ magic_code: signInCode ?? '' });
  const { access_token: token } = (await exchange(browser, await browser.navigate(request.url), request.verifier)).json();
  const signedIn = { userId: '', token, headers: { authorization: `Bearer ${token}` } };
  const { id } = await new Client(server, '', signedIn).call('profile.get');
  return new Client(server, '', { ...signedIn, userId: id });
}

/** What a person without an address says of the signature. */
const signing = (fileId: string) => ({ fileId, signedFields: [], appendedSignatures: signBody(new Client(server, '', null), fileId).appendedSignatures.map((each) => ({ ...each, email: null })) });

test('recipients with a phone number only are asked, sign and are told of completion by text message', async () => {
  const { transaction, fileId } = await sent([{ phone: '+49 151 00000077', firstName: 'Tina' }], { cc: [{ phone: '+4915100000078', firstName: 'Copy' }] });
  const [invitation] = await textsTo(number);
  expect(invitation).toMatchObject({ template: 'invitation', body: expect.stringContaining(transaction.id) });
  const tina = await followLink(codeOf(invitation?.body ?? ''));
  expect(await tina.call('profile.get')).toMatchObject({ email: null, phone: number, phoneVerified: true, type: 'guest' });
  const key = await enroll(tina);
  expect(new X509Certificate(key.certificate).subject).toContain(number);
  const copy = await signedCopy(engine, tina, key, transaction, fileId);
  const { url } = await tina.call('transactions.updateUrl', { ...at(transaction), body: { fileId } });
  expect((await tina.put(url, copy)).status).toBe(200);
  expect(await tina.refusal('transactions.sign', { ...at(transaction), body: { ...signing(fileId), appendedSignatures: [{ id: 'sig', email: 'somebody@example.org', date: new Date().toISOString(), signatureType: 'advanced' }] } })).toBe('invalid_sig_email');
  expect((await tina.call('transactions.sign', { ...at(transaction), body: signing(fileId) })).status).toBe('completed');
  expect((await textsTo(number)).map(({ template }) => template)).toEqual(['invitation', 'completed']);
  expect((await textsTo('+4915100000078')).map(({ template }) => template)).toEqual(['completed']);
});

test('a phone number stays the same person in the next request, without mail', async () => {
  const { transaction } = await sent([{ phone: number }]);
  const again = await followLink(codeOf((await textsTo(number)).at(-1)?.body ?? ''));
  expect((await again.call('transactions.list')).transactions.map(({ id }) => id)).toContain(transaction.id);
  expect(await server.infrastructure.db.selectFrom('mails').selectAll().where('recipient', '=', number).execute()).toEqual([]);
  const users = await server.infrastructure.db.selectFrom('users').select('id').where('phone', '=', number).execute();
  expect(users).toEqual([{ id: again.userId }]);
  for (const phone of ['+4915100000099', 'empty']) expect(await again.refusal('profile.update', { body: { phone } })).toBe('unable_to_set_phone');
});

test('a number of the United States is the same person with and without the country code', async () => {
  const { transaction } = await sent([{ phone: '(212) 555-0177' }]);
  expect(transaction.recipients.map(({ phone }) => phone)).toEqual(['+12125550177']);
  await sent([{ phone: '212 555 0177' }]);
  const users = await server.infrastructure.db.selectFrom('users').select('phone').where('phone', 'like', '%2125550177').execute();
  expect(users).toEqual([{ phone: '+12125550177' }]);
});

test('an unverified phone number in a profile gives no access', async () => {
  const eve = await Client.signIn(server, 'eve@example.org');
  await eve.call('profile.update', { body: { phone: '+4915100000079' } });
  const { transaction, fileId } = await sent([{ phone: '+4915100000079' }]);
  expect(await eve.refusal('transactions.get', at(transaction))).toBe('permission_denied');
  expect(await eve.refusal('transactions.updateUrl', { ...at(transaction), body: { fileId } })).toBe('permission_denied');
  const [invitation] = await textsTo('+4915100000079');
  const right = await followLink(codeOf(invitation?.body ?? ''));
  expect(right.userId).not.toBe(eve.userId);
  expect((await right.call('transactions.get', at(transaction))).id).toBe(transaction.id);
});

test('reminder, reassignment and cancellation are sent by text message', async () => {
  const { transaction } = await sent([{ phone: '+4915100000080' }], { options: { allowSignerReassignment: true } });
  const [recipient] = transaction.recipients;
  await ada.call('transactions.remind', { ...at(transaction), body: { userId: recipient?.id ?? '', title: 'Please', message: 'sign' } });
  await ada.call('transactions.reassign', { ...at(transaction), body: { fromUserId: recipient?.id ?? '', toUser: { phone: '+4915100000081' }, reason: 'away' } });
  await ada.call('transactions.cancel', at(transaction));
  expect((await textsTo('+4915100000080')).map(({ template }) => template)).toEqual(['invitation', 'reminder']);
  expect((await textsTo('+4915100000081')).map(({ template }) => template)).toEqual(['invitation', 'canceled']);
});

test('a share with a phone number is readable, and announced by text message', async () => {
  const file = await ada.addFile(form, 'Plan.pdf');
  const phone = '+4915100000082';
  const { participants } = await ada.call('files.share', { params: { id: file.id }, body: { participants: [{ phone: '+49 151 00000082', firstName: 'Tess' }] } });
  expect(participants[1]).toMatchObject({ email: null, phone, firstName: 'Tess', role: 'viewer' });
  const [notice] = await textsTo(phone);
  expect(notice).toMatchObject({ template: 'resource_shared', body: expect.stringContaining(file.id) });
  const tess = await followLink(codeOf(notice?.body ?? ''));
  expect(tess.userId).toBe(participants[1]!.id);
  expect((await tess.call('files.getMeta', { params: { id: file.id } })).title).toBe('Plan.pdf');
  await ada.call('files.share', { params: { id: file.id }, body: { participants: [{ phone }] } });
  expect(await textsTo(phone)).toHaveLength(1);
});

test('a recipient needs an address or a phone number', async () => {
  const file = await ada.addFile(form, 'Lease.pdf');
  const { id } = await ada.call('transactions.create', { body: { fileIds: [file.id], recipients: [{ firstName: 'Nobody' }, contact('bea@example.org')] } });
  await stage(ada, await ada.call('transactions.get', { params: { id } }), file.id, form);
  expect(await ada.refusal('transactions.start', { params: { id } })).toBe('fields_empty');
});
