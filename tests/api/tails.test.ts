/** Versions that are stored as a base and its tails: uploaded, read, refused and removed. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { joinParts } from '#server/services/storage/join-parts.ts';
import { removeOrphans } from '#server/services/storage/orphans.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { S3Bucket } from '../support/s3-bucket.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, draft, signBody } from './transaction-world.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const baseOf = (bytes: Uint8Array) => ({ size: bytes.length, hash: sha256(bytes) });
const tail = (text: string): Buffer => Buffer.from(`\n% ${text}\n%%EOF\n`);

let bucket: S3Bucket;
beforeAll(async () => {
  bucket = await S3Bucket.open();
});
afterAll(() => bucket.close());

describe.each([
  ['a folder', () => ({})], ['a folder, encrypted', () => ({ ENCRYPT_DOCUMENTS: 'true' })], ['S3', () => bucket.env],
])('tails in %s', (_, env) => {
  let server: TestApp;
  let ada: Client;
  let bea: Client;
  let carl: Client;
  beforeAll(async () => {
    server = await startTestApp(env(), acceptingDocuments);
    ada = await Client.signIn(server, 'ada@example.org');
    bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
    carl = await Client.signIn(server, 'carl@example.org', { type: 'guest' });
  });
  afterAll(() => server.close());

  async function held(): Promise<string[]> {
    const refs: string[] = [];
    for await (const { ref } of server.infrastructure.storage.holdings()) refs.push(ref);
    return refs.toSorted();
  }
  async function update(fileId: string, base: Uint8Array, appended: Uint8Array): Promise<Buffer> {
    const { url } = await ada.call('files.updateUrl', { params: { id: fileId }, body: { mimeType: 'application/pdf', base: baseOf(base) } });
    const whole = Buffer.concat([base, appended]);
    expect(await ada.put(url, appended)).toMatchObject({ status: 200, body: { size: whole.length, hash: sha256(whole) } });
    return whole;
  }
  /** Appends to the current version of a transaction's file. */
  async function stage(person: Client, transaction: Pick<Transaction, 'id'>, fileId: string, text: string): Promise<{ status: number }> {
    const base = await person.contentOf(fileId);
    const { url } = await person.call('transactions.updateUrl', { ...at(transaction), body: { fileId, base: baseOf(base) } });
    return person.put(url, tail(text));
  }
  async function usedBy(person: Client): Promise<number> {
    return (await person.call('storage.usage')).used;
  }
  /** What the nightly clean-up finds later: nothing, if nothing was left behind. */
  const cleanUpLater = (): Promise<number> => removeOrphans(server.infrastructure, Date.now() + 2 * 24 * 60 * 60 * 1000);
  async function runRemovals(): Promise<void> {
    const { rows } = await server.infrastructure.pool.query<{ id: string; payload: { refs: string[] } }>(`
      select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remove_bodies'`);
    for (const { id, payload } of rows) {
      for (const ref of payload.refs) await server.infrastructure.storage.remove(ref);
      await server.infrastructure.pool.query('delete from graphile_worker._private_jobs where id = $1', [id]);
    }
  }

  test('are a new version for everybody who reads it, and keep the earlier ones', async () => {
    const first = Buffer.from(samplePdf('first'));
    const { id } = await ada.addFile(first);
    const before = await held();
    const second = await update(id, first, tail('second'));
    const third = await update(id, second, tail('third'));
    expect((await held()).length - before.length).toBe(2);
    expect((await ada.contentOf(id)).equals(third)).toBe(true);
    expect((await ada.contentOf(id, 2)).equals(second)).toBe(true);
    expect((await ada.contentOf(id, 1)).equals(first)).toBe(true);
    expect(await ada.call('files.downloadUrl', { params: { id } })).toMatchObject({ version: 3, size: third.length, hash: sha256(third) });
  });

  test('are served in ranges across parts', async () => {
    const first = Buffer.from(samplePdf('ranges'));
    const { id } = await ada.addFile(first);
    const whole = await update(id, await update(id, first, tail('second')), tail('third'));
    const { url } = await ada.call('files.downloadUrl', { params: { id } });
    const part = (range: string) => server.app.inject({ method: 'GET', url: url.slice(new URL(url).origin.length), headers: { range: `bytes=${range}` } });
    const [begin, end] = [first.length - 3, first.length + 20];
    const one = await part(`${begin}-${end}`);
    expect([one.statusCode, one.headers['content-range'], one.headers['content-length']]).toEqual([206, `bytes ${begin}-${end}/${whole.length}`, String(end - begin + 1)]);
    expect(one.rawPayload.equals(whole.subarray(begin, end + 1))).toBe(true);
    const several = await part(`0-4, ${begin}-${end}, -5`);
    expect(several.statusCode).toBe(206);
    expect(several.payload).toContain(whole.subarray(begin, end + 1).toString());
    expect(several.headers['content-length']).toBe(String(several.rawPayload.length));
  });

  test('carry a transaction from its sender to its signers, and only they are stored', async () => {
    const { id, fileIds: [fileId = ''] } = await draft(ada, [bea.email, carl.email]);
    const before = await held();
    expect((await stage(ada, { id }, fileId, 'fields')).status).toBe(200);
    await ada.call('transactions.start', { params: { id } });
    for (const person of [bea, carl]) {
      expect((await stage(person, { id }, fileId, person.email)).status).toBe(200);
      await person.call('transactions.sign', { params: { id }, body: signBody(person, fileId) });
    }
    expect((await held()).length - before.length).toBe(3);
    expect((await ada.contentOf(fileId)).toString()).toBe(`${samplePdf('file 0')}${tail('fields')}${tail(bea.email)}${tail(carl.email)}`);
    expect(await findDrift(server.infrastructure.db)).toEqual([]);
  });

  test('count for themselves, and what versions share counts once', async () => {
    const used = await usedBy(ada);
    const first = Buffer.concat([samplePdf('counted'), Buffer.alloc(50_000, '%')]);
    const { id } = await ada.addFile(first);
    await update(id, await update(id, first, tail('two')), tail('three'));
    expect((await usedBy(ada)) - used).toBe(first.length + tail('two').length + tail('three').length);
    await ada.call('files.delete', { params: { id } });
    await runRemovals();
    expect(await usedBy(ada)).toBe(used);
    expect(await findDrift(server.infrastructure.db)).toEqual([]);
  });

  test('go with their document, and only then', async () => {
    const before = await held();
    const first = Buffer.from(samplePdf('deleted'));
    const { id } = await ada.addFile(first);
    const whole = await update(id, first, tail('appended'));
    const template = await ada.call('templates.create', { body: { fileIds: [id], recipients: [{ role: 'signer' }] } });
    const copy = (await ada.call('templates.use', { params: { id: template.id }, body: { templateRolesData: [{ role: 'signer', email: bea.email }] } })).fileIds[0] ?? '';
    await ada.call('templates.delete', { params: { id: template.id } });
    await ada.call('files.delete', { params: { id } });
    await runRemovals();
    expect((await ada.contentOf(copy)).equals(whole)).toBe(true);
    await ada.call('files.delete', { params: { id: copy } });
    await runRemovals();
    expect(await held()).toEqual(before);
    expect(await server.infrastructure.db.selectFrom('body_parts').select('body_ref').where('part_ref', 'not in', [...before, 'x']).execute()).toEqual([]);
  });

  test('are refused, with nothing kept, for another version than the current one', async () => {
    const first = Buffer.from(samplePdf('conflict'));
    const { id } = await ada.addFile(first);
    const open = (base: object) => ({ params: { id }, body: { mimeType: 'application/pdf' as const, base: base as { size: number; hash: string } } });
    for (const wrong of [{ ...baseOf(first), size: 7 }, { ...baseOf(first), hash: sha256(Buffer.from('x')) }]) expect(await ada.refusal('files.updateUrl', open(wrong))).toBe('conflict');
    const early = await ada.call('files.updateUrl', open(baseOf(first)));
    const { id: transactionId } = await ada.call('transactions.create', { body: { fileIds: [id] } });
    const prepared = await ada.call('transactions.updateUrl', { params: { id: transactionId }, body: { fileId: id, base: baseOf(first) } });
    await update(id, first, tail('faster'));
    const before = await held();
    for (const { url } of [early, prepared]) expect(await ada.put(url, tail('late'))).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(await ada.refusal('transactions.updateUrl', { params: { id: transactionId }, body: { fileId: id, base: baseOf(first) } })).toBe('conflict');
    expect(await held()).toEqual(before);
    expect(await server.infrastructure.db.selectFrom('body_parts').select('body_ref').where('body_ref', '=', early.bodyRef).execute()).toEqual([]);
  });

  test('are refused without the base that the address names, or with another', async () => {
    const first = Buffer.from(samplePdf('address'));
    const { id } = await ada.addFile(first);
    const { url } = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf', base: baseOf(first) } });
    const bare = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf' } });
    for (const wrong of [url.replace(/\?.*/, ''), url.replace(/length=\d+/, 'length=5'), `${bare.url}?${new URL(url).search.slice(1)}`]) {
      expect(await ada.put(wrong, tail('x'))).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    }
    expect((await ada.put(url, tail('right'))).status).toBe(200);
  });

  test('are refused where they are empty, where nothing can be appended, or where the whole would be too large', async () => {
    const first = Buffer.from(samplePdf('refused'));
    const { id } = await ada.addFile(first);
    const before = await held();
    const { url } = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf', base: baseOf(first) } });
    expect(await ada.put(url, Buffer.alloc(0))).toMatchObject({ status: 409, body: { error: { code: 'file_body_missing' } } });
    const page = await ada.addPage();
    const content = await ada.contentOf(page.id);
    expect(await ada.refusal('files.updateUrl', { params: { id: page.id }, body: { mimeType: 'application/xhtml+xml', base: baseOf(content) } })).toBe('wrong_mime_type');
    const { max_size } = await server.infrastructure.db.selectFrom('uploads').select('max_size').where('base_hash', '=', sha256(first)).executeTakeFirstOrThrow();
    expect(Number(max_size)).toBe(server.infrastructure.config.limits.maxFileSize - first.length);
    expect((await held()).length - before.length).toBe(1);
  });

  test('are joined when they are many', async () => {
    let whole: Buffer = Buffer.from(samplePdf('joined'));
    const { id } = await ada.addFile(whole);
    for (let number = 0; number < 32; number += 1) whole = await update(id, whole, tail(`${number}`));
    expect(await joinParts(server.infrastructure)).toBe(1);
    expect((await ada.contentOf(id)).equals(whole)).toBe(true);
    expect((await ada.contentOf(id, 32)).equals(whole.subarray(0, -tail('31').length))).toBe(true);
    whole = await update(id, whole, tail('later'));
    expect((await ada.contentOf(id)).equals(whole)).toBe(true);
    expect(await findDrift(server.infrastructure.db)).toEqual([]);
    await ada.call('files.delete', { params: { id } });
    await runRemovals();
    // The last tail of the joined version.
    expect(await cleanUpLater()).toBe(1);
  }, 60_000);

  test('leave nothing that a clean-up would have to find', async () => {
    const named = await held();
    expect(await cleanUpLater()).toBe(0);
    expect(await held()).toEqual(named);
  });
});

test('a composed body is delivered by the server, where others are delivered by the bucket', async () => {
  const server = await startTestApp({ ...bucket.env, S3_DIRECT_DOWNLOADS: 'true' });
  try {
    const ada = await Client.signIn(server, 'ada@example.org');
    const first = Buffer.from(samplePdf('direct'));
    const { id } = await ada.addFile(first);
    const { url } = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf', base: baseOf(first) } });
    await ada.put(url, tail('second'));
    const answers = [];
    for (const version of [1, 2]) {
      const { url: from } = await ada.call('files.downloadUrl', { params: { id }, query: { version } });
      const answer = await server.app.inject({ method: 'GET', url: from.slice(new URL(from).origin.length) });
      answers.push([answer.statusCode, answer.rawPayload.equals(Buffer.concat([first, tail('second')]))]);
    }
    expect(answers).toEqual([[302, false], [200, true]]);
  } finally {
    await server.close();
  }
});
