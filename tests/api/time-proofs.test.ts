/** When documents were signed, proven for as long as they are kept: what the server appends, judged by pyHanko offline, today and in ten years. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { asFile, hasSignatureJudge, judgeSignatures, qpdfProblems } from '../support/judges.ts';
import { deliver, openSigners, signedCopy, startForReal, upload, type Signers } from './real-signing.ts';
import { contact, signBody } from './transaction-world.ts';

const tenYears = 10 * 365 * 24 * 60 * 60 * 1000;
const folder = mkdtempSync(join(tmpdir(), 'countersign-time-'));
let world: Signers;
let root: string;

beforeAll(async () => {
  world = await openSigners();
  root = asFile(folder, 'root.pem', world.server.infrastructure.authority.rootPem());
});
afterAll(async () => {
  await world.engine.close();
  await world.server.close();
  rmSync(folder, { recursive: true });
});

async function sent(files = 1, { ada, bea, carl, engine, form } = world, signingOrder: number | null = null): Promise<Transaction> {
  const fileIds: string[] = [];
  for (let index = 0; index < files; index += 1) fileIds.push((await ada.addFile(form, `Lease ${index}.pdf`)).id);
  const draft = await ada.call('transactions.create', { body: { fileIds, recipients: [bea, carl].map(({ email }) => contact(email, { signingOrder })) } });
  return startForReal(engine, ada, draft);
}

/** `stamps`: whether the signature brings a time stamp, as those of the web app do. */
async function signedBy(person: 'bea' | 'carl', transaction: Transaction, fileId: string, { stamps = true } = {}): Promise<{ uploaded: Buffer; transaction: Transaction }> {
  const { stamp, ...key } = person === 'bea' ? world.beasKey : world.carlsKey;
  const uploaded = await signedCopy(world.engine, world[person], stamps && stamp ? { ...key, stamp } : key, transaction, fileId);
  const answer = await deliver(world[person], transaction, fileId, uploaded);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { uploaded, transaction: answer.body as Transaction };
}

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');

const reportsOf = async (body: Buffer, at = Date.now()) => {
  const document = await world.engine.open(body);
  const reports = await document.verify({ trust: [Buffer.from(world.server.infrastructure.authority.rootPem())], at: Math.floor(at / 1000) });
  await document.close();
  return reports;
};

describe('a document signed with default settings', () => {
  let transaction: Transaction;
  let fileId: string;
  let between: Buffer;
  let done: Buffer;
  let uploaded: [Buffer, Buffer];

  beforeAll(async () => {
    transaction = await sent();
    fileId = transaction.fileIds[0]!;
    const first = await signedBy('bea', transaction, fileId);
    between = await world.ada.contentOf(fileId);
    uploaded = [first.uploaded, first.uploaded];
    const last = await signedBy('carl', first.transaction, fileId);
    ({ transaction } = last);
    done = await world.ada.contentOf(fileId);
    uploaded[1] = last.uploaded;
  }, 60_000);

  test('keeps the time stamp of each signature, and is finished in its last version', async () => {
    expect(between.equals(uploaded[0])).toBe(true);
    expect(done.subarray(0, uploaded[1].length).equals(uploaded[1])).toBe(true);
    expect((await reportsOf(between)).map(({ kind, level, acceptable }) => [kind, level, acceptable])).toEqual([['signature', 'B-T', true]]);
    expect(transaction.status).toBe('completed');
    const versions = await world.server.infrastructure.db.selectFrom('file_versions').selectAll().where('file_id', '=', fileId).orderBy('version').execute();
    expect(versions.map(({ version, kind, size, hash }) => [version, kind, Number(size), hash]).slice(2)).toEqual([
      [3, 'signed', between.length, hashOf(between)], [4, 'signed', done.length, hashOf(done)],
    ]);
    const rows = await world.server.infrastructure.db.selectFrom('signings').selectAll().where('file_id', '=', fileId).orderBy('created_at').execute();
    expect(rows.map(({ hash, signature }) => [hash, (signature as { level?: string }).level])).toEqual([[hashOf(between), 'B-LTA'], [hashOf(done), 'B-LTA']]);
  });

  test.skipIf(!hasSignatureJudge)('is B-LTA for pyHanko, offline, today and in ten years', () => {
    const pdf = asFile(folder, 'completed.pdf', done);
    expect(qpdfProblems(pdf)).toBe('');
    for (const at of [new Date(), new Date(Date.now() + tenYears)]) {
      const { status, verdict } = judgeSignatures(pdf, root, 'B-LTA', '', at);
      expect(verdict.all_acceptable, JSON.stringify(verdict, null, 1)).toBe(true);
      expect(status).toBe(0);
      expect(verdict.signatures.map(({ ades_offline }) => ades_offline).filter(Boolean)).toEqual(['PASSED/OK', 'PASSED/OK']);
    }
  }, 90_000);

  test('is B-LTA for the core as well, also in ten years', async () => {
    for (const at of [Date.now(), Date.now() + tenYears]) {
      const signatures = (await reportsOf(done, at)).filter(({ kind }) => kind === 'signature');
      expect(signatures.map(({ level, acceptable }) => [level, acceptable])).toEqual([['B-LTA', true], ['B-LTA', true]]);
    }
  });
});

test('the server adds a missing time stamp, and the next signer continues from there', async () => {
  const transaction = await sent();
  const [fileId = ''] = transaction.fileIds;
  const first = await signedBy('bea', transaction, fileId, { stamps: false });
  const between = await world.ada.contentOf(fileId);
  expect(between.subarray(0, first.uploaded.length).equals(first.uploaded)).toBe(true);
  expect((await reportsOf(between)).map(({ kind, level, acceptable }) => [kind, level, acceptable])).toEqual([
    ['signature', 'B-T', true], ['documentTimestamp', expect.anything(), true],
  ]);
  expect((await world.ada.call('files.getMeta', { params: { id: fileId } })).version).toBe(3);
  await signedBy('carl', first.transaction, fileId, { stamps: false });
  const done = await world.ada.contentOf(fileId);
  expect((await reportsOf(done)).filter(({ kind }) => kind === 'signature').map(({ level, acceptable }) => [level, acceptable])).toEqual([['B-LTA', true], ['B-LTA', true]]);
  if (hasSignatureJudge) expect(judgeSignatures(asFile(folder, 'plain.pdf', done), root, 'B-LTA', '', new Date(Date.now() + tenYears)).status).toBe(0);
}, 60_000);

test('each of several files is finished after its last signature', async () => {
  let transaction = await sent(2);
  for (const person of ['bea', 'carl'] as const) {
    for (const fileId of transaction.fileIds) ({ transaction } = await signedBy(person, transaction, fileId));
  }
  expect(transaction.status).toBe('completed');
  for (const fileId of transaction.fileIds) {
    const reports = await reportsOf(await world.ada.contentOf(fileId));
    expect(reports.map(({ kind, level }) => (kind === 'signature' ? level : kind))).toEqual(['B-LTA', 'B-LTA', 'documentTimestamp']);
  }
}, 60_000);

test('each of several files is finished after its last signature, when people take turns with the files', async () => {
  let transaction = await sent(2, world, 1);
  for (const fileId of transaction.fileIds) {
    for (const person of ['bea', 'carl'] as const) ({ transaction } = await signedBy(person, transaction, fileId));
  }
  expect(transaction.status).toBe('completed');
  for (const fileId of transaction.fileIds) {
    const reports = await reportsOf(await world.ada.contentOf(fileId));
    expect(reports.map(({ kind, level }) => (kind === 'signature' ? level : kind))).toEqual(['B-LTA', 'B-LTA', 'documentTimestamp']);
  }
}, 60_000);

describe('while the configured time-stamp authority does not respond', () => {
  let away: Signers;
  let authority: Server;
  let answers = false;

  beforeAll(async () => {
    authority = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
        if (!answers) return response.writeHead(503).end();
        void world.server.infrastructure.authority.timestamps.answer(Buffer.concat(chunks)).then((reply) => response.writeHead(200).end(reply));
      });
    });
    await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`;
    away = await openSigners({ TIMESTAMP_URL: url, TIMESTAMP_CERTIFICATES: root, RUN_JOBS: 'true', LOG_LEVEL: 'silent' });
  });
  afterAll(async () => {
    await away.engine.close();
    await away.server.close();
    await new Promise((resolve) => authority.close(resolve));
  });

  const stateOf = async ({ id }: Transaction) => {
    const { status, recipients } = await away.ada.call('transactions.get', { params: { id } });
    return { status, signers: recipients.map(({ completed, signedFileIds, waitingFileIds }) => [completed, signedFileIds.length, waitingFileIds.length]) };
  };
  /** The queue waits longer after each failure; a test does not. */
  const until = (check: () => Promise<void>) => vi.waitFor(async () => {
    await away.server.infrastructure.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
    await check();
  }, { timeout: 20_000, interval: 300 });

  test('a signature waits, is not lost, and continues when the authority is back', async () => {
    const { stamp: _, ...key } = away.beasKey;
    expect(await away.bea.refusal('certificates.stamp', { body: { query: 'AAAA' } })).toBe('timestamp_unavailable');
    const transaction = await sent(1, away);
    const [fileId = ''] = transaction.fileIds;
    const uploaded = await signedCopy(away.engine, away.bea, key, transaction, fileId);
    expect((await deliver(away.bea, transaction, fileId, uploaded)).status).toBe(200);
    expect(await stateOf(transaction)).toEqual({ status: 'pending', signers: [[false, 0, 1], [false, 0, 0]] });
    expect((await away.ada.call('transactions.get', { params: { id: transaction.id } })).job).toEqual({ status: 'pending', type: 'timestamp' });
    expect((await away.ada.call('files.getMeta', { params: { id: fileId } })).version).toBe(2);
    // Told twice it is the same, and there is nothing more to upload.
    expect(await away.bea.refusal('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId } })).toBe('conflict');
    // Its time does not run out meanwhile.
    await away.server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1000) }).where('id', '=', transaction.id).execute();
    await until(async () => {
      const { rows } = await away.server.infrastructure.pool.query("select attempts from graphile_worker._private_jobs where last_error like 'timestamp_%'");
      expect(rows[0]?.attempts).toBeGreaterThan(1);
    });
    expect(await stateOf(transaction)).toEqual({ status: 'pending', signers: [[false, 0, 1], [false, 0, 0]] });

    answers = true;
    await until(async () => expect(await stateOf(transaction)).toEqual({ status: expect.anything(), signers: [[true, 1, 0], [false, 0, 0]] }));
    const stored = await away.ada.contentOf(fileId);
    expect(stored.subarray(0, uploaded.length).equals(uploaded)).toBe(true);
    const reports = await reportsOf(stored);
    expect(reports.map(({ kind, level }) => (kind === 'signature' ? level : kind))).toEqual(['B-T', 'documentTimestamp']);
    expect((await away.server.infrastructure.db.selectFrom('waiting_signings').selectAll().execute())).toEqual([]);
  }, 90_000);

  test('meanwhile nobody else signs the same file, which would discard it', async () => {
    answers = false;
    const [{ stamp: _, ...key }, { stamp: __, ...carlsKey }] = [away.beasKey, away.carlsKey];
    const transaction = await sent(1, away, 1);
    const [fileId = ''] = transaction.fileIds;
    const late = await signedCopy(away.engine, away.carl, carlsKey, transaction, fileId);
    await upload(away.carl, transaction, fileId, late);
    expect((await deliver(away.bea, transaction, fileId, await signedCopy(away.engine, away.bea, key, transaction, fileId))).status).toBe(200);
    const refused = { status: 409, body: { error: { code: 'conflict', details: { fileId, reason: 'waiting' } } } };
    expect(await away.carl.send('transactions.sign', { params: { id: transaction.id }, body: signBody(away.carl, fileId) })).toMatchObject(refused);
    expect(await away.carl.send('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId } })).toMatchObject(refused);
    answers = true;
    await until(async () => expect(await stateOf(transaction)).toEqual({ status: 'pending', signers: [[true, 1, 0], [false, 0, 0]] }));
    const copy = await signedCopy(away.engine, away.carl, away.carlsKey, transaction, fileId);
    expect(await deliver(away.carl, transaction, fileId, copy)).toMatchObject({ status: 200, body: { status: 'completed' } });
  }, 90_000);

  test('an access code that expires or is replaced meanwhile does not discard it', async () => {
    answers = false;
    const { stamp: _, ...key } = away.beasKey;
    const file = await away.ada.addFile(away.form, 'Lease.pdf');
    const draft = await away.ada.call('transactions.create', { body: { fileIds: [file.id], recipients: [contact(away.bea.email, { requireAccessCode: true })] } });
    const recipientId = draft.recipients[0]!.id;
    const transaction = await startForReal(away.engine, away.ada, draft, { accessCodes: [{ recipientId, code: 'open sesame' }] });
    await away.bea.call('transactions.enterAccessCode', { params: { id: transaction.id }, body: { code: 'open sesame' } });
    expect((await deliver(away.bea, transaction, file.id, await signedCopy(away.engine, away.bea, key, transaction, file.id))).status).toBe(200);
    expect((await stateOf(transaction)).signers).toEqual([[false, 0, 1]]);
    await away.ada.call('transactions.setAccessCode', { params: { id: transaction.id }, body: { recipientId, code: 'another one' } });
    expect(await away.bea.refusal('transactions.get', { params: { id: transaction.id } })).toBe('access_code_required');
    answers = true;
    await until(async () => expect(await stateOf(transaction)).toEqual({ status: 'completed', signers: [[true, 1, 0]] }));
  }, 90_000);

  test('a request canceled meanwhile is not signed afterwards', async () => {
    answers = false;
    const { stamp: _, ...key } = away.beasKey;
    const transaction = await sent(1, away);
    const [fileId = ''] = transaction.fileIds;
    await deliver(away.bea, transaction, fileId, await signedCopy(away.engine, away.bea, key, transaction, fileId));
    await away.ada.call('transactions.cancel', { params: { id: transaction.id } });
    answers = true;
    await until(async () => expect(await stateOf(transaction)).toEqual({ status: 'canceled', signers: [[false, 0, 0], [false, 0, 0]] }));
    expect((await away.ada.call('files.getMeta', { params: { id: fileId } })).version).toBe(2);
  }, 90_000);
});
