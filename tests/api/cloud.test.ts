/** Documents from cloud sources: being let in by the person themselves, looking around, taking copies. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cloudSources, type CloudSourceId } from '#contract/entities/cloud.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { CloudServer } from '../support/cloud-server.ts';
import { Client, samplePdf, samplePng } from './client.ts';

let cloud: CloudServer;
let server: TestApp;
let ada: Client;
let eve: Client;

beforeAll(async () => {
  cloud = await CloudServer.open();
  cloud.put('id:lease', 'Lease Ωμέγα.pdf', 'application/pdf', samplePdf('from the cloud'));
  cloud.put('id:photo', 'Me.png', 'image/png', samplePng());
  cloud.put('id:page', 'page.html', 'text/html', Buffer.from('<!doctype html>'));
  cloud.put('id:large', 'Large.pdf', 'application/pdf', Buffer.concat([samplePdf(), Buffer.alloc(100_001)]));
  cloud.put('id:elsewhere', 'Away.pdf', 'elsewhere', samplePdf());
  cloud.put('id:own', 'Notes', 'application/vnd.google-apps.document', Buffer.alloc(0));
  server = await startTestApp({
    MAX_FILE_SIZE: '100000', CLOUD_SOURCES: JSON.stringify(cloudSources.map((source) => ({ source, clientId: `client ${source}`, clientSecret: 'secret', base: cloud.url }))),
  });
  ada = await Client.signIn(server, 'ada@example.org');
  eve = await Client.signIn(server, 'eve@example.org');
});
beforeEach(() => {
  cloud.lives = 3600;
  cloud.requests.splice(0);
});
afterAll(async () => {
  await server.close();
  await cloud.close();
});

/** Says yes at the source: gives the ticket with which the browser comes back. */
async function allowed(person: Client, source: CloudSourceId): Promise<string> {
  const { url } = await person.call('cloud.connect', { body: { source, returnTo: '/files?from=cloud' } });
  const back = await server.app.inject({ method: 'GET', url: cloud.allow(url) });
  expect(back.statusCode).toBe(303);
  const page = new URL(String(back.headers.location));
  expect([page.origin, page.pathname, page.searchParams.get('from')]).toEqual(['http://localhost:3000', '/files', 'cloud']);
  return page.searchParams.get('cloud_ticket')!;
}

async function connect(person: Client, source: CloudSourceId): Promise<void> {
  expect(await person.call('cloud.finish', { body: { ticket: await allowed(person, source) } })).toEqual({ source });
}

describe.each(cloudSources)('%s', (source) => {
  const query = { source };

  test('connects with the person\'s consent, lists page by page, and returns files', async () => {
    await connect(ada, source);
    const first = await ada.call('cloud.files', { query });
    expect(first.entries).toMatchObject([{ id: 'id:lease', name: 'Lease Ωμέγα.pdf', isFolder: false, size: samplePdf('from the cloud').length }, { id: 'id:photo' }]);
    const next = await ada.call('cloud.files', { query: { source, page: first.next! } });
    expect(next.entries.map(({ id }) => id)).toContain('id:page');
    const file = await ada.call('cloud.import', { body: { source, entry: 'id:lease' } });
    expect(file).toMatchObject({ title: 'Lease Ωμέγα.pdf', ext: 'pdf', ownerId: ada.userId });
    expect((await ada.contentOf(file.id)).equals(Buffer.from(samplePdf('from the cloud')))).toBe(true);
    expect(await ada.call('cloud.import', { body: { source, entry: 'id:photo', title: 'Portrait' } })).toMatchObject({ title: 'Portrait', ext: 'png' });
  });

  test('is asked for a file once, however often the call is repeated', async () => {
    const body = { id: newId(), source, entry: 'id:lease' };
    const file = await ada.call('cloud.import', { body });
    cloud.requests.splice(0);
    expect(await ada.call('cloud.import', { body })).toEqual(file);
    expect(cloud.requests).toEqual([]);
  });

  test.each([['id:none', 'unable_to_get'], ['id:page', 'wrong_mime_type'], ['id:large', 'max_size_exceeded']])('%s is rejected', async (entry, code) => {
    expect(await ada.refusal('cloud.import', { body: { source, entry } })).toBe(code);
  });

  test('with an outage or an invalid response is reported as the source\'s failure', async () => {
    cloud.troubles.push(503);
    expect(await ada.refusal('cloud.files', { query })).toBe('integration_error');
    cloud.troubles.push(0);
    expect(await ada.refusal('cloud.files', { query })).toBe('integration_error');
    // An answer of another shape, and one that leads elsewhere.
    for (const [status, details] of [[200, { reason: 'answer' }], [302, { status: 302 }]] as const) {
      cloud.troubles.push(status);
      expect(await ada.refusalBody('cloud.files', { query })).toMatchObject({ code: 'integration_error', details });
      cloud.troubles.push(status);
      expect(await ada.refusalBody('cloud.import', { body: { source, entry: 'id:lease' } })).toMatchObject({ code: 'integration_error', details });
    }
  });

  test('refreshes its token, and is disconnected when the person revokes access', async () => {
    cloud.lives = 30;
    await connect(ada, source);
    const before = cloud.access;
    cloud.lives = 3600;
    await ada.call('cloud.files', { query });
    expect(cloud.access).not.toBe(before);
    cloud.access = null;
    expect(await ada.refusalBody('cloud.files', { query })).toMatchObject({ code: 'integration_error', details: { reason: 'not_connected' } });
    expect((await ada.call('cloud.sources')).sources).toContainEqual({ source, connected: false });
  });
});

test('exports documents in the source\'s own format as PDF', async () => {
  await connect(ada, 'google_drive');
  expect(await ada.call('cloud.import', { body: { source: 'google_drive', entry: 'id:own' } })).toMatchObject({ title: 'Notes.pdf', ext: 'pdf' });
});

test('does not fetch a private address, even if a source returns it', async () => {
  await connect(ada, 'onedrive');
  expect(await ada.refusal('cloud.import', { body: { source: 'onedrive', entry: 'id:elsewhere' } })).toBe('invalid_url');
});

test('keeps the drives of different people apart', async () => {
  const ticket = await allowed(eve, 'dropbox');
  expect(await ada.refusal('cloud.finish', { body: { ticket } })).toBe('invalid_link');
  await eve.call('cloud.finish', { body: { ticket } });
  expect(await eve.refusal('cloud.finish', { body: { ticket } })).toBe('invalid_link');
  expect(await ada.refusal('cloud.connect', { body: { source: 'dropbox', returnTo: 'https://evil.example/' } })).toBe('request_validation_error');
  expect((await server.app.inject({ method: 'GET', url: '/cloud/callback?state=unknown&code=x' })).json().error.code).toBe('invalid_link');
  const rows = await server.infrastructure.db.selectFrom('cloud_connections').selectAll().execute();
  expect(rows.some((row) => row.tokens_sealed.includes('refresh'))).toBe(false);
  await eve.call('cloud.disconnect', { body: { source: 'dropbox' } });
  expect((await eve.call('cloud.sources')).sources.every(({ connected }) => !connected)).toBe(true);
});

test('a source that does not respond delays nobody else, and times out', async () => {
  cloud.lives = 30;
  await connect(ada, 'dropbox');
  cloud.lives = 3600;
  cloud.hold();
  try {
    // More than there are connections to the database.
    const lists = Array.from({ length: 30 }, () => ada.call('cloud.files', { query: { source: 'dropbox' } }));
    await expect.poll(() => cloud.requests.filter((each) => each.endsWith('/token')).length).toBeGreaterThan(1);
    const began = Date.now();
    await eve.addFile();
    expect(Date.now() - began).toBeLessThan(10_000);
    cloud.release?.();
    for (const list of await Promise.all(lists)) expect(list.entries[0]).toMatchObject({ id: 'id:lease' });
  } finally {
    cloud.release?.();
  }
});

test('returns with an error when the person declines', async () => {
  const { url } = await ada.call('cloud.connect', { body: { source: 'dropbox', returnTo: '/files' } });
  const state = new URL(url).searchParams.get('state')!;
  const back = await server.app.inject({ method: 'GET', url: `/cloud/callback?state=${state}&error=access_denied` });
  expect(back.headers.location).toBe('http://localhost:3000/files?cloud_error=access_denied');
});

test('a source that is not configured does not exist', async () => {
  const bare = await startTestApp();
  const paul = await Client.signIn(bare, 'paul@example.org');
  expect(await paul.call('cloud.sources')).toEqual({ sources: [] });
  expect(await paul.refusal('cloud.connect', { body: { source: 'dropbox', returnTo: '/files' } })).toBe('unsupported_source');
  await bare.close();
});
