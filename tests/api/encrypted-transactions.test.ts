/** End-to-end encrypted transactions: what the server takes, routes and refuses, and that nothing readable reaches it. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { transactionOptions } from '#contract/entities/transaction.ts';
import { newId } from '#server/platform/id.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { encryptVersion } from '#web/services/encryption/container.ts';
import { newTransactionKey } from '#web/services/encryption/keys.ts';
import { bodies } from './bodies.ts';
import { samplePdf, type Client } from './client.ts';
import { at, contact, draft, mailsTo, openTransactionWorld, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

const mime = 'application/octet-stream';
const key = newTransactionKey();
const secret = 'Lease of 17 Rose Street';

const create = (more: object = {}) => ada.call('transactions.create', { body: { endToEndEncrypted: true, recipients: [contact('bea@example.org'), contact('carl@example.org')], ...more } });
const refusal = (more: object) => ada.refusalBody('transactions.create', { body: { endToEndEncrypted: true, recipients: [contact('bea@example.org')], ...more } });

/** Digests of what was uploaded, by transaction and version. */
const digests = new Map<string, Uint8Array<ArrayBuffer>>();

async function encrypted(transactionId: string, version: number, text = secret, previous = digests.get(`${transactionId} ${version - 1}`) ?? null): Promise<Uint8Array> {
  const { body } = await encryptVersion(new Blob([text]), { key, transactionId, version, previous });
  return new Uint8Array(await body.arrayBuffer());
}

async function upload(who: Client, transaction: Transaction, bytes?: Uint8Array): Promise<string> {
  const { url, bodyRef, version } = await who.call('encryptedTransactions.uploadUrl', { ...at(transaction), body: {} });
  const given = bytes ?? (await encrypted(transaction.id, version));
  digests.set(`${transaction.id} ${version}`, Uint8Array.from(createHash('sha256').update(given).digest()));
  const stored = await who.put(url, given, mime);
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
  return bodyRef;
}

const send = async (transaction: Transaction): Promise<Transaction> => ada.call('encryptedTransactions.send', { ...at(transaction), body: { bodyRef: await upload(ada, transaction) } });
const sign = async (who: Client, transaction: Transaction): Promise<Transaction> => who.call('encryptedTransactions.sign', { ...at(transaction), body: { bodyRef: await upload(who, transaction) } });
const used = async (who: Client): Promise<number> => (await who.call('storage.usage')).used;

describe('creation', () => {
  test('is the only time when it can be chosen', async () => {
    const made = await create();
    expect(made).toMatchObject({ endToEndEncrypted: true, name: 'Encrypted document', status: 'created', fileIds: [], options: { includeFileAudit: false }, message: { attachSignedFiles: false } });
    expect(await ada.refusal('transactions.update', { ...at(made), body: { endToEndEncrypted: false } as never })).toBe('read_only_property');
    const ordinary = await draft(ada, ['bea@example.org']);
    expect(ordinary.endToEndEncrypted).toBe(false);
    expect(await ada.refusal('transactions.update', { ...at(ordinary), body: { endToEndEncrypted: true } as never })).toBe('read_only_property');
    await expect(sql`update transactions set end_to_end_encrypted = true where id = ${ordinary.id}`.execute(server.infrastructure.db)).rejects.toThrow('chosen when');
  });

  test('takes no file, no text and no option that the server would have to read', async () => {
    const fileId = (await ada.addFile(samplePdf('plain'))).id;
    const person = (more: object) => ({ recipients: [contact('bea@example.org', more)] });
    const excluded: [object, string][] = [
      [{ name: secret }, 'body/name'], [{ fileIds: [fileId] }, 'body/fileIds'], [{ cc: [{ email: 'dora@example.org' }] }, 'body/cc'],
      [{ message: { title: secret } }, 'body/message/title'], [{ message: { body: secret } }, 'body/message/body'],
      ...Object.keys(transactionOptions.shape).map((option): [object, string] => [{ options: { [option]: true } }, `body/options/${option}`]),
      ...([['role', secret], ['type', 'x'], ['participation', 'approver'], ['participation', 'viewer'], ['inPerson', true], ['signingOrder', 1], ['identityRequirements', ['selfie']], ['identityRequireManualApproval', true],
        ['privateMessage', secret], ['requireAccessCode', true], ['accessCodePhone', '+4930123456'], ['attachments', [{ id: 'x', label: secret }]], ['email', null]] as const)
        .map(([name, value]): [object, string] => [person({ [name]: value, ...(name === 'email' ? { phone: '+4930123456' } : {}) }), `body/recipients/0/${name}`]),
    ];
    for (const [more, path] of excluded) expect(await refusal(more), path).toMatchObject({ code: 'end_to_end_encrypted', details: [{ path }] });
  });
});

describe('on its way', () => {
  test('it is routed like any other: to each recipient in turn, with a mail that says nothing of it', async () => {
    const made = await create({ message: { reminders: { firstAfterDays: 3, everyDays: 3, most: 5 } } });
    expect(await bea.refusal('encryptedTransactions.versions', at(made))).toBe('permission_denied');
    const sent = await send(made);
    expect(sent.status).toBe('pending');
    expect((await mailsTo(server, 'bea@example.org')).at(-1)).toMatchObject({ template: 'invitation', subject: expect.stringContaining('Encrypted document') });
    expect(await carl.refusal('encryptedTransactions.versions', at(sent))).toBe('permission_denied');
    expect(await eve.refusal('encryptedTransactions.downloadUrl', { ...at(sent), query: { version: 1 } })).toBe('permission_denied');
    const { url, size } = await bea.call('encryptedTransactions.downloadUrl', { ...at(sent), query: { version: 1 } });
    const body = await server.app.inject({ url: new URL(url).pathname + new URL(url).search });
    expect(body.rawPayload.length).toBe(size);
    expect(body.rawPayload.subarray(0, 4).toString()).toBe('CSE1');
    expect(await carl.refusal('encryptedTransactions.uploadUrl', { ...at(sent), body: {} })).toBe('permission_denied');
    await sign(bea, sent);
    const done = await sign(carl, sent);
    expect(done.status).toBe('completed');
    const { versions } = await ada.call('encryptedTransactions.versions', at(sent));
    expect(versions.map(({ version, recipientId }) => [version, recipientId])).toEqual([[1, null], [2, made.recipients[0]!.id], [3, made.recipients[1]!.id]]);
    expect((await mailsTo(server, 'ada@example.org')).at(-1)).toMatchObject({ template: 'completed' });
    expect(await ada.refusal('encryptedTransactions.downloadUrl', { ...at(sent), query: { version: 4 } })).toBe('version_not_found');
    expect((await ada.call('transactions.insights', at(sent))).insights.map(({ action }) => action)).toEqual(expect.arrayContaining(['transaction_signed_by_recipient', 'transaction_completed']));
  });

  test('a repetition has no second effect', async () => {
    const made = await create();
    const bodyRef = await upload(ada, made);
    for (let time = 0; time < 2; time += 1) expect((await ada.call('encryptedTransactions.send', { ...at(made), body: { bodyRef } })).status).toBe('pending');
    const signed = await upload(bea, made);
    for (let time = 0; time < 2; time += 1) await bea.call('encryptedTransactions.sign', { ...at(made), body: { bodyRef: signed } });
    expect((await ada.call('encryptedTransactions.versions', at(made))).versions).toHaveLength(2);
  });

  test('only the next version of this transaction is taken, from whoever uploaded it', async () => {
    const [made, other] = [await create(), await create()];
    const sendAs = async (bytes: Uint8Array) => ada.refusal('encryptedTransactions.send', { ...at(made), body: { bodyRef: await upload(ada, made, bytes) } });
    expect(await sendAs(await encrypted(other.id, 1))).toBe('wrong_mime_type');
    expect(await sendAs(await encrypted(made.id, 2))).toBe('wrong_mime_type');
    expect(await sendAs(Buffer.from('CSE1'))).toBe('wrong_mime_type');
    expect(await ada.refusal('encryptedTransactions.send', { ...at(made), body: { bodyRef: await upload(ada, other) } })).toBe('file_body_missing');
    expect(await sendAs(await encrypted(made.id, 1, secret, new Uint8Array(32).fill(1)))).toBe('wrong_mime_type');
    const sent = await send(made);
    const unlinked = await upload(bea, sent, await encrypted(made.id, 2, secret, new Uint8Array(32).fill(1)));
    expect(await bea.refusalBody('encryptedTransactions.sign', { ...at(sent), body: { bodyRef: unlinked } })).toMatchObject({ code: 'wrong_mime_type', details: { reason: 'previous' } });
    const late = await upload(bea, sent);
    expect(await carl.refusal('encryptedTransactions.sign', { ...at(sent), body: { bodyRef: late } })).toBe('permission_denied');
    await sign(bea, sent);
    expect(await carl.refusal('encryptedTransactions.sign', { ...at(sent), body: { bodyRef: late } })).toBe('conflict');
    await ada.call('transactions.cancel', at(sent));
    expect(await carl.refusal('encryptedTransactions.uploadUrl', { ...at(sent), body: {} })).toBe('sign_conditions_not_accepted');
  });

  test('what is obviously not encrypted is refused before it is stored', async () => {
    const made = await create();
    const { url } = await ada.call('encryptedTransactions.uploadUrl', { ...at(made), body: {} });
    expect((await ada.put(url, samplePdf('plain'), mime)).body).toMatchObject({ error: { code: 'wrong_mime_type' } });
    const again = await ada.call('encryptedTransactions.uploadUrl', { ...at(made), body: {} });
    expect((await ada.put(again.url, samplePdf('plain'))).body).toMatchObject({ error: { code: 'wrong_mime_type' } });
  });

  test('is not sent without recipients, or in the past', async () => {
    const alone = await create({ recipients: [] });
    expect(await ada.refusal('encryptedTransactions.send', { ...at(alone), body: { bodyRef: await upload(ada, alone) } })).toBe('fields_empty');
    const past = await create({ expiresAt: new Date(Date.now() - 1000).toISOString() });
    expect(await ada.refusal('encryptedTransactions.send', { ...at(past), body: { bodyRef: await upload(ada, past) } })).toBe('request_validation_error');
  });

  test('is not created where an approval is needed first, nor sent where it is needed since', async () => {
    const { id: orgId } = await eve.call('organizations.create', { body: { name: 'Works' } });
    const within = { query: { orgId }, body: { endToEndEncrypted: true, recipients: [contact('bea@example.org')] } };
    const made = await eve.call('transactions.create', within);
    await eve.call('organizations.update', { params: { id: orgId }, body: { sendApproval: { required: 'everybody' } } });
    expect(await eve.refusal('transactions.create', within)).toBe('send_approval_required');
    expect(await eve.refusal('encryptedTransactions.send', { ...at(made), body: { bodyRef: await upload(eve, made) } })).toBe('send_approval_required');
    await eve.call('organizations.update', { params: { id: orgId }, body: { sendApproval: { required: 'off' } } });
    expect((await eve.call('transactions.create', within)).status).toBe('created');
  });

  test('declining says no reason that the server could read', async () => {
    const sent = await send(await create());
    expect(await bea.refusal('transactions.decline', { ...at(sent), body: { reason: secret } })).toBe('end_to_end_encrypted');
    const ended = await bea.call('transactions.decline', { ...at(sent), body: { reason: '' } });
    expect(ended.status).toBe('declined');
    const ordinary = await start(ada, await draft(ada, ['bea@example.org']));
    expect(await bea.refusal('transactions.decline', { ...at(ordinary), body: { reason: '' } })).toBe('missing_reason');
  });
});

describe('limits and the end', () => {
  test('it counts with its encrypted size for the sender, and goes with the transaction', async () => {
    const before = await used(ada);
    const made = await create();
    const bytes = await encrypted(made.id, 1, 'x'.repeat(100_000));
    await ada.call('encryptedTransactions.send', { ...at(made), body: { bodyRef: await upload(ada, made, bytes) } });
    await sign(bea, made);
    const sizes = (await ada.call('encryptedTransactions.versions', at(made))).versions.map(({ size }) => size);
    expect(sizes[0]).toBe(bytes.length);
    expect(await used(ada)).toBe(before + sizes[0]! + sizes[1]!);
    expect(await findDrift(server.infrastructure.db)).toEqual([]);
    const refs = await server.infrastructure.db.selectFrom('encrypted_versions').select('body_ref').where('transaction_id', '=', made.id).execute();
    const early = await create();
    await upload(ada, early);
    await ada.call('transactions.cancel', at(made));
    await ada.call('transactions.delete', at(made));
    // Bea has signed, so she keeps it; without a party it is gone.
    expect((await bea.call('encryptedTransactions.versions', at(made))).versions).toHaveLength(2);
    expect(refs).toHaveLength(2);
    const alone = await send(await create());
    const ref = (await server.infrastructure.db.selectFrom('encrypted_versions').select('body_ref').where('transaction_id', '=', alone.id).executeTakeFirstOrThrow()).body_ref;
    await ada.call('transactions.delete', at(alone));
    expect(await server.infrastructure.db.selectFrom('encrypted_versions').selectAll().where('transaction_id', '=', alone.id).execute()).toEqual([]);
    const { rows: jobs } = await server.infrastructure.pool.query("select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remove_bodies' and j.payload::text like $1", [`%${ref}%`]);
    expect(jobs).toHaveLength(1);
    expect(await findDrift(server.infrastructure.db)).toEqual([]);
  });
});

test('what a signer has uploaded is the sender\'s: it stays when the signer deletes their account', async () => {
  const sent = await send(await create());
  await sign(bea, sent);
  const { db } = server.infrastructure;
  const rows = await db.selectFrom('encrypted_versions').innerJoin('uploads', 'uploads.body_ref', 'encrypted_versions.body_ref').select(['uploads.owner_id', 'uploads.holder_id', 'uploads.status']).where('encrypted_versions.transaction_id', '=', sent.id).execute();
  expect(rows).toEqual(Array(2).fill({ owner_id: ada.userId, holder_id: ada.userId, status: 'used' }));
  await db.updateTable('transactions').set({ owner_id: eve.userId }).where('id', '=', sent.id).execute();
  expect(await findDrift(db)).toEqual([]);
  const after = await db.selectFrom('uploads').select('owner_id').where('transaction_id', '=', sent.id).where('status', '=', 'used').execute();
  expect(after).toEqual(Array(2).fill({ owner_id: eve.userId }));
});

describe('whatever else there is to do with a transaction is refused with a code', () => {
  const own: readonly CallId[] = ['transactions.get', 'transactions.insights', 'transactions.cancel', 'transactions.delete', 'transactions.decline', 'transactions.reschedule'];
  const all = (Object.entries(calls) as [CallId, CallDefinition][])
    .filter(([id, { permission }]) => typeof permission === 'object' && permission.resource === 'transaction' && !id.startsWith('encryptedTransactions.') && !own.includes(id));
  let sent: Transaction;
  let unsent: Transaction;
  beforeAll(async () => {
    unsent = await create();
    sent = await send(await create());
  });

  test.each(all)('%s', async (id, call) => {
    const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, newId()]));
    for (const transaction of [unsent, sent]) {
      for (const who of [ada, bea]) {
        const { status, body } = await who.send(id, { params: { ...params, id: transaction.id }, body: bodies[id]?.() } as never);
        const code = status < 300 ? 'done' : (body as { error: { code: string } }).error.code;
        expect(['end_to_end_encrypted', 'permission_denied'], `${who.email}, ${transaction.status}`).toContain(code);
      }
    }
  });

  test('and no bulk send is made of it', async () => {
    expect(await ada.refusal('bulks.create', { body: { sourceType: 'transaction', sourceId: unsent.id, recipients: [contact('bea@example.org'), contact('carl@example.org')] } as never })).toBe('end_to_end_encrypted');
  });

  test('and no plain document is ever added to it', async () => {
    await expect(sql`insert into transaction_files (transaction_id, file_id, position) values (${sent.id}, ${(await ada.addFile(samplePdf('plain'))).id}, 0)`.execute(server.infrastructure.db)).rejects.toThrow('no plain documents');
  });

  test('and the calls of encryption do nothing with another transaction', async () => {
    const ordinary = await start(ada, await draft(ada, ['bea@example.org']));
    expect(await ada.refusal('encryptedTransactions.send', { ...at(ordinary), body: { bodyRef: 'x' } })).toBe('permission_denied');
    for (const id of ['encryptedTransactions.uploadUrl', 'encryptedTransactions.sign', 'encryptedTransactions.versions'] as const) {
      for (const who of [ada, bea]) expect(await who.refusal(id, { ...at(ordinary), body: bodies[id]?.() } as never)).toBe('feature_not_supported');
    }
  });
});

test('nothing readable is in the database: neither the text, nor its hash, nor the key', async () => {
  const text = `${secret} ${randomBytes(16).toString('hex')}`;
  const made = await create();
  const { body } = await encryptVersion(new Blob([text]), { key, transactionId: made.id, version: 1, previous: null });
  await ada.call('encryptedTransactions.send', { ...at(made), body: { bodyRef: await upload(ada, made, new Uint8Array(await body.arrayBuffer())) } });
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.infrastructure.db);
  const found: string[] = [];
  const digest = createHash('sha256').update(text).digest();
  const needles = [secret, digest.toString('hex'), digest.toString('base64'), Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64'), Buffer.from(key).toString('base64url')];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select row_to_json(t)::text as row from ${sql.table(name)} t`.execute(server.infrastructure.db);
    for (const { row } of rows) found.push(...needles.filter((needle) => row.includes(needle)).map((needle) => `${name}: ${needle}`));
  }
  expect(found).toEqual([]);
});
