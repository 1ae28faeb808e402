/** Approvers and viewers: recipients who take part in the order without a signature. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Participation } from '#contract/entities/recipient.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { withNotification } from '#contract/entities/notifications.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { Client } from './client.ts';
import { at, contact, draft, eventsOf, mailsTo, openTransactionWorld, sign, signBody, stage, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, dora, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, dora, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

const as = (participation: Participation, person: Client, more = {}) => contact(person.email, { participation, ...more });
/** Bea approves, Carl views, Dora signs, one after the other unless said otherwise. */
const everyone = () => [as('approver', bea), as('viewer', carl), as('signer', dora)];
const prepare = (recipients: ReturnType<typeof contact>[], more = {}, files = 1) => draft(ada, [], { recipients, ...more }, files);
const send = async (recipients: ReturnType<typeof contact>[], more = {}, files = 1) => start(ada, await prepare(recipients, more, files));

/** With a document that can be read again. */
const sendForm = async (recipients: ReturnType<typeof contact>[]) =>
  start(ada, await ada.call('transactions.create', { body: { fileIds: [(await ada.addFile(await makeOwnForm())).id], recipients } }));

const open = async (who: Client, sent: Transaction, files = sent.fileIds): Promise<Transaction> => {
  let latest = await who.call('transactions.get', at(sent));
  for (const fileId of files) latest = await who.call('transactions.view', { ...at(sent), body: { fileId } });
  return latest;
};
const versionsOf = (who: Client, { fileIds }: Transaction) =>
  Promise.all(fileIds.map(async (id) => ({ id, version: (await who.call('files.getMeta', { params: { id } })).version })));
const approve = async (who: Client, sent: Transaction) => who.call('transactions.approve', { ...at(sent), body: { documents: await versionsOf(who, sent) } });
const done = ({ recipients }: Transaction) => recipients.map(({ completed }) => completed);
const invited = ({ recipients }: Transaction) => recipients.map(({ invitedAt }) => invitedAt !== null);
const actionsOf = async (sent: Transaction) => (await ada.call('transactions.insights', at(sent))).insights.map(({ action }) => action);
const templatesTo = async (email: string) => (await mailsTo(server, email)).map(({ template }) => template);

describe('the draft', () => {
  test('a recipient signs unless something else is said', async () => {
    const made = await ada.call('transactions.create', { body: { recipients: [contact(bea.email), as('viewer', carl)] } });
    expect(made.recipients.map(({ participation }) => participation)).toEqual(['signer', 'viewer']);
    expect(await ada.refusal('transactions.create', { body: { recipients: [contact(bea.email, { participation: 'copy' })] } })).toBe('request_validation_error');
  });

  test('what goes with a signature is refused without one', async () => {
    for (const more of [{ inPerson: true }, { identityRequirements: ['selfie'] }]) {
      for (const participation of ['approver', 'viewer'] as const) {
        const refused = await ada.refusalBody('transactions.create', { body: { recipients: [as(participation, bea, more)] } });
        expect(refused).toMatchObject({ code: 'request_validation_error', details: [{ path: `body/recipients/0/${Object.keys(more)[0]}` }] });
      }
    }
  });

  test('somebody has to sign', async () => {
    const made = await prepare([as('approver', bea), as('viewer', carl)]);
    for (const fileId of made.fileIds) await stage(ada, made, fileId);
    expect(await ada.refusalBody('transactions.start', at(made))).toMatchObject({ code: 'not_ready', details: { signers: 0 } });
  });

  test('a field belongs to nobody who doesn\'t sign', async () => {
    const made = await prepare(everyone());
    const [id = ''] = made.fileIds;
    const field = { id: 'f', type: 'text' as const, page: 1, rect: { x: 1, y: 1, width: 9, height: 3 }, recipient: { email: bea.email } };
    await ada.call('files.updateMeta', { params: { id }, body: { attributes: { fields: [field] } } });
    await stage(ada, made, id);
    expect(await ada.refusalBody('transactions.start', at(made))).toMatchObject({ code: 'not_ready', details: { problems: [{ code: 'field_of_reader' }] } });
  });

  test('only signers get a signature field', async () => {
    const made = await prepare(everyone());
    expect(preparedFields([], made.recipients).map(({ field }) => field.fieldName)).toEqual([`signature-${made.recipients[2]!.id}`]);
  });
});

describe('one after the other', () => {
  test('an approver opens and approves, a viewer opens, a signer signs, and the document is complete', async () => {
    const sent = await send(everyone(), { cc: [contact('copy@example.org')] });
    expect([invited(sent), (await templatesTo(bea.email)).at(-1)]).toEqual([[true, false, false], 'approval_invitation']);
    await open(bea, sent);
    const approved = await approve(bea, sent);
    expect([done(approved), invited(approved), approved.status]).toEqual([[true, false, false], [true, true, false], 'opened']);
    expect([(await templatesTo(carl.email)).at(-1), (await templatesTo(ada.email)).at(-1)]).toEqual(['viewing_invitation', 'approved']);
    const viewed = await open(carl, sent);
    expect([done(viewed), invited(viewed), (await templatesTo(ada.email)).at(-1)]).toEqual([[true, true, false], [true, true, true], 'viewed']);
    const signed = await sign(dora, sent);
    expect([signed.status, done(signed)]).toEqual(['completed', [true, true, true]]);
    expect((await actionsOf(sent)).filter((action) => /by_recipient|completed/.test(action)).toReversed().toSorted())
      .toEqual(['transaction_approved_by_recipient', 'transaction_completed', 'transaction_signed_by_recipient', 'transaction_viewed_by_recipient']);
    for (const each of [bea, carl, dora]) expect((await templatesTo(each.email)).at(-1)).toBe('completed');
    expect(await templatesTo('copy@example.org')).toEqual(['completed']);
  });

  test('after the last signature, an approval completes the document', async () => {
    const sent = await send([as('signer', dora), as('approver', bea)]);
    const signed = await sign(dora, sent);
    // One of one has signed, and yet it is not complete.
    expect([signed.status, (await mailsTo(server, ada.email)).at(-1)?.text]).toEqual(['pending', expect.stringContaining('1 of 1')]);
    await open(bea, sent);
    const mails = (await templatesTo(ada.email)).length;
    expect((await approve(bea, sent)).status).toBe('completed');
    expect((await templatesTo(ada.email)).slice(mails)).toEqual(['completed']);
    expect(await eventsOf(server, dora.userId, sent.id)).toContain('transaction_completed');
  });

  test('a viewer has to open every document', async () => {
    const sent = await send([as('viewer', carl), as('signer', dora)], {}, 2);
    const [first = '', second = ''] = sent.fileIds;
    const once = await open(carl, sent, [first]);
    expect([done(once), once.recipients[0]!.viewedFileIds]).toEqual([[false, false], [first]]);
    // The same document again is not another one.
    expect(done(await open(carl, sent, [first]))).toEqual([false, false]);
    expect(done(await open(carl, sent, [second]))).toEqual([true, false]);
    // A call whose response was lost.
    expect(done(await open(carl, sent, [second]))).toEqual([true, false]);
    expect((await actionsOf(sent)).filter((action) => action === 'transaction_viewed_by_recipient')).toHaveLength(1);
  });

  test('an approver has to open every document first, and approves what they have seen', async () => {
    const sent = await send([as('approver', bea), as('signer', dora)], {}, 2);
    const refusal = async (documents: { id: string; version: number }[]) => bea.refusalBody('transactions.approve', { ...at(sent), body: { documents } });
    await open(bea, sent, sent.fileIds.slice(0, 1));
    const seen = await versionsOf(bea, sent);
    expect(await refusal(seen)).toMatchObject({ code: 'sign_conditions_not_accepted', details: { reason: 'not_opened', fileIds: [sent.fileIds[1]] } });
    await open(bea, sent);
    expect(await refusal(seen.slice(0, 1))).toMatchObject({ code: 'conflict', details: { fileId: sent.fileIds[1] } });
    expect(await refusal([seen[0]!, { ...seen[1]!, version: seen[1]!.version - 1 }])).toMatchObject({ code: 'conflict' });
    expect(done(await approve(bea, sent))).toEqual([true, false]);
    // Sent again after a lost response.
    expect(done(await approve(bea, sent))).toEqual([true, false]);
    expect((await actionsOf(sent)).filter((action) => action === 'transaction_approved_by_recipient')).toHaveLength(1);
  });

  test('the history keeps what was approved, and how the approver had signed in', async () => {
    const sent = await send(everyone());
    await open(bea, sent);
    await approve(bea, sent);
    const line = await server.infrastructure.db.selectFrom('insights').selectAll().where('resource_id', '=', sent.id).where('action', '=', 'transaction_approved_by_recipient').executeTakeFirstOrThrow();
    const { hash } = await bea.call('files.getMeta', { params: { id: sent.fileIds[0]! } });
    expect(line.attributes).toMatchObject({ evidence: { application: false, documents: [{ version: 2, hash }] } });
  });
});

describe('at the same time', () => {
  test('an approval and a signature don\'t disturb each other, and what changed has to be seen again', async () => {
    const sent = await send([as('signer', dora, { signingOrder: 1 }), as('approver', bea, { signingOrder: 1 })]);
    expect(invited(sent)).toEqual([true, true]);
    await open(bea, sent);
    const seen = await versionsOf(bea, sent);
    await sign(dora, sent);
    expect(await bea.refusal('transactions.approve', { ...at(sent), body: { documents: seen } })).toBe('conflict');
    expect((await approve(bea, sent)).status).toBe('completed');
  });
});

describe('who may do what', () => {
  test('a signer can neither approve nor view, an approver and a viewer can\'t sign, and nobody else can either', async () => {
    const sent = await send([as('approver', bea, { signingOrder: 1 }), as('viewer', carl, { signingOrder: 1 }), as('signer', dora, { signingOrder: 1 })]);
    const [fileId = ''] = sent.fileIds;
    const documents = await versionsOf(ada, sent);
    for (const who of [dora, carl, ada, eve]) expect(await who.refusal('transactions.approve', { ...at(sent), body: { documents } })).toBe('permission_denied');
    for (const who of [dora, ada, eve]) expect(await who.refusal('transactions.view', { ...at(sent), body: { fileId } })).toBe('permission_denied');
    for (const who of [bea, carl]) {
      expect(await who.refusal('transactions.updateUrl', { ...at(sent), body: { fileId } })).toBe('permission_denied');
      expect(await who.refusal('transactions.sign', { ...at(sent), body: signBody(who, fileId) })).toBe('permission_denied');
    }
    expect(await bea.refusal('transactions.view', { ...at(sent), body: { fileId: (await ada.addFile()).id } })).toBe('transaction_id_invalid');
  });

  test('nobody does it before their turn, or when it is over', async () => {
    const sent = await send([as('signer', dora), as('approver', bea), as('viewer', carl)]);
    const documents = await versionsOf(ada, sent);
    const [fileId = ''] = sent.fileIds;
    for (const who of [bea, carl]) expect(await who.refusal('transactions.view', { ...at(sent), body: { fileId } })).toBe('permission_denied');
    await sign(dora, sent);
    await open(bea, sent);
    await ada.call('transactions.cancel', at(sent));
    expect(await bea.refusal('transactions.approve', { ...at(sent), body: { documents } })).toBe('sign_conditions_not_accepted');
  });

  test('an approver may decline with a reason, a viewer has nothing to decline', async () => {
    const sent = await send([as('viewer', carl, { signingOrder: 1 }), as('approver', bea, { signingOrder: 1 }), as('signer', dora)]);
    const own = sent.recipients.find(({ email }) => email === carl.email)!.id;
    for (const body of [{ reason: 'No' }, { reason: 'No', byUser: own }]) expect(await carl.refusal('transactions.decline', { ...at(sent), body })).toBe('permission_denied');
    expect(await bea.refusal('transactions.decline', { ...at(sent), body: { reason: ' ' } })).toBe('missing_reason');
    const declined = await bea.call('transactions.decline', { ...at(sent), body: { reason: 'Too long' } });
    expect([declined.status, declined.rejectionReason]).toEqual(['declined', 'Too long']);
  });

  test('before the access code nothing is opened or approved, not even of a public request', async () => {
    const made = await prepare([as('approver', bea, { requireAccessCode: true }), as('signer', dora)]);
    for (const fileId of made.fileIds) await stage(ada, made, fileId);
    const sent = await ada.call('transactions.start', { ...at(made), body: { accessCodes: [{ recipientId: made.recipients[0]!.id, code: 'open sesame' }] } });
    const documents = await versionsOf(ada, sent);
    const refusals = async () => [
      await bea.refusal('transactions.view', { ...at(sent), body: { fileId: sent.fileIds[0]! } }), await bea.refusal('transactions.approve', { ...at(sent), body: { documents } }),
    ];
    expect(await refusals()).toEqual(['access_code_required', 'access_code_required']);
    await ada.call('transactions.update', { ...at(sent), body: { public: true } });
    expect(await refusals()).toEqual(['access_code_required', 'access_code_required']);
    await bea.call('transactions.enterAccessCode', { ...at(sent), body: { code: 'open sesame' } });
    await open(bea, sent);
    expect(done(await approve(bea, sent))).toEqual([true, false]);
    // In another session, nothing of it is told again before the code.
    const again = await Client.signIn(server, bea.email, { type: 'guest' });
    expect(await again.refusal('transactions.view', { ...at(sent), body: { fileId: sent.fileIds[0]! } })).toBe('access_code_required');
    expect(await again.refusal('transactions.approve', { ...at(sent), body: { documents } })).toBe('access_code_required');
  });

  test('an application opens no document for a person', async () => {
    const { scopesOf } = await import('#contract/permissions/scopes.ts');
    const { calls } = await import('#contract/calls/calls.ts');
    expect([scopesOf(calls['transactions.view']), scopesOf(calls['transactions.approve'])]).toEqual([[], ['transaction:update']]);
  });
});

describe('what goes on beside it', () => {
  test('whoever takes over an approval has to open the documents themselves', async () => {
    const sent = await send([as('approver', bea), as('signer', dora)], { options: { allowSignerReassignment: true } });
    await open(bea, sent);
    const { email } = carl;
    const passed = await bea.call('transactions.reassign', { ...at(sent), body: { fromUserId: bea.userId, toUser: { email, firstName: 'Carl' }, reason: 'Away' } });
    expect(passed.recipients[0]).toMatchObject({ email, participation: 'approver', viewedFileIds: [], viewedAt: null });
    expect((await templatesTo(email)).at(-1)).toBe('approval_passed_on');
    const documents = await versionsOf(carl, sent);
    expect(await carl.refusal('transactions.approve', { ...at(sent), body: { documents } })).toBe('sign_conditions_not_accepted');
    await open(carl, sent);
    expect(done(await approve(carl, sent))).toEqual([true, false]);
  });

  test('reminders ask for what is to be done', async () => {
    const sent = await send([as('approver', bea, { signingOrder: 1 }), as('viewer', carl, { signingOrder: 1 }), as('signer', dora)]);
    for (const [who, template] of [[bea, 'approval_reminder'], [carl, 'viewing_reminder']] as const) {
      const recipient = sent.recipients.find(({ email }) => email === who.email)!;
      await ada.call('transactions.remind', { ...at(sent), body: { userId: recipient.id, title: 'Please', message: 'Soon' } });
      expect((await templatesTo(who.email)).at(-1)).toBe(template);
    }
  });

  test('a sender who wants no mail about signatures gets none about approvals', async () => {
    const sender = await Client.signIn(server, 'quiet@example.org', { firstName: 'Quiet' });
    const { notificationSettings } = await sender.call('profile.get');
    await sender.call('profile.update', { body: { notificationSettings: withNotification(notificationSettings, 'signed', false) } });
    const made = await draft(sender, [], { recipients: [as('approver', bea), as('signer', dora)] });
    const sent = await start(sender, made);
    await open(bea, sent);
    await approve(bea, sent);
    expect(await templatesTo(sender.email)).toEqual([]);
  });

  test('the page of a link says what is asked for', async () => {
    const sent = await send([as('approver', bea), as('signer', dora)]);
    const code = /code=([\w-]+)/.exec((await mailsTo(server, bea.email)).findLast(({ template }) => template === 'approval_invitation')!.text)![1]!;
    expect(await bea.call('magicLinks.read', { body: { code } })).toMatchObject({ participation: 'approver', places: 0, hasSigned: false });
    await open(bea, sent);
    await approve(bea, sent);
    expect(await bea.call('magicLinks.read', { body: { code } })).toMatchObject({ participation: 'approver', hasSigned: true });
  });

  test('templates keep what each role does, whoever takes it', async () => {
    const file = await ada.addFile();
    const template = await ada.call('templates.create', { body: { name: 'Lease', fileIds: [file.id], recipients: [{ role: 'Legal', participation: 'approver' }, { role: 'Tenant' }] } });
    const body = {
      templateRolesData: [{ role: 'Tenant', email: dora.email }],
      transactionDetails: { recipients: [contact(bea.email, { role: 'legal' })] },
    };
    const used = await ada.call('templates.use', { params: { id: template.id }, body });
    expect(used.recipients.map(({ role, participation }) => [role, participation])).toEqual([['Legal', 'approver'], ['Tenant', 'signer']]);
    const back = await ada.call('templates.fromTransaction', { params: { id: used.id }, body: {} });
    expect(back.recipients.map(({ participation }) => participation)).toEqual(['approver', 'signer']);
  });

  test('a duplicate asks the same of everybody', async () => {
    const sent = await sendForm(everyone());
    const copy = await ada.call('transactions.duplicate', { ...at(sent), body: {} });
    expect(copy.recipients.map(({ participation }) => participation)).toEqual(['approver', 'viewer', 'signer']);
  });

  test('a correction is told of approvals, but not of views', async () => {
    const sent = await sendForm([as('viewer', carl), as('approver', bea), as('signer', dora)]);
    await open(carl, sent);
    await open(bea, sent);
    await approve(bea, sent);
    expect(await ada.refusal('transactions.correct', { ...at(sent), body: { signed: 0 } })).toBe('conflict');
    expect((await ada.call('transactions.correct', { ...at(sent), body: { signed: 1 } })).status).toBe('draft');
  });

  test('a bulk send needs a signer too', async () => {
    const file = await ada.addFile();
    const made = await ada.call('transactions.create', { body: { fileIds: [file.id], recipients: [{ participation: 'approver' }] } });
    const body = { sourceType: 'transaction' as const, sourceId: made.id, recipients: [{ email: 'one@example.org' }] };
    expect(await ada.refusalBody('bulks.create', { body })).toMatchObject({ code: 'not_ready', details: { signers: 0 } });
  });

  test('who approved keeps a request that its sender deletes, who only viewed does not', async () => {
    for (const [participation, refusal] of [['approver', null], ['viewer', 'not_found']] as const) {
      const sent = await send([as(participation, bea), as('signer', dora)]);
      await open(bea, sent);
      if (participation === 'approver') await approve(bea, sent);
      await ada.call('transactions.delete', at(sent));
      if (refusal) expect(await bea.refusal('transactions.get', at(sent))).toBe(refusal);
      else expect((await bea.call('transactions.get', at(sent))).status).toBe('canceled');
    }
  });
});

describe('a person who is listed by address and by number', () => {
  const phone = '+12125550177';
  const twice = async (first: object, second: object): Promise<Transaction> => {
    await server.infrastructure.db.updateTable('users').set({ phone, phone_verified: true }).where('id', '=', bea.userId).execute();
    const recipients = [contact(bea.email, { signingOrder: 1, ...first }), { phone, signingOrder: 1, ...second }, as('signer', dora, { signingOrder: 2 })];
    return start(ada, await draft(ada, [], { recipients }));
  };

  test('enters the code of the part that they do', async () => {
    const sent = await twice({ participation: 'approver' }, { participation: 'viewer' });
    await server.infrastructure.db.updateTable('recipients').set({ access_code_required: true }).where('transaction_id', '=', sent.id).where('phone', '=', phone).execute();
    expect(await bea.refusal('transactions.view', { ...at(sent), body: { fileId: sent.fileIds[0]! } })).toBe('access_code_required');
  });

  test('declines as the one who is asked to agree, although they view besides', async () => {
    const sent = await twice({ participation: 'viewer' }, { participation: 'approver' });
    expect((await bea.call('transactions.decline', { ...at(sent), body: { reason: 'No' } })).status).toBe('declined');
  });
});
