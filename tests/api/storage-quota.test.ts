/** M8: an account has so much storage and no more, whatever it is filled with and however many uploads come at once. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkStorage } from '#server/services/storage/check-storage.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { createServices } from '#server/app/services.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf, samplePng } from './client.ts';
import { at, draft, sign, signBody, stage, start } from './transaction-world.ts';

const allowed = 100_000;
let server: TestApp;
let names = 0;

beforeAll(async () => {
  server = await startTestApp({ MAX_STORAGE_PER_PERSON: String(allowed) }, acceptingDocuments);
});
afterAll(() => server.close());

const somebody = () => Client.signIn(server, `person${names++}@example.org`);
const pdfOf = (size: number): Buffer => Buffer.concat([samplePdf(), Buffer.alloc(size)]).subarray(0, size);
const usedBy = async (who: Client, orgId?: string) => (await who.call('storage.usage', { query: orgId === undefined ? {} : { orgId } })).used;
const askFor = (size?: number) => ({ body: { mimeType: 'application/pdf' as const, size } });
/** Nothing was counted wrong, whatever was done in these tests so far. */
const expectExact = async () => expect(await findDrift(server.infrastructure.db)).toEqual([]);

async function putOf(who: Client, size: number) {
  const { url, bodyRef } = await who.call('files.uploadUrl', askFor());
  return { ...(await who.put(url, pdfOf(size))), bodyRef };
}

test('an upload counts before it is used, and not after its removal', async () => {
  const who = await somebody();
  expect(await who.call('storage.usage')).toEqual({ used: 0, allowed });
  await putOf(who, 60_000);
  expect(await usedBy(who)).toBe(60_000);
  expect(await who.refusalBody('files.uploadUrl', askFor(40_001))).toMatchObject({ code: 'storage_exceeded', details: { used: 60_000, allowed } });
  const { uploads } = await createServices(server.infrastructure);
  await uploads.sweep(Date.now() + 2 * 24 * 60 * 60 * 1000);
  expect(await usedBy(who)).toBe(0);
});

test('an upload is rejected by its real size, and nothing of it is stored', async () => {
  const who = await somebody();
  await putOf(who, 60_000);
  const before = await bodies();
  const { url } = await who.call('files.uploadUrl', askFor(10));
  expect(await who.put(url, pdfOf(40_001))).toMatchObject({ status: 403, body: { error: { code: 'storage_exceeded' } } });
  expect(await bodies()).toBe(before);
  // The address was not used up.
  expect((await who.put(url, pdfOf(40_000))).status).toBe(200);
  expect(await usedBy(who)).toBe(allowed);
});

async function bodies(): Promise<number> {
  let count = 0;
  for await (const each of server.infrastructure.storage.holdings()) count += each.ref === '' ? 0 : 1;
  return count;
}

test('an upload without a declared size may use the free space and no more', async () => {
  const who = await somebody();
  const origin = await listen();
  await putOf(who, 60_000);
  const chunked = async (size: number) => {
    const { url } = await who.call('files.uploadUrl', askFor());
    const body = new ReadableStream({ start: (controller) => { controller.enqueue(pdfOf(size)); controller.close(); } });
    const init = { method: 'PUT', body, headers: { 'content-type': 'application/pdf' }, duplex: 'half' } as RequestInit;
    return (await fetch(origin + new URL(url).pathname, init)).json();
  };
  expect(await chunked(40_001)).toMatchObject({ error: { code: 'storage_exceeded' } });
  expect(await chunked(30_000)).toMatchObject({ size: 30_000 });
  expect(await usedBy(who)).toBe(90_000);
});

async function listen(): Promise<string> {
  const { port } = server.app.server.listening ? (server.app.server.address() as AddressInfo) : { port: 0 };
  return port === 0 ? server.app.listen({ port: 0, host: '127.0.0.1' }) : `http://127.0.0.1:${port}`;
}

test('concurrent uploads cannot exceed the limit together', async () => {
  const who = await somebody();
  const addresses = await Promise.all(Array.from({ length: 20 }, () => who.call('files.uploadUrl', askFor(10_000))));
  const answers = await Promise.all(addresses.map(({ url }) => who.put(url, pdfOf(15_000))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(14);
  expect(await usedBy(who)).toBe(90_000);
  await expectExact();
});

test('versions count, and deleting a file frees all of them with their bodies', async () => {
  const who = await somebody();
  const file = await who.addFile(pdfOf(20_000));
  const { url } = await who.call('files.updateUrl', { params: { id: file.id }, body: { mimeType: 'application/pdf' } });
  await who.put(url, pdfOf(30_000));
  expect(await usedBy(who)).toBe(50_000);
  await who.call('files.delete', { params: { id: file.id } });
  expect(await usedBy(who)).toBe(0);
  const { rows } = await server.infrastructure.pool.query<{ payload: { refs: string[] } }>(
    "select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'remove_bodies'");
  const { body_ref: ref } = await server.infrastructure.db.selectFrom('file_versions').select('body_ref').where('file_id', '=', file.id).where('version', '=', 2).executeTakeFirstOrThrow();
  expect(rows.flatMap(({ payload }) => payload.refs)).toContain(ref);
});

test('a copy shares its body, which stays while the copy is in use', async () => {
  const who = await somebody();
  const { id } = await who.call('templates.create', { body: { fileIds: [(await who.addFile(pdfOf(40_000))).id], recipients: [{ role: 'signer' }] } });
  const [fileId = ''] = (await who.call('templates.get', { params: { id } })).fileIds;
  const made = await who.call('templates.use', { params: { id }, body: { templateRolesData: [{ role: 'signer', email: 'bea@example.org' }] } });
  expect(await usedBy(who)).toBe(40_000);
  await who.call('templates.delete', { params: { id } });
  await who.call('files.delete', { params: { id: fileId } });
  expect(await usedBy(who)).toBe(40_000);
  expect(await who.contentOf(made.fileIds[0]!)).toHaveLength(40_000);
});

test('pictures count, and replaced or deleted ones do not', async () => {
  const who = await somebody();
  const size = samplePng().length;
  const upload = async (call: 'media.uploadUrl' | 'media.updateUrl', body: object) => {
    const { url, imageRef } = await who.call(call, { body: { mimeType: 'image/png', ...body } } as never);
    expect((await who.put(url, samplePng(), 'image/png')).status).toBe(200);
    return imageRef;
  };
  const { id } = await who.call('media.create', { body: { imageRef: await upload('media.uploadUrl', {}) } });
  expect(await usedBy(who)).toBe(size);
  await upload('media.updateUrl', { id });
  expect(await usedBy(who)).toBe(size);
  await who.call('media.delete', { params: { id } });
  expect(await usedBy(who)).toBe(0);
});

test('a recipient can sign whether or not signer and sender have space left', async () => {
  const [sender, signer] = [await somebody(), await somebody()];
  const sent = await start(sender, await draft(sender, [signer.email]));
  await putOf(signer, allowed);
  await putOf(sender, allowed - (await usedBy(sender)));
  const [fileId = ''] = sent.fileIds;
  await stage(signer, sent, fileId, pdfOf(5000));
  expect(await usedBy(signer)).toBe(allowed);
  expect(await signer.call('transactions.sign', { ...at(sent), body: signBody(signer, fileId) })).toMatchObject({ status: 'completed' });
  expect(await usedBy(signer)).toBe(allowed);
  expect(await usedBy(sender)).toBe(allowed + 5000);
  // Nothing new is begun then.
  expect(await sender.refusal('files.uploadUrl', askFor())).toBe('storage_exceeded');
  await expectExact();
});

test('a sender without space cannot create a request', async () => {
  const sender = await somebody();
  const made = await draft(sender, ['bea@example.org']);
  await putOf(sender, allowed - (await usedBy(sender)));
  expect(await sender.refusal('transactions.updateUrl', { ...at(made), body: { fileId: made.fileIds[0]! } })).toBe('storage_exceeded');
});

test('signatures that are never submitted have a storage limit of their own', async () => {
  const [sender, signer] = [await somebody(), await Client.signIn(server, 'flood@example.org', { type: 'guest' })];
  const sent = await start(sender, await draft(sender, [signer.email]));
  const { storagePerPerson } = server.infrastructure.config.limits;
  await server.infrastructure.db.insertInto('storage_use').values({ holder_id: `signing/${signer.userId}`, used: '300000000' }).execute();
  expect(storagePerPerson).toBe(allowed);
  expect(await signer.refusal('transactions.updateUrl', { ...at(sent), body: { fileId: sent.fileIds[0]! } })).toBe('storage_exceeded');
  await server.infrastructure.db.deleteFrom('storage_use').where('holder_id', '=', `signing/${signer.userId}`).execute();
  await expect(sign(signer, sent)).resolves.toMatchObject({ status: 'completed' });
});

test('an organization has space per member, shared by all organizations of its owner', async () => {
  const [owner, member] = [await somebody(), await somebody()];
  const { id: orgId } = await owner.call('organizations.create', { body: { name: 'One' } });
  const { id: other } = await owner.call('organizations.create', { body: { name: 'Two' } });
  const add = async (size: number, space: string) => {
    const { url, bodyRef } = await owner.call('files.uploadUrl', { query: { orgId: space }, ...askFor(size) });
    await owner.put(url, pdfOf(size));
    return owner.call('files.createMeta', { query: { orgId: space }, body: { bodyRef, attributes: { title: 'x.pdf' } } });
  };
  await add(allowed, orgId);
  expect(await usedBy(owner)).toBe(0);
  expect(await owner.refusal('files.uploadUrl', { query: { orgId: other }, ...askFor(1) })).toBe('storage_exceeded');
  await server.infrastructure.db.insertInto('members').values({ org_id: orgId, user_id: member.userId, status: 'active' }).execute();
  await add(allowed, other);
  expect(await member.call('storage.usage', { query: { orgId } })).toEqual({ used: 2 * allowed, allowed: 2 * allowed });
  // What was uploaded for oneself has to fit where it is used.
  const { bodyRef } = await putOf(owner, 50);
  expect(await owner.refusal('files.createMeta', { query: { orgId }, body: { bodyRef, attributes: { title: 'x.pdf' } } })).toBe('storage_exceeded');
  expect(await usedBy(owner)).toBe(50);
  await owner.call('organizations.delete', { params: { id: other } });
  expect(await usedBy(owner)).toBe(allowed + 50);
  await expectExact();
});

test('a document cannot be given to a person without space for it', async () => {
  const [ada, bea] = [await somebody(), await somebody()];
  const file = await ada.addFile(pdfOf(60_000));
  await ada.call('files.share', { params: { id: file.id }, body: { participants: [{ email: bea.email }] } });
  await putOf(bea, 40_001);
  const give = { params: { id: file.id }, body: { userId: bea.userId, reason: '' } };
  expect(await ada.refusal('files.changeOwner', give)).toBe('storage_exceeded');
  expect(await usedBy(ada)).toBe(60_000);
});

test('deleting an account frees its space', async () => {
  const who = await somebody();
  await who.addFile(pdfOf(1000));
  await putOf(who, 2000);
  const { account } = await createServices(server.infrastructure);
  await account.remove({ userId: who.userId, ip: '', userAgent: '' } as never);
  await account.finishDeletion(who.userId);
  const { rows } = await server.infrastructure.pool.query('select 1 from storage_bodies where holder_id = $1', [who.userId]);
  expect(rows).toEqual([]);
  await expectExact();
});

test('a wrong counter is detected, logged and corrected', async () => {
  const who = await somebody();
  await who.addFile(pdfOf(1000));
  await server.infrastructure.db.updateTable('storage_use').set({ used: '7000' }).where('holder_id', '=', who.userId).execute();
  const logged: unknown[] = [];
  expect(await checkStorage(server.infrastructure.db, { error: (line: unknown) => logged.push(line) } as never)).toEqual([{ holderId: who.userId, difference: 6000 }]);
  expect(logged).toEqual([{ holderId: who.userId, difference: 6000 }]);
  expect(await usedBy(who)).toBe(1000);
  const { body } = await server.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { host: 'localhost' } });
  expect(body).toContain('countersign_storage_miscounted_bytes 6000');
  expect(await checkStorage(server.infrastructure.db)).toEqual([]);
});

test('without a limit every upload is accepted', async () => {
  const free = await startTestApp({ MAX_STORAGE_PER_PERSON: '0' });
  const who = await Client.signIn(free, 'ada@example.org');
  await who.addFile(pdfOf(200_000));
  expect(await who.call('storage.usage')).toEqual({ used: 200_000, allowed: null });
  await free.close();
});
