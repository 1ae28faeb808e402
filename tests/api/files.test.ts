import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePdf, samplePng } from './client.ts';

let server: TestApp;
let ada: Client;
let eve: Client;

beforeAll(async () => {
  server = await startTestApp({ MAX_FILE_SIZE: '10000' });
  ada = await Client.signIn(server, 'ada@example.org');
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(() => server.close());

const field = (id: string, more = {}) => ({ id, page: 1, rect: { x: 10, y: 10, width: 20, height: 5 }, ...more });

describe('adding a file', () => {
  test('stores body and metadata, and returns both', async () => {
    const meta = await ada.addFile(samplePdf('first'), 'Contract.pdf');
    expect(meta).toMatchObject({ title: 'Contract.pdf', ext: 'pdf', version: 1, ownerId: ada.userId, attributes: { fields: [] } });
    expect((await ada.contentOf(meta.id)).equals(Buffer.from(samplePdf('first')))).toBe(true);
    expect(await ada.call('files.getMeta', { params: { id: meta.id } })).toEqual(meta);
    const { insights } = await ada.call('files.insights', { params: { id: meta.id } });
    expect(insights.map((each) => each.action)).toEqual(['file_created']);
    expect(insights[0]?.actor).toMatchObject({ id: ada.userId, email: 'ada@example.org', userAgent: 'api-test' });
  });

  test('can be repeated after a lost response, but not with another body', async () => {
    const id = newId();
    const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    await ada.put(url, samplePdf());
    const body = { id, bodyRef, attributes: { title: 'Twice' } };
    const first = await ada.call('files.createMeta', { body });
    expect(await ada.call('files.createMeta', { body })).toEqual(first);
    expect(await ada.refusal('files.createMeta', { body: { ...body, bodyRef: newId() } })).toBe('conflict');
    expect(await eve.refusal('files.createMeta', { body })).toBe('conflict');
    expect(await ada.refusal('files.createMeta', { body: { ...body, id: newId() } })).toBe('file_body_missing');
  });

  test.each([
    ['an empty body', new Uint8Array(), 'application/pdf', 'file_body_missing', 409],
    ['a file that is not a PDF', Buffer.from('hello'), 'application/pdf', 'wrong_mime_type', 415],
    ['another type than declared', samplePdf(), 'image/png', 'wrong_mime_type', 415],
    ['a body over the size limit', Buffer.concat([samplePdf(), Buffer.alloc(10_000)]), 'application/pdf', 'max_size_exceeded', 413],
  ] as [string, Uint8Array, string, string, number][])('rejects %s', async (_, bytes, mime, code, status) => {
    const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    const stored = await ada.put(url, bytes, mime);
    expect([stored.status, stored.body.error.code]).toEqual([status, code]);
    expect(await ada.refusal('files.createMeta', { body: { bodyRef, attributes: { title: 'x' } } })).toBe('file_body_missing');
  });

  test('an upload URL takes one body, once, from any holder', async () => {
    const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    const both = await Promise.all([ada.put(url, samplePdf('one')), ada.put(url, samplePdf('two'))]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 403]);
    expect((await ada.put(url, samplePdf())).body.error.code).toBe('forbidden');
    expect((await ada.put(`${url}x`, samplePdf())).body.error.code).toBe('forbidden');
    expect(await eve.refusal('files.createMeta', { body: { bodyRef, attributes: { title: 'x' } } })).toBe('file_body_missing');
  });

  test('is refused to guests and anonymous callers', async () => {
    const guest = await Client.signIn(server, 'guest@example.org', { type: 'guest' });
    expect(await guest.refusal('files.uploadUrl', { body: { mimeType: 'application/pdf' } })).toBe('create_file_permission_denied');
    expect(await new Client(server, '', null).refusal('files.list')).toBe('unauthorized');
  });
});

describe('metadata', () => {
  test('says whether the title can still be changed: not once the file was sent', async () => {
    const { id } = await ada.addFile(samplePdf(), 'Lease.pdf');
    const allowed = async () => (await ada.call('files.list')).files.find((each) => each.id === id)?.renameAllowed;
    expect(await allowed()).toBe(true);
    const draft = await ada.call('transactions.create', { body: { fileIds: [id] } });
    expect(await allowed()).toBe(true);
    await ada.call('files.updateMeta', { params: { id }, body: { attributes: { title: 'Lease 2026.pdf' } } });
    await server.infrastructure.db.updateTable('transactions').set({ status: 'pending' }).where('id', '=', draft.id).execute();
    expect(await allowed()).toBe(false);
    expect(await ada.refusal('files.updateMeta', { params: { id }, body: { attributes: { title: 'Other.pdf' } } })).toBe('resource_in_use');
  });

  test('stores fields by the rules', async () => {
    const { id } = await ada.addFile();
    const meta = await ada.call('files.updateMeta', {
      params: { id }, body: { attributes: { title: 'New title', fields: [field('a', { value: 'x' }), field('b', { type: 'signature', hidden: true })] } },
    });
    expect(meta.attributes).toMatchObject({ title: 'New title', fields: [{ id: 'a', value: 'x', fieldName: 'text-a' }, { id: 'b', hidden: false, required: true }] });
    expect(meta.metaVersion).toBe(2);
  });

  test('rejects a duplicate field id', async () => {
    const { id } = await ada.addFile();
    const error = await ada.refusalBody('files.updateMeta', { params: { id }, body: { attributes: { fields: [field('a'), field('a')] } } });
    expect(error.code).toBe('request_validation_error');
    expect(JSON.stringify(error.details)).toContain('Field ID duplication appeared.');
  });

  test('names the date field with an impossible date, in a new file as well', async () => {
    const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    await ada.put(url, samplePdf());
    const dated = (value: string) => ({ bodyRef, attributes: { title: 'Dated', fields: [field('a'), field('day', { type: 'date', dateFormat: 'DD.MM.YYYY', value })] } });
    const error = await ada.refusalBody('files.createMeta', { body: dated('29.02.2026') });
    expect(error).toMatchObject({ code: 'request_validation_error', details: [{ path: 'body/attributes/fields/1/value' }] });
    expect((await ada.call('files.createMeta', { body: dated('28.02.2026') })).attributes.fields[1]).toMatchObject({ value: '28.02.2026' });
  });

  test.each([
    ['page zero', { attributes: { fields: [field('a', { page: 0 })] } }],
    ['an unknown type', { attributes: { fields: [field('a', { type: 'audio' })] } }],
    ['a number beyond the limit', { attributes: { fields: [field('a', { rect: { x: Number.MAX_VALUE, y: 0, width: 1, height: 1 } })] } }],
    ['an impossible date', { attributes: { fields: [field('a', { type: 'date', dateFormat: 'YYYY-MM-DD', value: '2026-02-31' })] } }],
    ['an empty title', { attributes: { title: '  ' } }],
    ['fields that are not a list', { attributes: { fields: 'all' } }],
  ])('rejects %s', async (_, body) => {
    const { id } = await ada.addFile();
    expect((await ada.send('files.updateMeta', { params: { id }, body })).status).toBe(400);
  });

  test('detects a concurrent change', async () => {
    const { id, metaVersion } = await ada.addFile();
    const write = (title: string) => ada.send('files.updateMeta', { params: { id }, body: { metaVersion, attributes: { title } } });
    const both = await Promise.all([write('one'), write('two')]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 409]);
  });
});

describe('a new version of the body', () => {
  test('becomes current after the upload, and the old one is kept', async () => {
    const { id } = await ada.addFile(samplePdf('one'));
    const { url } = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf' } });
    expect((await ada.put(url, samplePdf('two'))).body.version).toBe(2);
    expect((await ada.contentOf(id)).toString()).toContain('two');
    expect((await ada.contentOf(id, 1)).toString()).toContain('one');
    expect(await ada.refusal('files.downloadUrl', { params: { id }, query: { version: 3 } })).toBe('version_not_found');
    await ada.call('files.updateMeta', { params: { id }, body: { public: true } });
    const { insights } = await ada.call('files.insights', { params: { id } });
    expect(insights.map(({ action, actor }) => [action, actor.id])).toEqual([['file_created', ada.userId], ['file_updated', ada.userId], ['resource_published', ada.userId]]);
  });

  test('wins or fails with a conflict when two arrive at once', async () => {
    const { id } = await ada.addFile();
    const urls = await Promise.all([1, 2].map(() => ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf' } })));
    const both = await Promise.all(urls.map(({ url }, index) => ada.put(url, samplePdf(`race ${index}`))));
    expect(both.map((each) => each.status).sort()).toEqual([200, 409]);
    const winner = both.findIndex((each) => each.status === 200);
    expect((await ada.contentOf(id)).toString()).toContain(`race ${winner}`);
  });

  test('is rejected from a person who lost permission in the meantime', async () => {
    const { id } = await ada.addFile(samplePdf('hers'));
    const { url } = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf' } });
    await ada.call('files.share', { params: { id }, body: { participants: [{ email: eve.email }] } });
    await ada.call('files.changeOwner', { params: { id }, body: { userId: eve.userId } });
    expect(await ada.put(url, samplePdf('late'))).toMatchObject({ status: 403, body: { error: { code: 'forbidden', details: { reason: 'owner' } } } });
    expect((await eve.contentOf(id)).toString()).toContain('hers');
  });
});

describe('permissions', () => {
  test('strangers have none', async () => {
    const { id } = await ada.addFile();
    const params = { id };
    expect(await eve.refusal('files.getMeta', { params })).toBe('permission_denied');
    expect(await eve.refusal('files.downloadUrl', { params })).toBe('permission_denied');
    expect(await eve.refusal('files.updateMeta', { params, body: { attributes: { title: 'mine' } } })).toBe('permission_denied');
    expect(await eve.refusal('files.updateUrl', { params, body: { mimeType: 'application/pdf' } })).toBe('permission_denied');
    expect(await eve.refusal('files.delete', { params })).toBe('permission_denied');
    expect(await eve.refusal('files.insights', { params })).toBe('permission_denied');
    expect(await eve.refusal('files.reportEvent', { params, body: { event: 'file_print' } })).toBe('permission_denied');
    expect(await eve.refusal('files.getMeta', { params: { id: newId() } })).toBe('not_found');
    expect(await eve.refusal('files.getMeta', { params: { id: 'x' } })).toBe('request_validation_error');
  });

  test('everybody may read a public file', async () => {
    const { id } = await ada.addFile();
    await ada.call('files.updateMeta', { params: { id }, body: { public: true } });
    expect((await eve.call('files.getMeta', { params: { id } })).id).toBe(id);
    expect(await eve.refusal('files.delete', { params: { id } })).toBe('permission_denied');
  });

  test('a modified download URL is rejected', async () => {
    const { id } = await ada.addFile();
    const { url } = await ada.call('files.downloadUrl', { params: { id } });
    const response = await server.app.inject({ method: 'GET', url: `${url.slice(new URL(url).origin.length)}x` });
    expect([response.statusCode, response.json().error.code]).toEqual([403, 'forbidden']);
  });
});

describe('lists', () => {
  test('are paged by 50, newest first, with counters', async () => {
    const lister = await Client.signIn(server, 'lister@example.org');
    const ids: string[] = [];
    for (let index = 0; index < 53; index++) ids.unshift((await lister.addFile(samplePdf(), `File ${index}`)).id);
    const first = await lister.call('files.list');
    expect(first.files.map((file) => file.id)).toEqual(ids.slice(0, 50));
    expect(first.counters).toEqual({ all: 53, sharedWithMe: 0, archived: 0 });
    const second = await lister.call('files.list', { query: { exclusiveFrom: first.lastKey! } });
    expect(second.files.map((file) => file.id)).toEqual(ids.slice(50));
    expect(second.lastKey).toBeNull();
    expect(await lister.refusal('files.list', { query: { orgId: newId() } })).toBe('not_found');
  });

  test('omit deleted files', async () => {
    const { id } = await ada.addFile();
    await ada.call('files.delete', { params: { id } });
    expect((await ada.call('files.list')).files.map((file) => file.id)).not.toContain(id);
    expect(await ada.refusal('files.getMeta', { params: { id } })).toBe('not_found');
  });
});

test('records events in the history', async () => {
  const { id } = await ada.addFile();
  await ada.call('files.reportEvent', { params: { id }, body: { event: 'file_print' } });
  expect((await ada.send('files.reportEvent', { params: { id }, body: { event: 'file_eaten' } })).status).toBe(400);
  const { insights } = await ada.call('files.insights', { params: { id } });
  expect(insights.map((each) => each.action)).toEqual(['file_created', 'file_print']);
});

test('deletes unused bodies', async () => {
  const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
  await ada.put(url, samplePdf());
  await server.infrastructure.db.updateTable('uploads').set({ expires_at: new Date(0) }).where('body_ref', '=', bodyRef).execute();
  const { createServices } = await import('#server/app/services.ts');
  const services = await createServices(server.infrastructure);
  expect(await services.uploads.sweep()).toBe(1);
  expect(await ada.refusal('files.createMeta', { body: { bodyRef, attributes: { title: 'x' } } })).toBe('file_body_missing');
});

test('a used upload is forgotten after a day: the document stays, and is counted as before', async () => {
  const { createServices } = await import('#server/app/services.ts');
  const services = await createServices(server.infrastructure);
  const { db } = server.infrastructure;
  const file = await ada.addFile(samplePdf('kept'));
  const { body_ref: ref } = await db.selectFrom('file_versions').select('body_ref').where('file_id', '=', file.id).executeTakeFirstOrThrow();
  const picture = await ada.call('media.uploadUrl', { body: { mimeType: 'image/png' } });
  await ada.put(picture.url, samplePng(), 'image/png');
  await ada.call('media.create', { body: { imageRef: picture.imageRef } });
  const known = async () => (await db.selectFrom('uploads').select('body_ref').where('body_ref', 'in', [ref, picture.imageRef]).execute()).map((each) => each.body_ref);
  await services.uploads.sweep();
  expect((await known()).toSorted()).toEqual([ref, picture.imageRef].toSorted());
  await services.uploads.sweep(Date.now() + 2 * 24 * 60 * 60 * 1000);
  expect(await known()).toEqual([picture.imageRef]);
  expect((await ada.contentOf(file.id)).toString()).toContain('kept');
  expect(await findDrift(db)).toEqual([]);
});
