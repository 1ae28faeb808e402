/** An access code of a recipient: no call gives them the documents or their data before it was entered in this session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, draft, mailsTo, openTransactionWorld, sign, signBody, stage, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

const code = 'open sesame';
const recipients = [contact('bea@example.org', { requireAccessCode: true }), contact('carl@example.org')];
/** Bea on another device. */
const again = (): Promise<Client> => Client.signIn(server, 'bea@example.org', { type: 'guest' });

async function protectedRequest(more = {}): Promise<Transaction> {
  const made = await draft(ada, [], { recipients, ...more });
  for (const fileId of made.fileIds) await stage(ada, made, fileId);
  return ada.call('transactions.start', { ...at(made), body: { accessCodes: [{ recipientId: made.recipients[0]!.id, code }] } });
}
const enter = (who: Client, sent: Transaction, given = code) => who.call('transactions.enterAccessCode', { ...at(sent), body: { code: given } });
const actionsOf = async (sent: Transaction) => (await ada.call('transactions.insights', at(sent))).insights.map(({ action }) => action);

describe('before the code', () => {
  test('nothing is given: neither the request nor its documents, nor a place to sign', async () => {
    const sent = await protectedRequest({ message: { body: 'In confidence' }, cc: [contact('copy@example.org')] });
    const [fileId = ''] = sent.fileIds;
    for (const id of ['transactions.get', 'transactions.insights'] as const) expect(await bea.refusal(id, at(sent))).toBe('access_code_required');
    expect(await bea.refusal('transactions.updateUrl', { ...at(sent), body: { fileId } })).toBe('access_code_required');
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, fileId) })).toBe('access_code_required');
    expect(await bea.refusal('transactions.decline', { ...at(sent), body: { reason: 'No' } })).toBe('access_code_required');
    const file = { params: { id: fileId } };
    for (const id of ['files.getMeta', 'files.downloadUrl', 'files.insights'] as const) expect(await bea.refusal(id, file)).toBe('permission_denied');
    const listed = (await bea.call('transactions.list')).transactions.find(({ id }) => id === sent.id);
    expect(JSON.stringify(listed)).not.toMatch(/In confidence|copy@example|carl@example|carl/);
    expect(listed).toMatchObject({ name: 'Lease', fileIds: [], recipients: [{ email: 'bea@example.org', requireAccessCode: true }] });
    expect(await bea.call('transactions.access', at(sent))).toEqual({ title: 'Lease', senderName: 'Ada Byron', isLocked: false, sentTo: null });
  });

  test('the page of a link shows title and sender', async () => {
    const sent = await protectedRequest({ message: { body: 'In confidence' } });
    const link = /code=([\w-]+)/.exec((await mailsTo(server, 'bea@example.org')).findLast(({ template }) => template === 'invitation')!.text)![1]!;
    expect(await bea.call('magicLinks.read', { body: { code: link } })).toMatchObject({ state: 'open', title: sent.name, sender: { name: 'Ada Byron' }, documents: [], places: 0, message: { body: '' } });
  });

  test('it is asked for although the recipient is a reader in another way too', async () => {
    const sent = await protectedRequest();
    await server.infrastructure.db.updateTable('transactions').set({ shared_with: [bea.userId] }).where('id', '=', sent.id).execute();
    expect(await bea.refusal('transactions.get', at(sent))).toBe('access_code_required');
  });

  test('a public request is not signed or declined either', async () => {
    const sent = await protectedRequest();
    await ada.call('transactions.update', { ...at(sent), body: { public: true } });
    const [fileId = ''] = sent.fileIds;
    expect(await bea.refusal('transactions.updateUrl', { ...at(sent), body: { fileId } })).toBe('access_code_required');
    expect(await bea.refusal('transactions.sign', { ...at(sent), body: signBody(bea, fileId) })).toBe('access_code_required');
    expect(await bea.refusal('transactions.decline', { ...at(sent), body: { reason: 'No', byUser: sent.recipients[0]!.id } })).toBe('access_code_required');
  });

  test('of a public request, lists show what everybody sees', async () => {
    const sent = await protectedRequest({ message: { body: 'In confidence' }, cc: [contact('copy@example.org')] });
    await ada.call('transactions.update', { ...at(sent), body: { public: true } });
    for (const shown of [await bea.call('transactions.get', at(sent)), (await bea.call('transactions.list')).transactions.find(({ id }) => id === sent.id)]) {
      expect(shown).toMatchObject({ public: true, fileIds: sent.fileIds });
      expect(JSON.stringify(shown)).not.toMatch(/In confidence|copy@example|carl@example/);
    }
  });

  test('it is not asked of an administrator, who sees the whole request in lists', async () => {
    const { id: orgId } = await eve.call('organizations.create', { body: { name: 'Works' } });
    await eve.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: ada.email }] } });
    await ada.call('invites.accept', { params: { id: (await ada.call('invites.list')).invites[0]!.id } });
    const made = await ada.call('transactions.create', { query: { orgId }, body: { name: 'Of the organization' } });
    await ada.call('transactions.update', { ...at(made), body: { recipients: [contact('eve@example.org', { requireAccessCode: true }), contact('carl@example.org')] } });
    const { db } = server.infrastructure;
    await db.updateTable('recipients').set({ invited_at: new Date(), user_id: eve.userId }).where('transaction_id', '=', made.id).where('email', '=', 'eve@example.org').execute();
    await db.updateTable('transactions').set({ status: 'pending' }).where('id', '=', made.id).execute();
    const listed = (await eve.call('transactions.list', { query: { orgId } })).transactions.find(({ id }) => id === made.id);
    expect(listed?.recipients.map(({ email }) => email)).toEqual(['eve@example.org', 'carl@example.org']);
  });

  test('the sender and the other recipients are not asked for it, and nobody reads it', async () => {
    const sent = await protectedRequest();
    expect(JSON.stringify(await ada.call('transactions.get', at(sent)))).not.toContain(code);
    expect(await carl.refusal('transactions.access', at(sent))).toBe('permission_denied');
    const rows = await server.infrastructure.db.selectFrom('recipients').selectAll().where('transaction_id', '=', sent.id).execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await mailsTo(server, 'bea@example.org')).at(-1)!.text).not.toContain(code);
  });
});

describe('other recipients', () => {
  test('read neither that somebody needs a code, nor when they are reminded, nor how they came in', async () => {
    const sent = await protectedRequest({ recipients: recipients.map((each) => ({ ...each, signingOrder: 1 })), message: { reminders: { firstAfterDays: 1, everyDays: 1, most: 1 } } });
    await ada.call('transactions.signingLink', { ...at(sent), body: { recipientId: sent.recipients[0]!.id } });
    await enter(bea, sent);
    const seenBy = async (who: Client) => (await who.call('transactions.get', at(sent))).recipients.map(({ requireAccessCode, nextReminderAt }) => [requireAccessCode, nextReminderAt !== null]);
    expect([await seenBy(ada), await seenBy(bea), await seenBy(carl)]).toEqual([[[true, true], [false, true]], [[true, true], [false, false]], [[false, false], [false, true]]]);
    const readBy = async (who: Client) => (await who.call('transactions.insights', at(sent))).insights.map(({ action }) => action).filter((action) => /access_code|signing_link/.test(action));
    expect([await readBy(ada), await readBy(bea), await readBy(carl)]).toEqual([['signing_link_copied', 'access_code_entered'], ['signing_link_copied', 'access_code_entered'], []]);
  });
});

describe('with the code', () => {
  test('the recipient signs, in this session only; the result is not attached to their mail', async () => {
    const sent = await protectedRequest();
    await enter(bea, sent);
    await enter(bea, sent);
    expect((await bea.call('transactions.get', at(sent))).name).toBe('Lease');
    expect((await bea.call('files.downloadUrl', { params: { id: sent.fileIds[0]! } })).url).toBeTruthy();
    expect(await (await again()).refusal('transactions.get', at(sent))).toBe('access_code_required');
    await sign(bea, sent);
    await sign(carl, sent);
    const completed = async (email: string) => (await mailsTo(server, email)).findLast(({ template }) => template === 'completed')!.text;
    expect([await completed('bea@example.org'), await completed('carl@example.org')]).toEqual([expect.not.stringContaining('Agreement.pdf'), expect.stringContaining('Agreement.pdf')]);
    expect(await (await again()).refusal('files.downloadUrl', { params: { id: sent.fileIds[0]! } })).toBe('permission_denied');
    expect((await actionsOf(sent)).filter((action) => action === 'access_code_entered')).toHaveLength(1);
  });

  test('counts for some hours', async () => {
    const sent = await protectedRequest();
    const first = await again();
    await enter(first, sent);
    await server.infrastructure.db.updateTable('recipients').set({ access_entered_at: new Date(Date.now() - 13 * 60 * 60 * 1000) }).where('transaction_id', '=', sent.id).execute();
    expect(await first.refusal('transactions.get', at(sent))).toBe('access_code_required');
  });
});

describe('wrong codes', () => {
  test('are counted and lock it, the sender is told and sets a new one', async () => {
    const sent = await protectedRequest({ recipients: recipients.map((each) => ({ ...each, signingOrder: 1 })) });
    const who = await again();
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      expect(await who.refusalBody('transactions.enterAccessCode', { ...at(sent), body: { code: 'wrong' } })).toMatchObject({ code: 'invalid_code', details: { triesLeft } });
    }
    expect(await who.refusal('transactions.enterAccessCode', { ...at(sent), body: { code } })).toBe('invalid_code');
    expect(await who.call('transactions.access', at(sent))).toMatchObject({ isLocked: true });
    expect((await mailsTo(server, 'ada@example.org')).at(-1)).toMatchObject({ template: 'access_code_locked', text: expect.stringContaining('Lease') });
    expect((await ada.call('transactions.get', at(sent))).recipients[0]).toMatchObject({ accessCodeLocked: true });
    expect((await carl.call('transactions.get', at(sent))).recipients[0]).toMatchObject({ accessCodeLocked: false });
    const change = { ...at(sent), body: { recipientId: sent.recipients[0]!.id, code: 'another one' } };
    expect(await who.refusal('transactions.setAccessCode', change)).toBe('access_code_required');
    expect((await ada.call('transactions.setAccessCode', change)).recipients[0]).toMatchObject({ accessCodeLocked: false });
    expect(await who.refusal('transactions.enterAccessCode', { ...at(sent), body: { code } })).toBe('invalid_code');
    await enter(who, sent, '  another one ');
    expect((await who.call('transactions.get', at(sent))).id).toBe(sent.id);
    expect((await actionsOf(sent)).filter((action) => action.startsWith('access_code'))).toEqual(['access_code_locked', 'access_code_changed', 'access_code_entered']);
  });

  test('lock it after the end too, and the sender opens it again', async () => {
    const sent = await protectedRequest();
    await enter(bea, sent);
    await sign(bea, sent);
    await sign(carl, sent);
    const who = await again();
    for (let tries = 0; tries < 5; tries++) await who.refusal('transactions.enterAccessCode', { ...at(sent), body: { code: 'wrong' } });
    const change = { ...at(sent), body: { recipientId: sent.recipients[0]!.id, code: 'another one' } };
    expect(await carl.refusal('transactions.setAccessCode', change)).toBe('permission_denied');
    expect((await ada.call('transactions.setAccessCode', change)).recipients[0]).toMatchObject({ accessCodeLocked: false });
    await enter(who, sent, 'another one');
    expect((await who.call('transactions.get', at(sent))).status).toBe('completed');
  });

  test('several at once count each', async () => {
    const sent = await protectedRequest();
    const who = await again();
    await Promise.all(Array.from({ length: 12 }, () => who.refusal('transactions.enterAccessCode', { ...at(sent), body: { code: 'wrong' } })));
    const [row] = await server.infrastructure.db.selectFrom('recipients').select('access_code_failures').where('id', '=', sent.recipients[0]!.id).execute();
    expect(row!.access_code_failures).toBe(5);
  });
});

describe('sending', () => {
  test('takes a code for each recipient who needs one, and for nobody else', async () => {
    const made = await draft(ada, [], { recipients });
    await stage(ada, made, made.fileIds[0]!, samplePdf());
    const [first, second] = made.recipients.map(({ id }) => id);
    const begin = (accessCodes: { recipientId: string; code: string }[]) => ada.refusal('transactions.start', { ...at(made), body: { accessCodes } });
    expect(await begin([])).toBe('required_property');
    expect(await begin([{ recipientId: first!, code }, { recipientId: second!, code }])).toBe('request_validation_error');
    expect(await begin([{ recipientId: first!, code: ' ab ' }])).toBe('request_validation_error');
    const { recipients: [one] } = await ada.call('transactions.get', at(made));
    expect(one).toMatchObject({ requireAccessCode: true, accessCodeLocked: false });
  });

  test('an in-person signer needs none, since the host has access', async () => {
    const made = await draft(ada, [], { recipients: [{ firstName: 'Ina', inPerson: true, requireAccessCode: true }] });
    expect(made.recipients[0]).toMatchObject({ requireAccessCode: false });
  });
});

describe('by text message', () => {
  const number = '+4915100000088';
  const textsTo = () => server.infrastructure.db.selectFrom('text_messages').selectAll().where('recipient', '=', number).where('template', '=', 'access_code').orderBy('created_at').orderBy('id').execute();
  const lastCode = async (): Promise<string> => /\d{6}/.exec((await textsTo()).at(-1)?.body ?? '')?.[0] ?? '';
  const other = (given: string): string => (given === '000000' ? '111111' : '000000');
  async function textedRequest(more = {}): Promise<Transaction> {
    await server.infrastructure.db.deleteFrom('rate_counters').where('key', 'like', 'texts/%').execute();
    const made = await draft(ada, [], { recipients: [contact('bea@example.org', { requireAccessCode: true, accessCodePhone: '+49 151 00000088', ...more }), contact('carl@example.org')] });
    for (const fileId of made.fileIds) await stage(ada, made, fileId);
    return ada.call('transactions.start', at(made));
  }

  test('the recipient asks for a code, which goes to the number of the sender, and enters it once', async () => {
    const sent = await textedRequest();
    const who = await again();
    expect(await who.call('transactions.access', at(sent))).toEqual({ title: 'Lease', senderName: 'Ada Byron', isLocked: false, sentTo: '…088' });
    expect(await textsTo()).toEqual([]);
    expect(await who.refusal('transactions.enterAccessCode', { ...at(sent), body: { code: '' } })).toBe('invalid_code');
    expect(await who.call('transactions.sendAccessCode', at(sent))).toMatchObject({ sentTo: '…088', expiresIn: 600 });
    const given = await lastCode();
    await enter(who, sent, given);
    expect((await who.call('transactions.get', at(sent))).recipients[0]).toMatchObject({ requireAccessCode: true, accessCodePhone: null });
    expect(await (await again()).refusal('transactions.enterAccessCode', { ...at(sent), body: { code: given } })).toBe('invalid_code');
    expect((await actionsOf(sent)).filter((action) => action.startsWith('access_code'))).toEqual(['access_code_sent', 'access_code_entered']);
    const rows = await server.infrastructure.db.selectFrom('recipients').selectAll().where('transaction_id', '=', sent.id).execute();
    expect(JSON.stringify([rows, await ada.call('transactions.insights', at(sent))])).not.toContain(given);
  });

  test('only the sender sees the number', async () => {
    const sent = await textedRequest();
    expect((await ada.call('transactions.get', at(sent))).recipients[0]).toMatchObject({ accessCodePhone: number });
    const who = await again();
    await who.call('transactions.sendAccessCode', at(sent));
    await enter(who, sent, await lastCode());
    for (const each of [await who.call('transactions.get', at(sent)), await who.call('transactions.insights', at(sent)), await who.call('transactions.list')]) expect(JSON.stringify(each)).not.toContain('00000088');
  });

  test('a new code ends the one before, and none counts after ten minutes', async () => {
    const sent = await textedRequest();
    const who = await again();
    await who.call('transactions.sendAccessCode', at(sent));
    const first = await lastCode();
    await who.call('transactions.sendAccessCode', at(sent));
    const second = await lastCode();
    if (first !== second) expect(await who.refusal('transactions.enterAccessCode', { ...at(sent), body: { code: first } })).toBe('invalid_code');
    await server.infrastructure.db.updateTable('recipients').set({ access_code_sent_at: new Date(Date.now() - 10 * 60 * 1000 - 1) }).where('id', '=', sent.recipients[0]!.id).execute();
    expect(await who.refusal('transactions.enterAccessCode', { ...at(sent), body: { code: second } })).toBe('invalid_code');
  });

  test('new codes give no new attempts; the sender does, and may correct the number', async () => {
    const sent = await textedRequest();
    const who = await again();
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      await who.call('transactions.sendAccessCode', at(sent));
      expect(await who.refusalBody('transactions.enterAccessCode', { ...at(sent), body: { code: other(await lastCode()) } })).toMatchObject({ details: { triesLeft } });
    }
    expect(await who.refusal('transactions.sendAccessCode', at(sent))).toBe('invalid_code');
    const [recipientId] = sent.recipients.map(({ id }) => id);
    const change = (body: object) => ada.refusal('transactions.setAccessCode', { ...at(sent), body: { recipientId: recipientId!, ...body } as never });
    expect([await change({}), await change({ code, phone: number }), await change({ phone: 'x' })]).toEqual(Array.from({ length: 3 }, () => 'request_validation_error'));
    const changed = await ada.call('transactions.setAccessCode', { ...at(sent), body: { recipientId: recipientId!, phone: '+4915100000089' } });
    expect(changed.recipients[0]).toMatchObject({ accessCodeLocked: false, accessCodePhone: '+4915100000089' });
    expect(await who.call('transactions.sendAccessCode', at(sent))).toMatchObject({ sentTo: '…089' });
    const chosen = await ada.call('transactions.setAccessCode', { ...at(sent), body: { recipientId: recipientId!, code } });
    expect(chosen.recipients[0]).toMatchObject({ accessCodePhone: null });
    expect(await who.refusal('transactions.sendAccessCode', at(sent))).toBe('feature_not_supported');
    await enter(who, sent);
  });

  test('messages are limited', async () => {
    const sent = await textedRequest();
    const who = await again();
    for (let count = 0; count < 10; count++) await who.call('transactions.sendAccessCode', at(sent));
    expect(await who.refusal('transactions.sendAccessCode', at(sent))).toBe('too_many_requests');
  });

  test('nobody else causes one, and nobody who is told a code', async () => {
    const sent = await textedRequest();
    expect(await carl.refusal('transactions.sendAccessCode', at(sent))).toBe('permission_denied');
    expect(await eve.refusal('transactions.sendAccessCode', at(sent))).toBe('permission_denied');
    expect(await bea.refusal('transactions.sendAccessCode', at(await protectedRequest()))).toBe('feature_not_supported');
  });

  test('no code is chosen when sending, and a number without a code is dropped', async () => {
    const made = await draft(ada, [], { recipients: [contact('bea@example.org', { requireAccessCode: true, accessCodePhone: number }), contact('carl@example.org', { accessCodePhone: number })] });
    expect(made.recipients.map(({ accessCodePhone }) => accessCodePhone)).toEqual([number, null]);
    for (const fileId of made.fileIds) await stage(ada, made, fileId);
    expect(await ada.refusal('transactions.start', { ...at(made), body: { accessCodes: [{ recipientId: made.recipients[0]!.id, code }] } })).toBe('request_validation_error');
    expect((await ada.call('transactions.start', at(made))).status).toBe('pending');
  });

  test('whoever takes over gets no code at the phone of the person before', async () => {
    const sent = await textedRequest();
    await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, reason: 'On leave', toUser: { email: eve.email, phone: null, firstName: 'Eve', lastName: null } } });
    expect(await eve.call('transactions.access', at(sent))).toMatchObject({ sentTo: null });
    expect(await eve.refusal('transactions.sendAccessCode', at(sent))).toBe('feature_not_supported');
  });
});

describe('without a gateway for text messages', () => {
  test('no request is sent whose code would go by one', async () => {
    const silent = await openTransactionWorld({ SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      const made = await draft(silent.ada, [], { recipients: [contact('bea@example.org', { requireAccessCode: true, accessCodePhone: '+4915100000088' })] });
      for (const fileId of made.fileIds) await stage(silent.ada, made, fileId);
      expect(await silent.ada.refusal('transactions.start', at(made))).toBe('feature_not_supported');
    } finally {
      await silent.server.close();
    }
  });
});
