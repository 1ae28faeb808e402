/** What may go wrong around tails, at every step: nothing is lost, doubled or left behind. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import { StorageError } from '#server/adapters/storage/storage.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { joinParts } from '#server/services/storage/join-parts.ts';
import { removeOrphans } from '#server/services/storage/orphans.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, draft, start } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
let origin: string;
/** The objects and the named parts at the start of a test. */
let before: string[];

beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  ada = await Client.signIn(server, 'ada@example.org');
});
afterAll(() => server.close());
beforeEach(async () => {
  before = await held();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const baseOf = (bytes: Uint8Array) => ({ size: bytes.length, hash: sha256(bytes) });
const tail = (text: string): Buffer => Buffer.from(`% ${text}\n%%EOF\n`);
const inTwoDays = (): number => Date.now() + 2 * 24 * 60 * 60 * 1000;

/** Objects, parts, and accounts whose storage is counted wrong. */
async function held(): Promise<string[]> {
  const { storage, db } = server.infrastructure;
  const refs: string[] = [];
  for await (const { ref } of storage.holdings()) refs.push(ref);
  const parts = await db.selectFrom('body_parts').select(['body_ref', 'part_ref']).execute();
  const drift = await findDrift(db);
  return [...refs, ...parts.map((each) => `${each.body_ref}: ${each.part_ref}`), ...drift.map((each) => JSON.stringify(each))].toSorted();
}

async function addFile(text: string): Promise<{ id: string; whole: Buffer }> {
  const whole = Buffer.concat([samplePdf(text), Buffer.alloc(2_000, '%')]);
  return { id: (await ada.addFile(whole)).id, whole };
}

const open = (id: string, base: Uint8Array) => ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf', base: baseOf(base) } });

async function append({ id, whole }: { id: string; whole: Buffer }, text: string): Promise<{ id: string; whole: Buffer }> {
  expect((await ada.put((await open(id, whole)).url, tail(text))).status).toBe(200);
  return { id, whole: Buffer.concat([whole, tail(text)]) };
}

/** Does what the queue does with the bodies of what was deleted. */
async function runRemovals(): Promise<void> {
  const { pool, storage } = server.infrastructure;
  const { rows } = await pool.query<{ id: string; payload: { refs: string[] } }>(`
    select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remove_bodies'`);
  for (const { id, payload } of rows) {
    for (const ref of payload.refs) await storage.remove(ref);
    await pool.query('delete from graphile_worker._private_jobs where id = $1', [id]);
  }
}

async function remove(id: string): Promise<void> {
  await ada.call('files.delete', { params: { id } });
  await runRemovals();
}

/** An upload that has begun, over a real connection. */
function begin(url: string, first: Uint8Array) {
  const call = request(origin + url.slice(new URL(url).origin.length), { method: 'PUT', headers: { 'content-type': 'application/pdf', 'transfer-encoding': 'chunked' } });
  call.on('error', () => undefined);
  const answer = once(call, 'response').then(async ([response]) => {
    response.resume();
    await once(response, 'end');
    return response.statusCode as number;
  });
  answer.catch(() => undefined);
  call.write(first);
  return { call, answer };
}

const statusOf = async (bodyRef: string): Promise<string> =>
  (await server.infrastructure.db.selectFrom('uploads').select('status').where('body_ref', '=', bodyRef).executeTakeFirstOrThrow()).status;

describe('an upload of a tail', () => {
  test('that is stopped half-way leaves nothing', async () => {
    const file = await addFile('stopped');
    const { url, bodyRef } = await open(file.id, file.whole);
    const stored = await held();
    const { call } = begin(url, tail('the first half'));
    await expect.poll(() => statusOf(bodyRef)).toBe('receiving');
    call.destroy();
    await expect.poll(() => statusOf(bodyRef)).toBe('refused');
    await expect.poll(held).toEqual(stored);
    await remove(file.id);
    expect(await held()).toEqual(before);
  });

  test('of two at once on one base wins, and the other leaves nothing', async () => {
    const file = await addFile('twice');
    const [one, two] = [await open(file.id, file.whole), await open(file.id, file.whole)];
    const first = begin(one.url, tail('one'));
    const second = begin(two.url, tail('two'));
    await expect.poll(async () => [await statusOf(one.bodyRef), await statusOf(two.bodyRef)]).toEqual(['receiving', 'receiving']);
    first.call.end();
    second.call.end();
    expect([await first.answer, await second.answer].toSorted()).toEqual([200, 409]);
    const content = (await ada.contentOf(file.id)).toString();
    expect([`${file.whole}${tail('one')}`, `${file.whole}${tail('two')}`]).toContain(content);
    expect(await held()).toHaveLength(before.length + 2 + 2);
    await remove(file.id);
    expect(await held()).toEqual(before);
  });

  test('whose document is deleted meanwhile is refused, and both go', async () => {
    const file = await append(await addFile('deleted'), 'two');
    const { url, bodyRef } = await open(file.id, file.whole);
    const { call, answer } = begin(url, tail('late'));
    await expect.poll(() => statusOf(bodyRef)).toBe('receiving');
    await remove(file.id);
    call.end();
    expect(await answer).toBeGreaterThanOrEqual(400);
    await expect.poll(held).toEqual(before);
  });

  test('that a killed node had stored and not committed goes with the clean-up', async () => {
    const file = await addFile('killed');
    const { url, bodyRef } = await open(file.id, file.whole);
    const stored = await held();
    const { db } = server.infrastructure;
    const { call } = begin(url, tail('stored'));
    await expect.poll(() => statusOf(bodyRef)).toBe('receiving');
    // The commit never comes, and neither does what follows a failure.
    const transaction = vi.spyOn(db, 'transaction').mockImplementation(() => {
      throw new Error('killed');
    });
    const refused = vi.spyOn(db, 'updateTable').mockImplementation(() => {
      throw new Error('killed');
    });
    call.end();
    await expect.poll(() => transaction.mock.calls.length + refused.mock.calls.length).toBeGreaterThan(1);
    vi.restoreAllMocks();
    expect((await held()).length - stored.length).toBe(3);
    await db.updateTable('uploads').set({ expires_at: new Date(0) }).where('body_ref', '=', bodyRef).execute();
    await db.deleteFrom('uploads').where('body_ref', '=', bodyRef).execute();
    expect(await removeOrphans(server.infrastructure)).toBe(0);
    expect(await removeOrphans(server.infrastructure, inTwoDays())).toBe(1);
    expect(await held()).toEqual(stored);
    await remove(file.id);
  });

  test('to a storage that is full is refused, and the same address works later', async () => {
    const file = await addFile('full');
    const { url } = await open(file.id, file.whole);
    const stored = await held();
    vi.spyOn(FolderStorage.prototype, 'write').mockRejectedValueOnce(new StorageError('unavailable', 'ENOSPC'));
    expect((await ada.put(url, tail('later'))).status).toBe(503);
    expect(await held()).toEqual(stored);
    expect((await ada.put(url, tail('later'))).status).toBe(200);
    expect((await ada.contentOf(file.id)).toString()).toBe(`${file.whole}${tail('later')}`);
    await remove(file.id);
    expect(await held()).toEqual(before);
  });

  test('by a signer whose account is deleted before signing goes with the clean-up', async () => {
    const guest = await Client.signIn(server, 'gone@example.org', { type: 'guest' });
    const { id, fileIds: [fileId = ''] } = await start(ada, await draft(ada, [guest.email]));
    const stored = await held();
    const { url } = await guest.call('transactions.updateUrl', { ...at({ id }), body: { fileId, base: baseOf(await guest.contentOf(fileId)) } });
    expect((await guest.put(url, tail('unsigned'))).status).toBe(200);
    await server.infrastructure.db.deleteFrom('users').where('id', '=', guest.userId).execute();
    await removeOrphans(server.infrastructure, inTwoDays());
    expect(await held()).toEqual(stored);
  });
});

test('a part stays while another body has it, though the body that it was is removed', async () => {
  const file = await append(await addFile('shared'), 'two');
  const { db, storage } = server.infrastructure;
  const { body_ref: first } = await db.selectFrom('file_versions').select('body_ref').where('file_id', '=', file.id).where('version', '=', 1).executeTakeFirstOrThrow();
  await storage.remove(first);
  expect((await ada.contentOf(file.id)).equals(file.whole)).toBe(true);
  await remove(file.id);
  expect(await held()).toEqual(before);
});

describe('a body of many parts', () => {
  async function long(text: string): Promise<{ id: string; whole: Buffer; ref: string }> {
    let file = await addFile(text);
    for (let number = 0; number < 32; number += 1) file = await append(file, `${number}`);
    const { body_ref: ref } = await server.infrastructure.db.selectFrom('files').innerJoin('file_versions', 'file_id', 'id').select('body_ref')
      .where('id', '=', file.id).whereRef('file_versions.version', '=', 'files.version').executeTakeFirstOrThrow();
    return { ...file, ref };
  }

  test('is joined, and stays the same for its readers, also for one in the middle of it', async () => {
    const file = await long('joined');
    const { storage } = server.infrastructure;
    const reader = (await storage.read(file.ref, { first: 5, last: file.whole.length - 3 })) as AsyncIterable<Buffer>;
    const chunks = reader[Symbol.asyncIterator]();
    const { value: first } = await chunks.next();
    expect(await joinParts(server.infrastructure)).toBe(1);
    expect(await joinParts(server.infrastructure)).toBe(0);
    expect((await ada.contentOf(file.id)).equals(file.whole)).toBe(true);
    expect((await ada.contentOf(file.id, 20)).toString()).toBe(file.whole.subarray(0, file.whole.indexOf('% 19\n')).toString());
    // The earlier versions are gone, and with them the parts that the reader has not come to.
    await server.infrastructure.db.updateTable('file_versions').set({ removed_at: new Date() }).where('file_id', '=', file.id).where('version', '<', 33).execute();
    await removeOrphans(server.infrastructure, inTwoDays());
    expect((await held()).length - before.length).toBe(1);
    const rest: Buffer[] = [first as Buffer];
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) rest.push(next.value);
    expect(Buffer.concat(rest).equals(file.whole.subarray(5, -2))).toBe(true);
    const later = await append(file, 'later');
    expect((await ada.contentOf(file.id)).equals(later.whole)).toBe(true);
    await remove(file.id);
    expect(await held()).toEqual(before);
  }, 60_000);

  test('can be joined after an attempt that was interrupted, or whose object is damaged', async () => {
    const file = await long('interrupted');
    const { storage } = server.infrastructure;
    await storage.writeJoined({ ref: file.ref, ...baseOf(file.whole) });
    expect(await joinParts(server.infrastructure)).toBe(1);
    expect((await ada.contentOf(file.id)).equals(file.whole)).toBe(true);
    await remove(file.id);
    const other = await long('damaged');
    await storage.write(other.ref, (async function* half() { yield other.whole.subarray(0, 99); })(), { maxSize: 100 });
    await expect(joinParts(server.infrastructure)).rejects.toMatchObject({ code: 'damaged' });
    expect(await joinParts(server.infrastructure)).toBe(1);
    expect((await ada.contentOf(other.id)).equals(other.whole)).toBe(true);
    await remove(other.id);
    // The tail of each joined version was left to the clean-up.
    expect(await removeOrphans(server.infrastructure, inTwoDays())).toBe(2);
    expect(await held()).toEqual(before);
  }, 60_000);

  test('is deleted whole between storing the joined one and taking it', async () => {
    const file = await long('deleted');
    await server.infrastructure.storage.writeJoined({ ref: file.ref, ...baseOf(file.whole) });
    await remove(file.id);
    expect(await held()).toEqual(before);
  }, 60_000);

  test('is deleted whole while it is joined', async () => {
    const file = await long('late');
    const { write } = FolderStorage.prototype;
    vi.spyOn(FolderStorage.prototype, 'write').mockImplementationOnce(async function late(this: FolderStorage, ref, source, limits) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of source) chunks.push(chunk);
      await remove(file.id);
      return write.call(this, ref, (async function* all() { yield* chunks; })(), limits);
    });
    expect(await joinParts(server.infrastructure)).toBe(0);
    expect(await held()).toEqual(before);
  }, 60_000);

  test('is joined while a tail for it comes', async () => {
    const file = await long('both');
    const { url, bodyRef } = await open(file.id, file.whole);
    const { call, answer } = begin(url, tail('more'));
    await expect.poll(() => statusOf(bodyRef)).toBe('receiving');
    expect(await joinParts(server.infrastructure)).toBe(1);
    call.end();
    expect(await answer).toBe(200);
    expect((await ada.contentOf(file.id)).toString()).toBe(`${file.whole}${tail('more')}`);
    await remove(file.id);
    expect(await held()).toEqual(before);
  }, 60_000);
});
