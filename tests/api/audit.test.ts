/** The audit of a transaction: a sealed PDF that says who did what, when, from where, and to which bytes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { errors } from '#contract/errors.ts';
import { hasSignatureJudge, judgeSignatures } from '../support/judges.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { contact, draft, eventsOf, sign, start } from './transaction-world.ts';

let server: TestApp;
let engine: Engine;
let ada: Client;
let bea: Client;
let eve: Client;
const folder = mkdtempSync(join(tmpdir(), 'audit-'));

beforeAll(async () => {
  [server, engine] = await Promise.all([startTestApp({ RUN_JOBS: 'true' }, acceptingDocuments), createNodeEngine()]);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const at = (transaction: { id: string }) => ({ params: { id: transaction.id } });
const settled = (transaction: Transaction, status = 'resolved') =>
  vi.waitFor(async () => {
    const now = await ada.call('transactions.get', at(transaction));
    expect(now.attributes.auditStatus).toBe(status);
    return now;
  }, { timeout: 40_000, interval: 250 });

const completed = async (more: Record<string, unknown> = {}): Promise<Transaction> => sign(bea, await start(ada, await draft(ada, [], more)));
const named = (firstName: string, lastName: string) => ({ recipients: [contact('bea@example.org', { firstName, lastName })] });
/** Of a request without one it is asked for when the test has come so far. */
const withoutAudit = { options: { includeFileAudit: false } };

function textOf(pdf: Buffer): string {
  const path = join(folder, `${Math.random()}.pdf`);
  writeFileSync(path, pdf);
  execFileSync('qpdf', ['--check', path]);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
}

test('is created once, sealed by the installation, and readable by everyone who may read the transaction', async () => {
  const done = await completed({ ...named('Αλέξανδρα', 'Шевченко 山田 김철수'), ...withoutAudit });
  const answers = await Promise.all([1, 2, 3].map(() => ada.call('transactions.generateAudit', at(done))));
  expect(answers.map((each) => each.attributes.auditStatus)).toEqual(['pending', 'pending', 'pending']);
  const { attributes } = await settled(done);
  const audit = await bea.call('files.getMeta', { params: { id: attributes.auditFileId! } });
  expect(audit).toMatchObject({ type: 'audit', ownerId: ada.userId, attributes: { type: 'audit', relatedToTransactions: [done.id] } });
  expect(await eve.refusal('files.getMeta', { params: { id: audit.id } })).toBe('permission_denied');

  const pdf = await bea.contentOf(audit.id);
  const text = textOf(pdf);
  const versions = await server.infrastructure.db.selectFrom('file_versions').selectAll().where('file_id', '=', done.fileIds[0]!).execute();
  expect(versions).toHaveLength(3);
  for (const { hash } of versions) expect(text).toContain(hash);
  for (const part of ['Αλέξανδρα Шевченко 山田 김철수', 'bea@example.org', 'Ada Byron <ada@example.org>', '127.0.0.1', 'api-test', done.id, 'Completed']) {
    expect(text).toContain(part);
  }

  const document = await engine.open(pdf);
  const [report, ...others] = await document.verify({ trust: [server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
  expect(others.map(({ kind, coversWholeFile }) => [kind, coversWholeFile])).toEqual([['documentTimestamp', true]]);
  expect(report).toMatchObject({ intact: true, trusted: true, acceptable: true, level: 'B-LTA', certified: 1 });
  if (hasSignatureJudge) {
    const [sealed, root] = [join(folder, 'sealed.pdf'), join(folder, 'root.pem')];
    writeFileSync(sealed, pdf);
    writeFileSync(root, server.infrastructure.authority.rootPem());
    const tenYearsOn = new Date(Date.now() + 10 * 365 * 24 * 60 * 60 * 1000);
    expect(judgeSignatures(sealed, root, 'B-LTA', '', tenYearsOn).verdict).toMatchObject({
      all_acceptable: true, signatures: [{ pades_level: 'B-LTA', pades_problems: [], timestamp: { trusted: true }, ades_offline: 'PASSED/OK' }, { type: 'DocTimeStamp' }],
    });
  }

  expect((await ada.call('transactions.generateAudit', at(done))).attributes.auditFileId).toBe(audit.id);
  const made = (await ada.call('transactions.insights', at(done))).insights.filter((each) => each.action === 'audit_generated');
  expect(made).toHaveLength(1);
  expect((await eventsOf(server, ada.userId, done.id)).filter((type) => type === 'generate_audit')).toHaveLength(1);
}, 90_000);

/** As an expert has it: nothing but the PDF, a reader of attachments, and SHA-256. */
function historyIn(pdf: Buffer): { transaction: string; documents: { id: string; versions: { version: number; sha256: string }[] }[]; events: Record<'number' | 'previousHash' | 'id' | 'resourceId' | 'resourceType' | 'action' | 'actor' | 'attributes' | 'at' | 'hash', string>[] } {
  const path = join(folder, `${Math.random()}.pdf`);
  writeFileSync(path, pdf);
  execFileSync('pdfdetach', ['-savefile', 'history.json', '-o', `${path}.json`, path]);
  return JSON.parse(readFileSync(`${path}.json`, 'utf8'));
}

test('contains the full history: every hash can be recomputed, and each entry links to the one before', async () => {
  const done = await completed({ ...named('Bea', 'Blue'), ...withoutAudit });
  await ada.call('transactions.generateAudit', at(done));
  const { attributes } = await settled(done);
  const pdf = await ada.contentOf(attributes.auditFileId!);
  expect(textOf(pdf)).toContain('history.json');
  const { transaction, documents, events } = historyIn(pdf);
  expect(transaction).toBe(done.id);
  const last = new Map<string, string>();
  for (const event of events) {
    const { number, previousHash, id, resourceId, resourceType, action, actor, attributes: details, at: moment } = event;
    expect(previousHash).toBe(last.get(resourceId) ?? '');
    expect(createHash('sha256').update([number, previousHash, id, resourceId, resourceType, action, actor, details, moment].join('\n')).digest('hex')).toBe(event.hash);
    last.set(resourceId, event.hash);
  }
  expect(textOf(pdf).replaceAll(/\s/g, '')).toContain(last.get(done.id));
  expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(['transaction_created', 'file_signed', 'transaction_completed']));
  const [file] = documents;
  const current = createHash('sha256').update(await ada.contentOf(done.fileIds[0]!)).digest('hex');
  expect(file?.versions.at(-1)?.sha256).toBe(current);
}, 90_000);

test('is created by the installation at the sender\'s request, in the sender\'s language', async () => {
  await server.infrastructure.db.updateTable('users').set({ locale: 'de' }).where('id', '=', ada.userId).execute();
  const done = await completed({ ...named('Bea', 'Grün'), options: { includeFileAudit: true } });
  expect(done.attributes.auditStatus).toBe('pending');
  const { attributes } = await settled(done);
  expect(textOf(await ada.contentOf(attributes.auditFileId!))).toContain('Prüfprotokoll');
  expect((await ada.call('files.getMeta', { params: { id: attributes.auditFileId! } })).attributes.title).toBe(`Prüfprotokoll ${done.name}`);
}, 90_000);

test('is on by default for new requests and templates; an update without the option leaves it unchanged', async () => {
  const wished = async (body: { options?: { includeFileAudit?: boolean } } = {}): Promise<Transaction> => ada.call('transactions.create', { body });
  const made = await wished();
  expect(made.options.includeFileAudit).toBe(true);
  expect((await ada.call('transactions.update', { ...at(made), body: { options: { allowSignerReassignment: true } } })).options).toMatchObject({ includeFileAudit: true, allowSignerReassignment: true });
  expect((await wished({ options: { includeFileAudit: false } })).options.includeFileAudit).toBe(false);
  const file = await ada.addFile(samplePdf('template'));
  const template = await ada.call('templates.create', { body: { fileIds: [file.id], recipients: [{ role: 'signer' }] } });
  expect((await ada.call('templates.use', { params: { id: template.id }, body: { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }] } })).options.includeFileAudit).toBe(true);
  await ada.call('templates.update', { params: { id: template.id }, body: { options: { includeFileAudit: false } } });
  expect((await ada.call('templates.use', { params: { id: template.id }, body: { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }] } })).options.includeFileAudit).toBe(false);
});

test('cannot be changed or permanently deleted', async () => {
  const done = await completed({ ...named('Bea', 'Grün'), ...withoutAudit });
  await ada.call('transactions.generateAudit', at(done));
  const { attributes } = await settled(done);
  const id = attributes.auditFileId!;
  expect(await ada.refusal('files.updateMeta', { params: { id }, body: { attributes: { title: 'x' } } })).toBe('resource_in_use');
  expect(await ada.refusal('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf' } })).toBe('resource_in_use');
  // Whoever signed keeps it, and so does the request.
  await ada.call('files.delete', { params: { id } });
  expect((await ada.call('files.list', { query: {} })).files.map((file) => file.id)).not.toContain(id);
  expect((await ada.call('transactions.get', at(done))).attributes).toMatchObject({ auditStatus: 'resolved', auditFileId: id });
  expect((await bea.contentOf(id)).subarray(0, 5).toString()).toBe('%PDF-');
  // Where nobody else signed, another one can be made.
  const alone = await sign(ada, await start(ada, await draft(ada, ['ada@example.org'])));
  await ada.call('transactions.generateAudit', at(alone));
  const first = (await settled(alone)).attributes.auditFileId!;
  await ada.call('files.delete', { params: { id: first } });
  expect((await ada.call('transactions.get', at(alone))).attributes).toMatchObject({ auditStatus: null, auditFileId: null });
  await ada.call('transactions.generateAudit', at(alone));
  expect((await settled(alone)).attributes.auditFileId).not.toBe(first);
}, 90_000);

describe('is refused', () => {
  test('while the transaction is pending, and to everybody but the owner', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    expect(await ada.refusal('transactions.generateAudit', at(sent))).toBe('not_ready');
    const done = await sign(bea, sent);
    for (const person of [bea, eve]) expect(await person.refusal('transactions.generateAudit', at(done))).toBe('permission_denied');
  });

  test.each([
    ['changed', (id: string) => server.infrastructure.pool.query(`update insights set actor = '{"id": "x"}' where resource_id = $1 and action = 'transaction_started'`, [id])],
    ['removed', (id: string) => server.infrastructure.pool.query(`delete from insights where resource_id = $1 and action = 'transaction_started'`, [id])],
    ['back-dated', (id: string) => server.infrastructure.pool.query(`update insights set created_at = created_at - interval '1 day' where resource_id = $1 and action = 'recipient_invited'`, [id])],
  ])('if a line of the history was %s', async (_, tamper) => {
    const done = await completed({ ...named('Bea', 'Grün'), ...withoutAudit });
    await tamper(done.id);
    await ada.call('transactions.generateAudit', at(done));
    expect(await settled(done, 'rejected')).toMatchObject({
      attributes: { auditFileId: null }, error: { status: errors.unverified_audit.status, code: 'unverified_audit' }, job: { status: 'rejected', type: 'generate_audit' },
    });
    const { data } = await server.infrastructure.db.selectFrom('events').selectAll().where('resource_id', '=', done.id).where('type', '=', 'generate_audit').executeTakeFirstOrThrow();
    expect(data).toMatchObject({ auditStatus: 'rejected', reason: 'unverified_audit' });
  }, 60_000);
});

test('names who approved, as what and which versions, apart from those who signed', async () => {
  await server.infrastructure.db.updateTable('users').set({ locale: 'en' }).where('id', '=', ada.userId).execute();
  const sent = await start(ada, await draft(ada, [], { recipients: [contact('eve@example.org', { participation: 'approver', firstName: 'Eve', lastName: 'Moneypenny' }), contact('bea@example.org')] }));
  const [id = ''] = sent.fileIds;
  await eve.call('transactions.get', at(sent));
  await eve.call('transactions.view', { ...at(sent), body: { fileId: id } });
  const { version, hash } = await eve.call('files.getMeta', { params: { id } });
  await eve.call('transactions.approve', { ...at(sent), body: { documents: [{ id, version }] } });
  const { attributes } = await settled(await sign(bea, sent));
  const text = textOf(await ada.contentOf(attributes.auditFileId!));
  const [signers = '', readers = ''] = text.split('Approvers and viewers');
  expect(signers).not.toContain('Moneypenny');
  expect(readers).toMatch(new RegExp(`Eve Moneypenny[^]*Approver[^]*eve@example\\.org[^]*Approved[^]*Version ${version}[^]*${hash}`));
}, 90_000);
