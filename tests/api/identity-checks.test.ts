/** Recipients who have to show who they are before they sign: pictures, a telephone, the sender's word, a third party's. */
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IdentityCheck, IdentityPicture } from '#contract/entities/identity-check.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { StripeServer } from '../support/stripe-server.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { Client, samplePhoto } from './client.ts';
import { contact, draft, eventsOf, mailsTo, sign, signBody, stage, start } from './transaction-world.ts';

const secret = 'whsec_identity';
let thirdParty: StripeServer;
let server: TestApp;
let ada: Client;
let bea: Client;
let eve: Client;

beforeAll(async () => {
  thirdParty = await StripeServer.open();
  server = await startTestApp({ IDENTITY_SECRET_KEY: 'sk_identity', IDENTITY_WEBHOOK_SECRET: secret, IDENTITY_API_BASE: thirdParty.url }, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(async () => {
  await server.close();
  await thirdParty.close();
});

const at = ({ id }: { id: string }) => ({ params: { id } });
type Requirements = Partial<{ identityRequirements: IdentityCheck['requirements']; identityRequireManualApproval: boolean; inPerson: boolean }>;

async function sentWith(required: Requirements, email = bea.email): Promise<Transaction> {
  return start(ada, await draft(ada, [], { recipients: [contact(email, required)] }));
}

async function photograph(person: Client, transaction: Transaction, kinds: IdentityPicture[], query: { ticket?: string } = {}) {
  const evidence: { kind: IdentityPicture; imageRef: string }[] = [];
  for (const kind of kinds) {
    const { url, imageRef } = await person.call('identityChecks.uploadUrl', { ...at(transaction), query, body: { kind, mimeType: 'image/png' } });
    await person.put(url, samplePhoto(), 'image/png');
    evidence.push({ kind, imageRef });
  }
  return evidence;
}

const submit = async (person: Client, transaction: Transaction, kinds: IdentityPicture[]) =>
  person.call('identityChecks.submit', { ...at(transaction), body: { evidence: await photograph(person, transaction, kinds) } });

/** What signing ends with. */
async function signingOf(person: Client, transaction: Transaction): Promise<string> {
  const [fileId] = transaction.fileIds;
  await stage(person, transaction, fileId!);
  return person.refusal('transactions.sign', { ...at(transaction), body: signBody(person, fileId!) });
}

const lastEvent = async (person: Client, { id }: Transaction) => (await eventsOf(server, person.userId, id)).at(-1);

describe('pictures', () => {
  test('let the recipient sign once complete, unless someone must review them', async () => {
    const sent = await sentWith({ identityRequirements: ['id_card', 'selfie'] });
    expect(await signingOf(bea, sent)).toBe('identity_not_verified');
    expect(await bea.call('identityChecks.begin', at(sent))).toMatchObject({ status: 'capturing', requirements: ['id_card', 'selfie'], url: null });
    expect(await submit(bea, sent, ['id_card_front', 'id_card_back'])).toMatchObject({ status: 'capturing', evidence: [{ kind: 'id_card_front' }, { kind: 'id_card_back' }] });
    expect(await signingOf(bea, sent)).toBe('identity_not_verified');
    const done = await submit(bea, sent, ['selfie']);
    expect(done.status).toBe('completed');
    expect((await bea.fetch(done.evidence[0]!.url)).equals(Buffer.from(samplePhoto()))).toBe(true);
    for (const person of [ada, bea]) expect(await lastEvent(person, sent)).toBe('if_validation_approved');
    const { recipients, validations, requireRecipientValidation } = await ada.call('transactions.get', at(sent));
    expect(recipients[0]).toMatchObject({ identityValidationStatus: 'completed', identityValidationId: done.id });
    expect(validations).toEqual([{ recipient: recipients[0]!.id, evidence: ['id_card_front', 'id_card_back', 'selfie'], requireManualValidation: false, status: 'completed' }]);
    expect(requireRecipientValidation).toEqual({ id_card: true, passport: false, selfie: true, requireThirdPartyVerification: false });
    expect((await sign(bea, sent)).status).toBe('completed');
  });

  test('must be of the requested kind and from the recipient, and are accepted once', async () => {
    const sent = await sentWith({ identityRequirements: ['passport'] });
    expect(await bea.refusal('identityChecks.uploadUrl', { ...at(sent), body: { kind: 'passport', mimeType: 'image/png' } })).toBe('sign_conditions_not_accepted');
    const { id } = await bea.call('identityChecks.begin', at(sent));
    expect((await bea.call('identityChecks.begin', at(sent))).id).toBe(id);
    expect(await bea.refusal('identityChecks.uploadUrl', { ...at(sent), body: { kind: 'selfie', mimeType: 'image/png' } })).toBe('request_validation_error');
    for (const person of [eve, ada]) expect(await person.refusal('identityChecks.begin', at(sent))).toBe('permission_denied');
    expect(await bea.refusal('identityChecks.submit', { ...at(sent), body: { evidence: [{ kind: 'passport', imageRef: 'none' }] } })).toBe('file_body_missing');
    const body = { evidence: await photograph(bea, sent, ['passport']) };
    const first = await bea.call('identityChecks.submit', { ...at(sent), body });
    expect(await bea.call('identityChecks.submit', { ...at(sent), body })).toMatchObject({ id: first.id, status: 'completed', updatedAt: expect.any(String) });
    expect((await ada.call('transactions.insights', at(sent))).insights.filter(({ action }) => action === 'identity_check_approved')).toHaveLength(1);
  });

  test('are deleted with the transaction', async () => {
    const sent = await sentWith({ identityRequirements: ['selfie'] });
    await bea.call('identityChecks.begin', at(sent));
    await submit(bea, sent, ['selfie']);
    await ada.call('transactions.delete', at(sent));
    expect(await server.infrastructure.db.selectFrom('identity_evidence').innerJoin('identity_checks', 'id', 'check_id').where('transaction_id', '=', sent.id).selectAll().execute()).toEqual([]);
  });
});

test('deleting a sender\'s account deletes the identity pictures and revokes the links', async () => {
  const sender = await Client.signIn(server, 'leaving@example.org', { firstName: 'Leo' });
  const sent = await start(sender, await draft(sender, [], { recipients: [contact(bea.email, { identityRequirements: ['selfie'] })] }));
  await bea.call('identityChecks.begin', at(sent));
  const { evidence } = await submit(bea, sent, ['selfie']);
  await sender.call('auth.deleteUser');
  await finishDeletion(server.infrastructure, sender.userId);
  const { db, pool } = server.infrastructure;
  const codes = await db.selectFrom('magic_codes').select('revoked_at').where('purpose', '=', `transaction:${sent.id}`).execute();
  expect(codes.map((each) => each.revoked_at !== null)).toEqual([true]);
  const { rows } = await pool.query("select payload from graphile_worker._private_jobs where task_id in (select id from graphile_worker._private_tasks where identifier = 'remove_bodies')");
  const refs = rows.flatMap(({ payload }: { payload: { refs: string[] } }) => payload.refs);
  const { rows: [upload] } = await pool.query("select body_ref from uploads where transaction_id = $1 and purpose = 'identity'", [sent.id]);
  expect(evidence).toHaveLength(1);
  expect(refs).toContain(upload.body_ref);
});

describe('a phone', () => {
  test('uploads the pictures with the ticket of a QR code, which permits nothing else', async () => {
    const sent = await sentWith({ identityRequirements: ['selfie'] });
    const other = await sentWith({ identityRequirements: ['selfie'] }, 'bea2@example.org');
    await bea.call('identityChecks.begin', at(sent));
    const { ticket, link } = await bea.call('identityChecks.ticket', at(sent));
    expect(new URL(link)).toMatchObject({ pathname: `/transaction/${sent.id}/photo_capturing`, search: `?ticket=${ticket}` });
    const phone = new Client(server, '', null);
    const query = { ticket };
    expect((await phone.call('identityChecks.list', { ...at(sent), query })).checks).toMatchObject([{ requirements: ['selfie'], status: 'capturing' }]);
    const evidence = await photograph(phone, sent, ['selfie'], query);
    expect(await phone.call('identityChecks.submit', { ...at(sent), query, body: { evidence } })).toMatchObject({ status: 'completed' });
    expect(await phone.refusal('identityChecks.list', { ...at(sent), query: { ticket: 'wrong' } })).toBe('invalid_token');
    expect(await phone.refusal('identityChecks.uploadUrl', { ...at(other), query, body: { kind: 'selfie', mimeType: 'image/png' } })).toBe('permission_denied');
    expect(await phone.refusal('media.uploadUrl', { query, body: { mimeType: 'image/png' } })).toBe('invalid_token');
    expect((await phone.send('transactions.get', at(sent))).status).toBe(401);
  });

  test('needs no access code of its own for a recipient who has entered theirs', async () => {
    const made = await draft(ada, [], { recipients: [contact(bea.email, { identityRequirements: ['selfie'], requireAccessCode: true })] });
    await stage(ada, made, made.fileIds[0]!);
    const sent = await ada.call('transactions.start', { ...at(made), body: { accessCodes: [{ recipientId: made.recipients[0]!.id, code: 'sesame' }] } });
    await bea.call('transactions.enterAccessCode', { ...at(sent), body: { code: 'sesame' } });
    await bea.call('identityChecks.begin', at(sent));
    const query = { ticket: (await bea.call('identityChecks.ticket', at(sent))).ticket };
    const phone = new Client(server, '', null);
    expect((await phone.call('identityChecks.list', { ...at(sent), query })).checks).toHaveLength(1);
    const evidence = await photograph(phone, sent, ['selfie'], query);
    expect(await phone.call('identityChecks.submit', { ...at(sent), query, body: { evidence } })).toMatchObject({ status: 'completed' });
    expect(await (await Client.signIn(server, bea.email, { type: 'guest' })).refusal('identityChecks.list', at(sent))).toBe('access_code_required');
  });

  test('gets the link by text message', async () => {
    const sent = await sentWith({ identityRequirements: ['selfie'] });
    await bea.call('identityChecks.begin', at(sent));
    await bea.call('identityChecks.sendSms', { ...at(sent), body: { phone: '+49 30 1234567' } });
    const text = await server.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', '+49301234567').executeTakeFirstOrThrow();
    expect(text).toMatchObject({ template: 'identity_capture', body: expect.stringContaining(`/transaction/${sent.id}/photo_capturing?ticket=`) });
  });
});

describe('the sender', () => {
  const required: Requirements = { identityRequirements: ['passport'], identityRequireManualApproval: true };

  test('reviews the pictures and approves', async () => {
    const sent = await sentWith(required);
    const [recipient] = sent.recipients;
    const body = { recipientId: recipient!.id };
    await bea.call('identityChecks.begin', at(sent));
    expect(await ada.refusal('identityChecks.approve', { ...at(sent), body })).toBe('conflict');
    expect((await submit(bea, sent, ['passport'])).status).toBe('pending');
    expect((await mailsTo(server, ada.email)).at(-1)?.template).toBe('identity_pending');
    expect(await signingOf(bea, sent)).toBe('identity_not_verified');
    const [check] = (await ada.call('identityChecks.list', at(sent))).checks;
    expect((await ada.fetch(check!.evidence[0]!.url)).length).toBeGreaterThan(0);
    expect((await ada.call('identityChecks.approve', { ...at(sent), body })).status).toBe('approved');
    expect((await ada.call('identityChecks.approve', { ...at(sent), body })).status).toBe('approved');
    expect(await lastEvent(bea, sent)).toBe('if_validation_approved');
    expect((await mailsTo(server, bea.email)).at(-1)?.template).toBe('identity_approved');
    expect((await sign(bea, sent)).status).toBe('completed');
  });

  test('rejects with a reason, and the recipient tries again', async () => {
    const sent = await sentWith(required);
    const recipientId = sent.recipients[0]!.id;
    const first = await bea.call('identityChecks.begin', at(sent));
    await submit(bea, sent, ['passport']);
    expect(await ada.refusal('identityChecks.reject', { ...at(sent), body: { recipientId, reason: ' ' } })).toBe('missing_reason');
    expect(await ada.call('identityChecks.reject', { ...at(sent), body: { recipientId, reason: 'Blurred' } })).toMatchObject({ status: 'rejected', reason: 'Blurred' });
    expect(await lastEvent(bea, sent)).toBe('if_validation_rejected');
    expect((await mailsTo(server, bea.email)).at(-1)).toMatchObject({ template: 'identity_rejected', text: expect.stringContaining('Blurred') });
    expect(await signingOf(bea, sent)).toBe('identity_not_verified');
    const second = await bea.call('identityChecks.begin', at(sent));
    expect(second).toMatchObject({ status: 'capturing', evidence: [] });
    expect(second.id).not.toBe(first.id);
  });

  test('requires a new check after a reassignment', async () => {
    const sent = await sentWith(required);
    await bea.call('identityChecks.begin', at(sent));
    await submit(bea, sent, ['passport']);
    const passed = await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: { email: eve.email }, reason: 'away' } });
    expect(passed.recipients[0]).toMatchObject({ email: eve.email, identityValidationStatus: null });
    expect(await signingOf(eve, sent)).toBe('identity_not_verified');
  });
});

test('a check that is canceled or expired does not count', async () => {
  const sent = await sentWith({ identityRequirements: ['selfie'] });
  await bea.call('identityChecks.begin', at(sent));
  expect((await bea.call('identityChecks.cancel', at(sent))).status).toBe('canceled');
  expect(await signingOf(bea, sent)).toBe('identity_not_verified');
  const { id } = await bea.call('identityChecks.begin', at(sent));
  const { createDecisionsService } = await import('#server/services/identity-checks/decisions.service.ts');
  const clock = createDecisionsService({ db: server.infrastructure.db, config: server.infrastructure.config, checker: null, checks: { shown: () => { throw new Error('not shown'); } } });
  await clock.expire(id);
  expect((await ada.call('transactions.get', at(sent))).recipients[0]?.identityValidationStatus).toBe('capturing');
  await clock.expire(id, new Date(Date.now() + 6 * 60_000));
  expect((await ada.call('identityChecks.list', at(sent))).checks).toMatchObject([{ status: 'rejected', reason: 'timeout' }]);
  expect(await lastEvent(ada, sent)).toBe('if_validation_rejected');
});

test('a check is no longer decided after the transaction has ended', async () => {
  const sent = await sentWith({ identityRequirements: ['selfie'] });
  const { id } = await bea.call('identityChecks.begin', at(sent));
  await ada.call('transactions.cancel', at(sent));
  const { createDecisionsService } = await import('#server/services/identity-checks/decisions.service.ts');
  const clock = createDecisionsService({ db: server.infrastructure.db, config: server.infrastructure.config, checker: null, checks: { shown: () => { throw new Error('not shown'); } } });
  await clock.expire(id, new Date(Date.now() + 6 * 60_000));
  expect((await ada.call('transactions.insights', at(sent))).insights.at(-1)?.action).toBe('transaction_canceled');
  for (const person of [ada, bea]) expect(await lastEvent(person, sent)).toBe('transaction_canceled');
});

test('in person, the host\'s device checks the guest\'s identity', async () => {
  const sent = await start(ada, await draft(ada, [], { recipients: [contact(bea.email), { firstName: 'Gustav', inPerson: true, identityRequirements: ['selfie'] }] }));
  await sign(bea, sent);
  const byUser = sent.recipients[1]!.id;
  expect(await bea.call('identityChecks.begin', { ...at(sent), body: { byUser } })).toMatchObject({ recipientId: byUser, status: 'capturing' });
  expect(await ada.refusal('identityChecks.begin', { ...at(sent), body: { byUser } })).toBe('permission_denied');
});

describe('a third party', () => {
  const stripe = new Stripe('sk_test');
  const tell = (type: string, reference: string, more: object = {}, key = secret) => {
    const payload = JSON.stringify({ id: `evt_${Math.random()}`, object: 'event', type: `identity.verification_session.${type}`, data: { object: { id: reference, object: 'identity.verification_session', last_error: null, ...more } } });
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: key });
    return server.app.inject({ method: 'POST', url: '/identity_checks/webhook', headers: { 'content-type': 'application/json', 'stripe-signature': signature }, payload });
  };
  const referenceOf = async (sent: Transaction): Promise<string> =>
    (await server.infrastructure.db.selectFrom('identity_checks').select('reference').where('transaction_id', '=', sent.id).where('superseded_at', 'is', null).executeTakeFirstOrThrow()).reference!;

  test('is opened by the recipient, and its signed result counts', async () => {
    const sent = await sentWith({ identityRequirements: ['third_party'] });
    thirdParty.calls.splice(0);
    const check = await bea.call('identityChecks.begin', at(sent));
    expect(check).toMatchObject({ status: 'capturing', applicationId: 'stripe', url: expect.stringContaining('https://verify.example/start/') });
    expect((await bea.call('identityChecks.begin', at(sent))).url).toBe(check.url);
    expect(thirdParty.calls).toHaveLength(1);
    expect(thirdParty.calls[0]!.form.get('return_url')).toContain(sent.id);
    expect((await ada.call('identityChecks.list', at(sent))).checks[0]?.url).toBeNull();
    const reference = await referenceOf(sent);
    expect((await tell('verified', reference, {}, 'whsec_wrong')).json().error.code).toBe('forbidden');
    expect((await tell('processing', reference)).statusCode).toBe(204);
    expect((await ada.call('transactions.get', at(sent))).recipients[0]?.identityValidationStatus).toBe('pending');
    expect(await signingOf(bea, sent)).toBe('identity_not_verified');
    for (let twice = 0; twice < 2; twice += 1) expect((await tell('verified', reference)).statusCode).toBe(204);
    // What comes late changes nothing any more.
    await tell('processing', reference);
    expect((await ada.call('transactions.get', at(sent))).recipients[0]).toMatchObject({ identityValidationStatus: 'approved', identityApplicationId: 'stripe' });
    expect((await eventsOf(server, ada.userId, sent.id)).filter((type) => type === 'if_validation_approved')).toHaveLength(1);
    expect((await sign(bea, sent)).status).toBe('completed');
  });

  test('may reject', async () => {
    const sent = await sentWith({ identityRequirements: ['third_party'] });
    await bea.call('identityChecks.begin', at(sent));
    await tell('requires_input', await referenceOf(sent), { last_error: { code: 'document_expired', reason: 'The document has expired.' } });
    expect((await bea.call('identityChecks.list', at(sent))).checks).toMatchObject([{ status: 'declined', reason: 'The document has expired.' }]);
    expect(await lastEvent(ada, sent)).toBe('if_validation_rejected');
  });

  test('is ignored after the transaction has ended', async () => {
    const sent = await sentWith({ identityRequirements: ['third_party'] });
    await bea.call('identityChecks.begin', at(sent));
    await ada.call('transactions.cancel', at(sent));
    const mails = (await mailsTo(server, bea.email)).length;
    expect((await tell('verified', await referenceOf(sent))).statusCode).toBe(204);
    expect(await mailsTo(server, bea.email)).toHaveLength(mails);
    expect(await lastEvent(ada, sent)).toBe('transaction_canceled');
  });

  test('that does not respond is asked again with the same idempotency key', async () => {
    const sent = await sentWith({ identityRequirements: ['third_party'] });
    thirdParty.calls.splice(0);
    thirdParty.troubles.push(503, 503, 503);
    expect(await bea.refusal('identityChecks.begin', at(sent))).toBe('service_partner_error');
    expect((await bea.call('identityChecks.begin', at(sent))).url).not.toBeNull();
    expect(new Set(thirdParty.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  }, 20_000);

  test('leaves the decision to a sender who requires manual approval', async () => {
    const sent = await sentWith({ identityRequirements: ['third_party'], identityRequireManualApproval: true });
    await bea.call('identityChecks.begin', at(sent));
    const body = { recipientId: sent.recipients[0]!.id };
    const reference = await referenceOf(sent);
    await tell('processing', reference);
    expect(await ada.refusal('identityChecks.approve', { ...at(sent), body })).toBe('not_ready');
    await tell('verified', reference);
    expect((await ada.call('transactions.get', at(sent))).recipients[0]?.identityValidationStatus).toBe('pending');
    expect((await ada.call('identityChecks.approve', { ...at(sent), body })).status).toBe('approved');
  });
});

test('without a third party there is no external check', async () => {
  const alone = await startTestApp({}, acceptingDocuments);
  const paul = await Client.signIn(alone, 'paul@example.org');
  const sent = await draft(paul, [], { recipients: [contact('bea@example.org', { identityRequirements: ['third_party'] })] });
  for (const fileId of sent.fileIds) await stage(paul, sent, fileId);
  expect(await paul.refusal('transactions.start', at(sent))).toBe('feature_not_supported');
  await alone.close();
});
