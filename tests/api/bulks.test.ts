/** Bulk sends with the real core: one transaction for each person, counted, canceled, deleted. */
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bulk } from '#contract/entities/bulk.ts';
import { counts } from '#contract/limits/counts.ts';
import { newId } from '#server/platform/id.ts';
import { addBulkStep } from '#server/services/bulks/bulks.service.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';
import { deliver, enroll, signedCopy } from './real-signing.ts';
import { contact, eventsOf, mailsTo } from './transaction-world.ts';

let server: TestApp;
let engine: Engine;
let form: Uint8Array;
let ada: Client;
let eve: Client;

beforeAll(async () => {
  [server, engine, form] = await Promise.all([startTestApp({ RUN_JOBS: 'true' }), createNodeEngine(), makeOwnForm()]);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada' });
  eve = await Client.signIn(server, 'eve@example.org');
});
// What failed in one test must not stay away for the next.
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await engine.close();
  await server.close();
});

const at = (thing: { id: string }) => ({ params: { id: thing.id } });
const crowd = (count: number, name = 'p') => Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.org`, firstName: `P${index}` }));
const place = (id: string, role: string, y: number, more = {}) => ({ id, page: 1, rect: { x: 40, y, width: 40, height: 3 }, recipient: { role }, ...more });

async function template(recipients: object[] = [{ role: 'Tenant' }]): Promise<{ id: string }> {
  const file = await ada.addFile(form, 'Lease.pdf');
  const fields = [place('name', 'Tenant', 18), place('sign', 'Tenant', 80, { type: 'signature' })];
  await ada.call('files.updateMeta', { ...at(file), body: { attributes: { fields } } });
  return ada.call('templates.create', { body: { name: 'Lease', fileIds: [file.id], recipients } });
}

const create = (source: { id: string }, recipients: { email: string }[], more = {}) =>
  ada.call('bulks.create', { body: { sourceType: 'template', sourceId: source.id, recipients, ...more } });
const until = (bulk: { id: string }, look: (bulk: Bulk) => void, timeout = 60_000) =>
  vi.waitFor(async () => {
    const now = await ada.call('bulks.get', at(bulk));
    look(now);
    return now;
  }, { timeout, interval: 200 });
const sent = (bulk: { id: string }) => until(bulk, (now) => expect(now.job).toEqual({ type: 'bulk_send', status: 'resolved' }));

test('each recipient gets and can sign a transaction of their own', async () => {
  const started = await create(await template(), crowd(12), { name: 'Leases' });
  expect(started).toMatchObject({ name: 'Leases', status: 'pending', total: 12, completed: 0, failed: 0, job: { type: 'bulk_send' } });
  const bulk = await sent(started);
  expect(bulk.recipients.map((each) => each.status)).toEqual(Array(12).fill('sent'));
  expect(new Set(bulk.recipients.map((each) => each.transactionId)).size).toBe(12);
  expect(await eventsOf(server, ada.userId, bulk.id)).toEqual(['bulk_sending_started', 'bulk_job_end']);

  const p7 = await Client.signIn(server, 'p7@example.org', { type: 'guest', firstName: 'Petra' });
  expect((await mailsTo(server, 'p7@example.org')).map((each) => each.template)).toEqual(['invitation']);
  const [transaction] = (await p7.call('transactions.list')).transactions;
  expect(transaction).toMatchObject({ id: bulk.recipients[7]!.transactionId, bulkId: bulk.id, status: 'pending', name: 'Leases' });
  const [fileId] = transaction!.fileIds;
  const key = await enroll(p7);
  const bytes = await signedCopy(engine, p7, key, transaction!, fileId!, { values: { name: 'Petra' } });
  expect(await deliver(p7, transaction!, fileId!, bytes)).toMatchObject({ status: 200, body: { status: 'completed' } });
  expect(await ada.call('bulks.get', at(bulk))).toMatchObject({ status: 'pending', completed: 1, failed: 0 });
  // There is an audit of each, which stays with its request: so many would flood the list of files.
  const auditOf = async () => (await ada.call('transactions.get', { params: { id: transaction!.id } })).attributes.auditFileId;
  await vi.waitFor(async () => expect(await auditOf()).not.toBeNull(), { timeout: 40_000, interval: 200 });
  expect((await ada.call('files.list')).files.filter(({ type }) => type === 'audit')).toEqual([]);
  expect((await eventsOf(server, ada.userId, bulk.id)).at(-1)).toBe('bulk_counter_changed');

  const p8 = await Client.signIn(server, 'p8@example.org', { type: 'guest' });
  await p8.call('transactions.decline', { params: { id: bulk.recipients[8]!.transactionId! }, body: { reason: 'No' } });
  expect(await ada.call('bulks.get', at(bulk))).toMatchObject({ completed: 1, failed: 1, recipients: expect.arrayContaining([expect.objectContaining({ email: 'p8@example.org', status: 'failed' })]) });
}, 120_000);

test('is completed when all its transactions are, and is listed separately from single requests', async () => {
  const before = await ada.call('transactions.list');
  const files = (await ada.call('files.list')).counters.all;
  const bulk = await sent(await create(await template(), crowd(1, 'q')));
  const q = await Client.signIn(server, 'q0@example.org', { type: 'guest', firstName: 'Quentin' });
  const [transaction] = (await q.call('transactions.list')).transactions;
  const bytes = await signedCopy(engine, q, await enroll(q), transaction!, transaction!.fileIds[0]!);
  await deliver(q, transaction!, transaction!.fileIds[0]!, bytes);
  expect(await ada.call('bulks.get', at(bulk))).toMatchObject({ status: 'completed', completed: 1 });
  expect((await ada.call('transactions.list')).counters).toEqual(before.counters);
  // The template's own file is new, the copies of the bulk are not shown.
  expect((await ada.call('files.list')).counters.all).toBe(files + 1);
  expect((await ada.call('transactions.list', { query: { bulkId: bulk.id } })).transactions.map((each) => each.id)).toEqual([transaction!.id]);
  expect((await ada.call('bulks.list')).bulks.map((each) => each.id)).toContain(bulk.id);
}, 120_000);

test('a repeated send has one effect, and the source may change or be deleted meanwhile', async () => {
  const source = await template();
  const id = newId();
  const body = { id, sourceType: 'template' as const, sourceId: source.id, recipients: crowd(3, 'r') };
  const answers = await Promise.all([1, 2].map(() => ada.send('bulks.create', { body })));
  expect(answers.some((each) => each.status === 200)).toBe(true);
  expect((await ada.call('bulks.create', { body })).id).toBe(id);
  await ada.call('templates.delete', at(source));
  await sent({ id });
  for (const { email } of body.recipients) expect(await mailsTo(server, email)).toHaveLength(1);
}, 120_000);

test('a draft with an open role can be sent in bulk, with further recipients after it', async () => {
  const file = await ada.addFile(form, 'Lease.pdf');
  const { id } = await ada.call('transactions.create', {
    body: { name: 'Draft', fileIds: [file.id], recipients: [{ role: 'Tenant' }, contact('boss@example.org', { role: 'Owner' })], options: { allowBulkUsage: true } },
  });
  const bulk = await sent(await ada.call('bulks.create', { body: { sourceType: 'transaction', sourceId: id, recipients: crowd(2, 's') } }));
  const transaction = await ada.call('transactions.get', { params: { id: bulk.recipients[0]!.transactionId! } });
  expect(transaction.recipients.map((each) => [each.email, each.invitedAt !== null])).toEqual([['s0@example.org', true], ['boss@example.org', false]]);
  expect((await ada.call('transactions.get', { params: { id } })).status).toBe('created');
}, 120_000);

test('identity requirements and expiry of the draft apply to every transaction', async () => {
  const file = await ada.addFile(form, 'Lease.pdf');
  const proof = { identityRequirements: ['id_card' as const], identityRequireManualApproval: true };
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const source = await ada.call('transactions.create', {
    body: { fileIds: [file.id], expiresAt, recipients: [{ role: 'Tenant', type: 'approver', ...proof }, { role: 'Witness', firstName: 'Ina', inPerson: true }] },
  });
  const body = { sourceType: 'transaction' as const, sourceId: source.id, recipients: crowd(1, 'y') };
  const bulk = await sent(await ada.call('bulks.create', { body }));
  const transaction = await ada.call('transactions.get', { params: { id: bulk.recipients[0]!.transactionId! } });
  expect(transaction).toMatchObject({ status: 'pending', expiresAt });
  expect(transaction.recipients).toMatchObject([{ email: 'y0@example.org', type: 'approver', inPerson: false, ...proof }, { firstName: 'Ina', role: 'Witness', inPerson: true, email: null }]);
  await server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', source.id).execute();
  expect(await ada.refusal('bulks.create', { body })).toBe('request_validation_error');
}, 60_000);

test('sends nothing more after the expiry', async () => {
  const bulk = await create(await template(), crowd(1, 'z'));
  await sent(bulk);
  await server.infrastructure.db.updateTable('bulk_recipients').set({ status: 'waiting', transaction_id: null }).where('bulk_id', '=', bulk.id).execute();
  const { rows: [row] } = await server.infrastructure.pool.query('select blueprint from bulks where id = $1', [bulk.id]);
  const late = JSON.stringify({ ...row.blueprint, expiresAt: new Date(Date.now() - 1).toISOString() });
  await server.infrastructure.db.updateTable('bulks').set({ blueprint: late, job_status: 'pending' }).where('id', '=', bulk.id).execute();
  await server.infrastructure.db.transaction().execute((tx) => addBulkStep(tx, bulk.id, 'send'));
  expect(await sent(bulk)).toMatchObject({ recipients: [{ status: 'failed', error: 'request_validation_error' }] });
  expect(await mailsTo(server, 'z0@example.org')).toHaveLength(1);
}, 60_000);

test('a step that keeps failing is given up and reported', async () => {
  const bulk = await sent(await create(await template(), crowd(3, 'n')));
  const { db, pool, storage } = server.infrastructure;
  vi.spyOn(storage, 'source').mockRejectedValue(new Error('away'));
  await db.updateTable('bulk_recipients').set({ status: 'waiting', transaction_id: null }).where('bulk_id', '=', bulk.id).where('position', '>', 0).execute();
  await db.updateTable('bulks').set({ job_status: 'pending' }).where('id', '=', bulk.id).execute();
  await db.transaction().execute(async (tx) => {
    await addBulkStep(tx, bulk.id, 'send');
    // It has been tried often already.
    await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1 where key = ${`bulk_step:send:${bulk.id}`}`.execute(tx);
  });
  const over = await until(bulk, (now) => expect(now.job).toEqual({ type: 'bulk_send', status: 'rejected' }));
  vi.restoreAllMocks();
  expect(over).toMatchObject({ failed: 2, recipients: [{ status: 'sent' }, { status: 'failed', error: 'internal_error' }, { status: 'failed', error: 'internal_error' }] });
  expect((await eventsOf(server, ada.userId, bulk.id)).at(-1)).toBe('bulk_job_end');
  await pool.query('delete from graphile_worker._private_jobs where key = $1', [`bulk_step:send:${bulk.id}`]);
}, 60_000);

describe('canceling and deleting', () => {
  test('skips transactions that now belong to another owner, and finishes', async () => {
    const dora = await Client.signIn(server, 'dora@example.org');
    const bulk = await sent(await create(await template(), crowd(12, 'g')));
    const given = { params: { id: bulk.recipients[3]!.transactionId! } };
    await ada.call('transactions.share', { ...given, body: { participants: [{ email: dora.email }] } });
    await ada.call('transactions.changeOwner', { ...given, body: { userId: dora.userId } });
    const steps = () => server.infrastructure.pool.query(`select key from graphile_worker.jobs where task_identifier = 'bulk_step' and key like '%' || $1`, [bulk.id]);
    await ada.call('bulks.cancel', at(bulk));
    await until(bulk, (now) => expect(now.failed).toBe(11));
    await vi.waitFor(async () => expect((await steps()).rows).toEqual([]), 20_000);
    expect((await dora.call('transactions.get', given)).status).toBe('pending');
    await ada.call('bulks.delete', at(bulk));
    await vi.waitFor(async () => expect((await steps()).rows).toEqual([]), 20_000);
    expect((await dora.call('transactions.get', given)).status).toBe('pending');
    expect(await ada.refusal('transactions.get', given)).toBe('permission_denied');
  }, 120_000);

  test('cancels the transactions that are not completed, and notifies the recipients', async () => {
    const bulk = await create(await template(), crowd(30, 't'));
    await until(bulk, (now) => expect(now.recipients.some((each) => each.status === 'sent')).toBe(true));
    const canceled = await ada.call('bulks.cancel', at(bulk));
    expect(canceled.job).toEqual({ type: 'bulk_send', status: 'canceled' });
    expect(canceled.recipients.some((each) => each.status === 'waiting')).toBe(false);
    await ada.call('bulks.cancel', at(bulk));
    const over = await until(bulk, (now) => expect(now.failed).toBe(30));
    expect(new Set(over.recipients.map((each) => each.status))).toEqual(new Set(['canceled']));
    const list = (await ada.call('transactions.list', { query: { bulkId: bulk.id } })).transactions;
    expect(list.length).toBeGreaterThan(0);
    expect(list.every((each) => each.status === 'canceled')).toBe(true);
    const invited = over.recipients.filter((each) => each.transactionId).map((each) => each.email);
    expect((await mailsTo(server, invited[0]!)).map((each) => each.template)).toEqual(['invitation', 'canceled']);
  }, 120_000);

  test('deletes the bulk at once and its transactions later', async () => {
    const bulk = await sent(await create(await template(), crowd(12, 'u')));
    await ada.call('bulks.delete', at(bulk));
    expect(await ada.refusal('bulks.get', at(bulk))).toBe('not_found');
    expect((await ada.call('bulks.list')).bulks.map((each) => each.id)).not.toContain(bulk.id);
    await vi.waitFor(async () => expect((await eventsOf(server, ada.userId, bulk.id)).filter((type) => type === 'bulk_job_end')).toHaveLength(2), 30_000);
    const u0 = await Client.signIn(server, 'u0@example.org', { type: 'guest' });
    expect((await u0.call('transactions.list')).transactions).toEqual([]);
  }, 120_000);
});

test('is refused to others, and for a source that cannot be sent', async () => {
  const source = await template();
  const body = { sourceType: 'template' as const, sourceId: source.id, recipients: crowd(2, 'v') };
  expect(await eve.refusal('bulks.create', { body })).toBe('permission_denied');
  expect(await ada.refusal('bulks.create', { body: { ...body, sourceId: newId() } })).toBe('not_found');
  expect(await ada.refusal('bulks.create', { body: { ...body, recipients: [] } })).toBe('request_validation_error');
  expect(await ada.refusal('bulks.create', { body: { ...body, recipients: crowd(counts.bulkRecipients + 1) } })).toBe('request_validation_error');
  expect(await ada.refusal('bulks.create', { body: { ...body, recipients: [...crowd(1, 'v'), { email: 'V0@example.org' }] } })).toBe('match_recipient');
  expect(await ada.refusal('bulks.create', { body: { ...body, recipients: [{ email: 'v0@example.org', firstName: 'Bea\u202Egpj' }] } })).toBe('names_validation');
  expect(await ada.refusal('bulks.create', { body: { ...body, sourceId: (await template([{ role: 'A' }, { role: 'B' }])).id } })).toBe('not_ready');
  expect(await ada.refusal('bulks.create', { body: { ...body, sourceId: (await template([{ role: 'A', email: 'x@example.org' }])).id } })).toBe('not_ready');
  const page = await ada.addPage();
  const pages = await ada.call('templates.create', { body: { name: 'Page', fileIds: [page.id], recipients: [{ role: 'Tenant' }] } });
  expect(await ada.refusalBody('bulks.create', { body: { ...body, sourceId: pages.id } })).toMatchObject({ code: 'sign_not_pdf', details: { fileId: page.id } });
  const bulk = await create(source, crowd(1, 'w'));
  for (const [action, input] of [['get', undefined], ['update', { name: 'x' }], ['cancel', undefined], ['delete', undefined]] as const) {
    expect(await eve.refusalBody(`bulks.${action}`, { ...at(bulk), body: input })).toMatchObject({ code: 'permission_denied' });
  }
  expect((await ada.call('bulks.update', { ...at(bulk), body: { name: 'Named' } })).name).toBe('Named');
  await sent(bulk);
}, 60_000);

test('a document that cannot be prepared fails its recipients with the reason', async () => {
  const file = await ada.addFile(Buffer.from('%PDF-1.7\nno document\n%%EOF'), 'Broken.pdf');
  const source = await ada.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  const bulk = await sent(await create(source, crowd(2, 'x')));
  expect(bulk).toMatchObject({ failed: 2, completed: 0, recipients: [{ status: 'failed', error: 'pdf_corrupted' }, { status: 'failed', error: 'pdf_corrupted' }] });
  expect(await mailsTo(server, 'x0@example.org')).toEqual([]);
}, 60_000);

describe('columns of a list that fill fields', () => {
  const number = { decimals: 2, decimalSign: ',', grouping: '.', suffix: '\u00a0€' };
  const source = async (): Promise<{ id: string }> => {
    const file = await ada.addFile(form, 'Contract.pdf');
    const fields = [
      place('salary', 'Employee', 18, { tooltip: 'Salary', rules: { number }, readonly: true }), place('start', 'Employee', 24, { type: 'date', tooltip: 'Start', dateFormat: 'DD.MM.YYYY' }),
      place('full', 'Employee', 30, { type: 'checkmark', dataLabel: 'Full time' }), place('mail', 'Employee', 36, { tooltip: 'Work e-mail', textFormat: 'email' }),
      place('city', 'Employee', 42, { tooltip: 'City' }), place('sign', 'Employee', 80, { type: 'signature', tooltip: 'Sign' }),
    ];
    await ada.call('files.updateMeta', { ...at(file), body: { attributes: { fields } } });
    return ada.call('templates.create', { body: { name: 'Contract', fileIds: [file.id], recipients: [{ role: 'Employee' }] } });
  };
  const person = (email: string, values: Record<string, string | boolean>) => ({ email, values });

  test('each person\'s document has the person\'s values, and is signed with them', async () => {
    const bulk = await sent(await create(await source(), [
      person('v0@example.org', { 'SALARY': '1.234,50\u00a0€', 'start': '01.02.2026', 'full time': true, 'City': 'Zürich' }), person('v1@example.org', { Salary: '9,00\u00a0€', City: 'Αθήνα' }), { email: 'v2@example.org' },
    ]));
    expect(bulk.recipients.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    const valuesOf = async (email: string) => {
      const guest = await Client.signIn(server, email, { type: 'guest', firstName: 'Vera' });
      const [transaction] = (await guest.call('transactions.list')).transactions;
      const bytes = await guest.contentOf(transaction!.fileIds[0]!);
      const document = await engine.open(bytes);
      const found = Object.fromEntries((await document.fields()).filter(({ type }) => type !== 'signature').map(({ tooltip, fieldName, value }) => [tooltip ?? fieldName, value]));
      await document.close();
      return { guest, transaction: transaction!, found };
    };
    const [first, second, third] = [await valuesOf('v0@example.org'), await valuesOf('v1@example.org'), await valuesOf('v2@example.org')];
    expect([first.found, second.found, third.found]).toMatchObject([
      { Salary: '1.234,50\u00a0€', Start: '01.02.2026', City: 'Zürich' }, { Salary: '9,00\u00a0€', City: 'Αθήνα' }, {},
    ]);
    expect([third.found.Salary || '', third.found.City || '']).toEqual(['', '']);
    const fileId = second.transaction.fileIds[0]!;
    const signed = await signedCopy(engine, second.guest, await enroll(second.guest), second.transaction, fileId);
    expect(await deliver(second.guest, second.transaction, fileId, signed)).toMatchObject({ status: 200, body: { status: 'completed' } });
  }, 120_000);

  test('values that do not fit are refused with row and column, before anything is sent', async () => {
    const template = await source();
    const wrong = [
      person('w0@example.org', { 'Salary': '1234,5', 'Start': '30.02.2026' }), person('w1@example.org', { 'Salary': '1,00\u00a0€' }), person('w2@example.org', { 'Full time': 'yes', 'Work e-mail': 'nowhere', 'Car': 'red', 'Sign': 'x' }),
    ];
    const refusal = await ada.refusalBody('bulks.create', { body: { sourceType: 'template', sourceId: template.id, recipients: wrong } });
    expect(refusal.code).toBe('request_validation_error');
    expect((refusal.details as { path: string; message: string }[]).map(({ path, message }) => [path.replace('body/recipients/', ''), message])).toEqual([
      ['0/values/Salary', 'wrong_form'], ['0/values/Start', 'not_a_date'], ['2/values/Full time', 'wrong_form'], ['2/values/Work e-mail', 'wrong_form'], ['2/values/Car', 'no_field'], ['2/values/Sign', 'no_field'],
    ]);
    expect(await mailsTo(server, 'w1@example.org')).toEqual([]);
  });
});

test('are listed by pages, also when the last one of a page goes meanwhile', async () => {
  const gina = await Client.signIn(server, 'gina@example.org');
  const { pool } = server.infrastructure;
  await pool.query(`insert into bulks (id, owner_id, name, total, source_type, source_id, created_at)
    select lpad(to_hex(n), 24, '0'), $1, 'Bulk ' || n, 1, 'template', lpad('', 24, '0'), now() - n * interval '1 second' from generate_series(1, 60) n`, [gina.userId]);
  const first = await gina.call('bulks.list');
  expect(first.bulks.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, index) => `Bulk ${index + 1}`));
  await pool.query('delete from bulks where id = $1', [first.bulks.at(-1)?.id]);
  const second = await gina.call('bulks.list', { query: { exclusiveFrom: first.lastKey ?? '' } });
  expect(second).toMatchObject({ bulks: Array.from({ length: 10 }, (_, index) => ({ name: `Bulk ${index + 51}` })), lastKey: null });
  expect(await gina.refusal('bulks.list', { query: { exclusiveFrom: 'a'.repeat(24) } })).toBe('request_validation_error');
});
