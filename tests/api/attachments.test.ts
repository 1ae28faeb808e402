/** Files that a signer is asked to attach: who may, when, what is taken, who gets them, and that nothing stays behind. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { samplePdf, type Client } from './client.ts';
import { at, contact, draft, openTransactionWorld, sign, signBody, stage, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

const requests = [{ id: 'licence', label: 'Driving licence', help: 'Both sides' }, { id: 'extra', label: 'Anything else', required: false }];
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function request(more = {}): Promise<Transaction> {
  return start(ada, await draft(ada, [], { recipients: [contact('bea@example.org', { attachments: requests, ...more }), contact('carl@example.org')] }));
}

async function attach(who: Client, sent: Transaction, requestId = 'licence', { bytes = png, mimeType = 'image/png' as 'image/png' | 'application/pdf', name = 'front.png' } = {}): Promise<Transaction> {
  const { url, bodyRef } = await who.call('attachments.begin', { ...at(sent), body: { requestId, mimeType, size: bytes.length } });
  const put = await who.put(url, bytes, mimeType);
  if (put.status !== 200) throw new Error(JSON.stringify(put.body));
  return who.call('attachments.attach', { ...at(sent), body: { requestId, bodyRef, name } });
}

const bodies = () => server.infrastructure.db.selectFrom('uploads').select(['body_ref', 'holder_id', 'size', 'status']).where('purpose', '=', 'attachment').where('status', '=', 'used').execute();
const usage = async (who: Client): Promise<number> => (await who.call('storage.usage')).used;
const beginRefused = (who: Client, sent: Transaction, requestId = 'licence') => who.refusal('attachments.begin', { ...at(sent), body: { requestId, mimeType: 'image/png' } });

describe('the signer', () => {
  test('attaches a file, without which nothing can be signed, and may replace and remove it until then', async () => {
    const sent = await request();
    const [fileId = ''] = sent.fileIds;
    await stage(bea, sent, fileId);
    expect(await bea.refusalBody('transactions.sign', { ...at(sent), body: signBody(bea, fileId) })).toMatchObject({ code: 'sign_conditions_not_accepted', details: { reason: 'attachment', requestIds: ['licence'] } });
    const first = await attach(bea, sent);
    expect(first.recipients[0]!.attachedFiles).toEqual([{ requestId: 'licence', name: 'front.png', mime: 'image/png', size: png.length, hash: createHash('sha256').update(png).digest('hex'), createdAt: expect.any(String) }]);
    const second = await attach(bea, sent, 'licence', { bytes: Buffer.from(samplePdf('both sides')), mimeType: 'application/pdf', name: '../both\u202Esides' });
    expect(second.recipients[0]!.attachedFiles).toMatchObject([{ requestId: 'licence', mime: 'application/pdf' }]);
    expect(second.recipients[0]!.attachedFiles[0]!.name).toMatch(/^\.\.\/bothsides\.pdf$/);
    const { recipients: [none] } = await bea.call('attachments.detach', { ...at(sent), body: { requestId: 'licence' } });
    expect(none!.attachedFiles).toEqual([]);
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, fileId) })).toBe('sign_conditions_not_accepted');
    await attach(bea, sent);
    await sign(bea, sent);
    for (const body of [{ requestId: 'licence' }, { requestId: 'extra' }]) expect(['permission_denied', 'sign_conditions_not_accepted', 'conflict']).toContain(await bea.refusal('attachments.detach', { ...at(sent), body }));
    expect((await ada.call('transactions.insights', at(sent))).insights.filter(({ action }) => action.startsWith('attachment')).map(({ action, attributes: { title, hash } }) => [action, title, hash?.length])).toEqual([
      ['attachment_added', 'front.png', 64], ['attachment_added', '../bothsides.pdf', 64], ['attachment_removed', '../bothsides.pdf', 64], ['attachment_added', 'front.png', 64],
    ]);
  });

  test('can change nothing once one of several documents is signed', async () => {
    const sent = await start(ada, await draft(ada, [], { recipients: [contact('bea@example.org', { attachments: requests })] }, 2));
    await attach(bea, sent);
    await sign(bea, { ...sent, fileIds: sent.fileIds.slice(0, 1) });
    expect(await beginRefused(bea, sent)).toBe('conflict');
    expect(await bea.refusal('attachments.detach', { ...at(sent), body: { requestId: 'licence' } })).toBe('conflict');
  });

  test('attaches only what was asked for, in turn, and with the access code', async () => {
    const sent = await request();
    expect(await beginRefused(bea, sent, 'other')).toBe('sign_conditions_not_accepted');
    expect(await beginRefused(carl, sent)).toBe('permission_denied');
    expect(await beginRefused(eve, sent)).toBe('permission_denied');
    expect(await beginRefused(ada, sent)).toBe('permission_denied');
    const made = await draft(ada, [], { recipients: [contact('bea@example.org', { attachments: requests, requireAccessCode: true })] });
    for (const fileId of made.fileIds) await stage(ada, made, fileId);
    const locked = await ada.call('transactions.start', { ...at(made), body: { accessCodes: [{ recipientId: made.recipients[0]!.id, code: 'open sesame' }] } });
    expect(await beginRefused(bea, locked)).toBe('access_code_required');
    await ada.call('transactions.cancel', at(sent));
    expect(await beginRefused(bea, sent)).toBe('sign_conditions_not_accepted');
  });

  test('of other types, of another content, and of more than the limit nothing is taken', async () => {
    const sent = await request();
    const begin = (body: object) => bea.refusal('attachments.begin', { ...at(sent), body: { requestId: 'licence', ...body } as never });
    expect(await begin({ mimeType: 'text/html' })).toBe('request_validation_error');
    expect(await begin({ mimeType: 'image/png', size: 10_485_761 })).toBe('max_size_exceeded');
    const { url, bodyRef } = await bea.call('attachments.begin', { ...at(sent), body: { requestId: 'licence', mimeType: 'image/png' } });
    expect((await bea.put(url, Buffer.from('<html>'), 'image/png')).body).toMatchObject({ error: { code: 'wrong_mime_type' } });
    expect(await bea.refusal('attachments.attach', { ...at(sent), body: { requestId: 'licence', bodyRef, name: 'x.png' } })).toBe('file_body_missing');
  });

  test('takes no upload of another request or person', async () => {
    const [one, two] = [await request(), await request()];
    const { url, bodyRef } = await bea.call('attachments.begin', { ...at(one), body: { requestId: 'licence', mimeType: 'image/png' } });
    await bea.put(url, png, 'image/png');
    expect(await bea.refusal('attachments.attach', { ...at(two), body: { requestId: 'licence', bodyRef, name: 'x.png' } })).toBe('file_body_missing');
    const media = await ada.call('media.uploadUrl', { body: { mimeType: 'image/png', size: png.length } });
    expect(await bea.refusal('attachments.attach', { ...at(two), body: { requestId: 'licence', bodyRef: media.imageRef, name: 'x.png' } })).toBe('file_body_missing');
  });
});

describe('who gets it', () => {
  test('the sender and the signer; the others read neither what is asked for nor what is attached', async () => {
    const sent = await request();
    await attach(bea, sent);
    const to = { ...at(sent), body: { recipientId: sent.recipients[0]!.id, requestId: 'licence' } };
    for (const who of [ada, bea]) expect((await server.app.inject({ method: 'GET', url: (await who.call('attachments.download', to)).url.replace(/^https?:\/\/[^/]+/, '') })).rawPayload).toEqual(png);
    await sign(bea, sent);
    expect(await carl.refusal('attachments.download', to)).toBe('permission_denied');
    expect(await eve.refusal('attachments.download', to)).toBe('permission_denied');
    const seen = await carl.call('transactions.get', at(sent));
    expect(JSON.stringify([seen, await carl.call('transactions.insights', at(sent))])).not.toMatch(/licence|front\.png/);
    await sign(carl, sent);
    expect((await ada.call('transactions.get', at(sent))).recipients[0]).toMatchObject({ attachments: [{ id: 'licence', required: true }, { id: 'extra', required: false }], attachedFiles: [{ name: 'front.png' }] });
    expect(await ada.refusal('attachments.download', { ...to, body: { ...to.body, requestId: 'extra' } })).toBe('not_found');
  });
});

describe('what is asked for', () => {
  test('is of signers only, with an id each', async () => {
    const recipients = [contact('bea@example.org', { attachments: requests, participation: 'approver' }), contact('carl@example.org', { attachments: requests }), { firstName: 'Ina', inPerson: true, attachments: requests }];
    const made = await draft(ada, [], { recipients });
    expect(made.recipients.map(({ attachments }) => attachments.length)).toEqual([0, 2, 0]);
    expect(await ada.refusal('transactions.update', { ...at(made), body: { recipients: [contact('carl@example.org', { attachments: [requests[0]!, requests[0]!] })] } })).toBe('request_validation_error');
    expect(await ada.refusal('transactions.update', { ...at(made), body: { recipients: [contact('carl@example.org', { attachments: Array.from({ length: 11 }, (_, index) => ({ id: String(index), label: 'x' })) })] } })).toBe('request_validation_error');
  });

  test('is asked of whoever takes over, who does not get what was attached', async () => {
    const sent = await request();
    await attach(bea, sent);
    const before = await bodies();
    await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, reason: 'On leave', toUser: { email: 'eve@example.org', phone: null, firstName: 'Eve', lastName: null } } });
    const { recipients: [now] } = await eve.call('transactions.get', at(sent));
    expect(now).toMatchObject({ attachments: [{ id: 'licence' }, { id: 'extra' }], attachedFiles: [] });
    expect((await bodies()).length).toBe(before.length - 1);
  });
});

describe('storage', () => {
  test('it counts as the sender’s, a replaced or removed one no longer, and a deleted request leaves nothing', async () => {
    const sent = await request();
    const empty = await usage(ada);
    await attach(bea, sent);
    expect(await usage(ada) - empty).toBe(png.length);
    await attach(bea, sent);
    expect(await usage(ada) - empty).toBe(png.length);
    await sign(bea, sent);
    const [stored] = (await bodies()).slice(-1);
    expect(stored).toMatchObject({ holder_id: ada.userId });
    const before = await bodies();
    await ada.call('transactions.delete', at(sent));
    const left = await bodies();
    expect(left.length).toBe(before.length - 1);
    expect(await server.infrastructure.db.selectFrom('attachments').select('body_ref').where('transaction_id', '=', sent.id).execute()).toEqual([]);
  });
});
