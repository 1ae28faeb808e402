/** Several people sign one after the other on the device of a host. Real documents, real signatures. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { Client } from './client.ts';
import { deliver, enroll, openSigners, place, problemsOf, signedCopy, startForReal, type Signers, type SigningKey } from './real-signing.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { at, contact, mailsTo, signBody } from './transaction-world.ts';

let { server, engine, form, ada, bea, carl, beasKey, carlsKey } = {} as Signers;
let eve: Client;
beforeAll(async () => {
  ({ server, engine, form, ada, bea, carl, beasKey, carlsKey } = await openSigners());
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

describe('in person', () => {
  /** Bea signs, then Ina and Ivo on her device, then Carl on his own. */
  async function session(options = {}): Promise<{ transaction: Transaction; fileId: string }> {
    const file = await ada.addFile(form, 'Lease.pdf');
    const fields = [place('mine', 18, bea.email), { ...place('ina', 30, ''), recipient: { role: 'Tenant' } }];
    await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields } } });
    const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
    const draft = await ada.call('transactions.update', { params: { id: created.id }, body: { options, recipients: [
      contact(bea.email), { firstName: 'Ina', role: 'Tenant', inPerson: true }, { firstName: 'Ivo', role: 'Witness', inPerson: true }, contact(carl.email),
    ] } });
    return { transaction: await startForReal(engine, ada, draft), fileId: file.id };
  }

  async function handOver(person: Client, key: SigningKey, transaction: Transaction, fileId: string, values: Record<string, string> = {}) {
    const bytes = await signedCopy(engine, person, key, transaction, fileId, { values });
    const byUser = transaction.recipients.find((each) => !each.completed)!.id;
    const { url } = await person.call('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId, byUser } });
    await person.put(url, bytes);
    return person.send('transactions.sign', { params: { id: transaction.id }, body: { ...signBody(person, fileId), byUser } });
  }

  test('the host signs, then each guest in order in their own field', async () => {
    const { transaction, fileId } = await session();
    const afterBea = (await deliver(bea, transaction, fileId, await signedCopy(engine, bea, beasKey, transaction, fileId))).body as Transaction;
    expect(afterBea.recipients.map((each) => [each.completed, each.invitedAt !== null])).toEqual([[true, true], [false, true], [false, false], [false, false]]);
    expect(await carl.refusal('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId, byUser: afterBea.recipients[1]!.id } })).toBe('permission_denied');
    expect(await ada.refusal('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId, byUser: afterBea.recipients[1]!.id } })).toBe('permission_denied');
    expect(await bea.refusal('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId, byUser: afterBea.recipients[2]!.id } })).toBe('sign_conditions_not_accepted');
    const afterIna = await handOver(bea, beasKey, afterBea, fileId, { ina: 'Ina was here' });
    expect(afterIna).toMatchObject({ status: 200, body: { recipients: [{ completed: true }, { completed: true }, { completed: false }, { completed: false }] } });
    const afterIvo = (await handOver(bea, beasKey, afterIna.body as Transaction, fileId)).body as Transaction;
    const done = await deliver(carl, afterIvo, fileId, await signedCopy(engine, carl, carlsKey, afterIvo, fileId));
    expect(done).toMatchObject({ status: 200, body: { status: 'completed' } });
    const document = await engine.open(await ada.contentOf(fileId));
    const reports = await document.verify({ trust: [server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
    expect(reports.filter(({ kind }) => kind === 'signature').map(({ field, signer, acceptable }) => [field, signer?.email, acceptable])).toEqual(
      transaction.recipients.map((each, index) => [`signature-${each.id}`, index === 3 ? carl.email : bea.email, true]));
    const signed = (await ada.call('files.insights', { params: { id: fileId } })).insights.filter((each) => each.action === 'file_signed');
    expect(signed.map((each) => [each.actor.email, each.attributes.user?.firstName])).toEqual([
      [bea.email, 'bea'], [bea.email, 'Ina'], [bea.email, 'Ivo'], [carl.email, 'carl'],
    ]);
  }, 90_000);

  test('rejects another guest\'s fields and any certificate but the host\'s', async () => {
    const { transaction, fileId } = await session();
    const wrong = await deliver(bea, transaction, fileId, await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { ina: 'I am Bea' } }));
    expect(problemsOf(wrong.body)).toContain('field_of_another');
    const afterBea = (await deliver(bea, transaction, fileId, await signedCopy(engine, bea, beasKey, transaction, fileId))).body as Transaction;
    expect(problemsOf((await handOver(bea, carlsKey, afterBea, fileId)).body)).toContain('signature_of_another');
    expect(problemsOf((await handOver(bea, beasKey, afterBea, fileId, { mine: 'late' })).body)).toContain('field_of_another');
    expect(await ada.refusal('transactions.remind', { params: { id: transaction.id }, body: { userId: afterBea.recipients[1]!.id, title: 'x', message: 'x' } })).toBe('invalid_signer_id');
  }, 90_000);

  test('a person named as a guest instead is notified too', async () => {
    const file = await ada.addFile(form, 'Lease.pdf');
    const created = await ada.call('transactions.create', { body: { name: 'Passed on', fileIds: [file.id] } });
    const draft = await ada.call('transactions.update', { ...at(created), body: {
      options: { allowSignerReassignment: true }, recipients: [{ email: 'first@example.org', firstName: 'Fern', inPerson: true }],
    } });
    const { recipients: [first] } = await startForReal(engine, ada, draft);
    const body = { fromUserId: first!.id, toUser: { email: 'second@example.org', firstName: 'Sina' }, reason: 'Away' };
    expect((await ada.call('transactions.reassign', { ...at(created), body })).recipients).toMatchObject([{ email: 'second@example.org', inPerson: true }]);
    expect(await mailsTo(server, 'second@example.org')).toMatchObject([{ template: 'named_in_person', text: expect.stringMatching(/Passed on[^]*Ada Byron's device/) }]);
  });

  test('a guest with an address is notified and enters the code sent there', async () => {
    const file = await ada.addFile(form, 'Lease.pdf');
    const created = await ada.call('transactions.create', { body: { name: 'Lease', fileIds: [file.id] } });
    const victim = 'victor@example.org';
    const draft = await ada.call('transactions.update', { ...at(created), body: {
      options: { includeFileAudit: true }, recipients: [{ email: victim, firstName: 'Victor', lastName: 'Victim', inPerson: true }],
    } });
    const adasKey = await enroll(ada);
    const transaction = await startForReal(engine, ada, draft);
    const [notice] = await mailsTo(server, victim);
    expect(notice).toMatchObject({ template: 'named_in_person', subject: expect.stringContaining('Ada Byron'), text: expect.stringMatching(/Lease[^]*Ada Byron's device/) });
    const refused = await handOver(ada, adasKey, transaction, file.id);
    expect([refused.status, (refused.body as ErrorBody).error.code]).toEqual([403, 'sign_code_missing']);

    const byUser = transaction.recipients[0]!.id;
    expect(await eve.refusal('transactions.sendPresenceCode', { ...at(transaction), body: { byUser } })).toBe('permission_denied');
    expect(await ada.call('transactions.sendPresenceCode', { ...at(transaction), body: { byUser } })).toEqual({ sentTo: victim, expiresIn: 600 });
    const mail = (await mailsTo(server, victim)).at(-1)!;
    const [code = ''] = /\b\d{6}\b/.exec(mail.text) ?? [];
    expect(mail).toMatchObject({ template: 'presence_code', text: expect.stringContaining("Ada Byron's device") });
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await ada.refusal('transactions.provePresence', { ...at(transaction), body: { byUser, code: wrong } })).toBe('invalid_code');
    const present = await ada.call('transactions.provePresence', { ...at(transaction), body: { byUser, code } });
    expect(Date.parse(present.recipients[0]!.presentUntil!)).toBeGreaterThan(Date.now());
    // Not for ever, and not for whoever comes in their place.
    const { db } = server.infrastructure;
    await db.updateTable('recipients').set({ presence_proven_at: new Date(Date.now() - 2 * 60 * 60 * 1000) }).where('id', '=', byUser).execute();
    expect((await handOver(ada, adasKey, transaction, file.id)).status).toBe(403);
    await db.updateTable('recipients').set({ presence_proven_at: new Date(), email: 'other@example.org' }).where('id', '=', byUser).execute();
    expect((await handOver(ada, adasKey, transaction, file.id)).status).toBe(403);
    await db.updateTable('recipients').set({ email: victim }).where('id', '=', byUser).execute();
    expect(await handOver(ada, adasKey, transaction, file.id)).toMatchObject({ status: 200, body: { status: 'completed' } });

    const { gatherFacts } = await import('#server/services/audit/gather-facts.ts');
    const { lockTransactionForJob } = await import('#server/services/transactions/transaction-state.ts');
    const state = (await db.transaction().execute((tx) => lockTransactionForJob(tx, transaction.id)))!;
    const { signers: [signer] } = await gatherFacts(db, state, 'sign.example.org', 'en');
    expect(signer).toMatchObject({
      name: 'Victor Victim', contact: victim, byApplication: false,
      inPerson: { host: `Ada Byron <${ada.email}>`, code: { address: victim, at: expect.any(Date) } },
      certificate: { holder: `Ada Byron <${ada.email}>`, issuer: null, keyOfServer: false },
    });
  }, 90_000);

  test('a guest must give the location if the sender requires it', async () => {
    const { transaction, fileId } = await session({ requireRecipientLocation: true });
    const bytes = await signedCopy(engine, bea, beasKey, transaction, fileId);
    expect(await deliver(bea, transaction, fileId, bytes)).toMatchObject({ status: 409, body: { error: { code: 'sign_conditions_not_accepted', details: { reason: 'location' } } } });
    const body = { ...signBody(bea, fileId), latlng: '52.52,13.405' };
    for (const latlng of ['here', '91,0', '90.5,0', '0,180.1', '0,999', '1']) {
      expect(await bea.refusal('transactions.sign', { params: { id: transaction.id }, body: { ...body, latlng } }), latlng).toBe('request_validation_error');
    }
    await bea.call('transactions.sign', { params: { id: transaction.id }, body });
    const signed = (await ada.call('files.insights', { params: { id: fileId } })).insights.find((each) => each.action === 'file_signed');
    expect(signed?.actor.latlng).toBe('52.52,13.405');
  }, 60_000);
});
