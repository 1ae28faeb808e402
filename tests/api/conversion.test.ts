/** Files of other kinds become PDFs, judged by what their pages show. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sourceMimeTypes, type FileMeta, type FileMimeType } from '#contract/entities/file.ts';
import { openSandbox } from '#server/adapters/conversion/sandbox.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePdf } from './client.ts';
import { draft, eventsOf } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
let eve: Client;
const folder = mkdtempSync(join(tmpdir(), 'conversion-'));

beforeAll(async () => {
  // Where a container permits no namespaces, the same is tried without.
  const confined = await openSandbox('sandboxed');
  if (confined === null) console.warn('No sandbox here: documents are converted without (bubblewrap is missing, or user namespaces are refused)');
  server = await startTestApp({ RUN_JOBS: 'true', CONVERSION: confined === null ? 'unsandboxed' : 'sandboxed' });
  ada = await Client.signIn(server, 'ada@example.org');
  eve = await Client.signIn(server, 'eve@example.org');
});
// What failed in one test must not stay away for the next.
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const at = (file: { id: string }) => ({ params: { id: file.id } });

async function add(mime: FileMimeType, bytes: Uint8Array, title: string): Promise<FileMeta> {
  const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: mime } });
  const stored = await ada.put(url, bytes, mime);
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
  return ada.call('files.createMeta', { body: { bodyRef, attributes: { title } } });
}

const settled = (file: FileMeta, status: string) =>
  vi.waitFor(async () => {
    const now = await ada.call('files.getMeta', at(file));
    expect(now.convert).toBe(status);
    return now;
  }, { timeout: 80_000, interval: 300 });

async function pdfOf(file: FileMeta): Promise<string> {
  const path = join(folder, `${file.id}.pdf`);
  writeFileSync(path, await ada.contentOf(file.id));
  execFileSync('qpdf', ['--check', path]);
  return path;
}
const textOf = (path: string) => execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' });

function picture(mime: 'image/jpeg' | 'image/png' | 'image/webp'): Buffer {
  const canvas = createCanvas(400, 200);
  const context = canvas.getContext('2d');
  context.fillStyle = '#0a0';
  context.fillRect(0, 0, 400, 200);
  return mime === 'image/png' ? canvas.toBuffer(mime) : canvas.toBuffer(mime, 90);
}

test.each(['image/jpeg', 'image/png', 'image/webp'] as const)('converts %s to one page with the picture', async (mime) => {
  const file = await add(mime, picture(mime), `Photo.${sourceMimeTypes[mime]}`);
  expect(file).toMatchObject({ ext: sourceMimeTypes[mime], sourceMime: mime, convert: null, version: 1 });
  expect(await ada.call('files.convertToPdf', at(file))).toEqual({ status: 'pending', ahead: expect.any(Number) });
  const done = await settled(file, 'resolved');
  expect(done).toMatchObject({ ext: 'pdf', sourceMime: mime, version: 2, title: 'Photo.pdf' });
  expect(await ada.call('files.convertToPdf', at(file))).toEqual({ status: 'resolved', ahead: null });
  expect(execFileSync('pdfinfo', [await pdfOf(file)], { encoding: 'utf8' })).toMatch(/Pages:\s+1\n[^]*Page size:\s+300 x 150 pts/);
  expect(await eventsOf(server, ada.userId, file.id)).toEqual(['convert_to_pdf']);
  expect((await ada.contentOf(file.id, 1)).equals(picture(mime))).toBe(true);
}, 90_000);

test('notifies its requester and everyone who sees the file of the result', async () => {
  const adam = await Client.signIn(server, 'adam@example.org');
  const paul = await Client.signIn(server, 'paul@example.org');
  const { id: orgId } = await ada.call('organizations.create', { body: { name: 'Works' } });
  await ada.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: adam.email, role: 'admin' }, { email: paul.email }] } });
  for (const member of [adam, paul]) {
    const { invites } = await member.call('invites.list');
    await member.call('invites.accept', { params: { id: invites[0]!.id } });
  }
  const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'image/png' } });
  await ada.put(url, picture('image/png'), 'image/png');
  const file = await ada.call('files.createMeta', { query: { orgId }, body: { bodyRef, attributes: { title: 'Photo.png' } } });
  await ada.call('files.share', { ...at(file), body: { participants: [{ email: eve.email }] } });
  await adam.call('files.convertToPdf', at(file));
  await settled(file, 'resolved');
  for (const person of [ada, adam, eve]) expect(await eventsOf(server, person.userId, file.id)).toContain('convert_to_pdf');
  expect(await eventsOf(server, paul.userId, file.id)).toEqual([]);
}, 90_000);

test.skipIf(!has('gs'))('PostScript (skipped without Ghostscript)', async () => {
  const file = await add('application/postscript', Buffer.from('%!PS\n/Helvetica findfont 20 scalefont setfont 72 700 moveto (From PostScript) show showpage\n'), 'Old.ps');
  await ada.call('files.convertToPdf', at(file));
  await settled(file, 'resolved');
  expect(textOf(await pdfOf(file))).toContain('From PostScript');
}, 90_000);

test.skipIf(!has('soffice'))('office documents and texts (skipped without LibreOffice)', async () => {
  const files = [
    await add('text/plain', Buffer.from('Ein Vertrag über Ωμέγα\n'), 'Contract.txt'),
    await add('application/msword', Buffer.from('{\\rtf1 A letter in Rich Text}'), 'Letter.doc'),
  ];
  for (const file of files) await ada.call('files.convertToPdf', at(file));
  for (const file of files) await settled(file, 'resolved');
  expect(textOf(await pdfOf(files[0]!))).toContain('Ωμέγα');
  expect(textOf(await pdfOf(files[1]!))).toContain('A letter in Rich Text');
}, 180_000);

test('discards the conversion of a replaced document', async () => {
  const file = await add('image/png', picture('image/png'), 'Photo.png');
  const { url } = await ada.call('files.updateUrl', { ...at(file), body: { mimeType: 'application/pdf' } });
  await server.infrastructure.db.updateTable('files').set({ convert_status: 'pending' }).where('id', '=', file.id).execute();
  expect((await ada.put(url, samplePdf('another'))).status).toBe(200);
  expect(await ada.call('files.getMeta', at(file))).toMatchObject({ convert: null, ext: 'pdf', version: 2 });
  expect(await ada.refusal('files.convertToPdf', at(file))).toBe('invalid_file_extension');
});

test('a conversion that keeps failing is given up and reported, and can be requested again', async () => {
  const file = await add('image/png', picture('image/png'), 'Photo.png');
  const { db, storage } = server.infrastructure;
  vi.spyOn(storage, 'local').mockRejectedValue(new Error('away'));
  await ada.call('files.convertToPdf', at(file));
  expect(await settled(file, 'rejected')).toMatchObject({ version: 1 });
  vi.restoreAllMocks();
  const { data } = await db.selectFrom('events').selectAll().where('resource_id', '=', file.id).executeTakeFirstOrThrow();
  expect(data).toEqual({ status: 'rejected', code: 'internal_error' });
  await ada.call('files.convertToPdf', at(file));
  expect(await settled(file, 'resolved')).toMatchObject({ version: 2 });
}, 120_000);

test('M2: one person\'s first document comes before another\'s second, and ten per person may wait', async () => {
  const quiet = await startTestApp();
  try {
    const [eager, calm] = [await Client.signIn(quiet, 'eager@example.org'), await Client.signIn(quiet, 'calm@example.org')];
    const ask = async (person: Client) => {
      const { url, bodyRef } = await person.call('files.uploadUrl', { body: { mimeType: 'image/png' } });
      await person.put(url, picture('image/png'), 'image/png');
      const file = await person.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Photo.png' } } });
      return { file, answer: await person.send('files.convertToPdf', at(file)) };
    };
    const requests = [];
    for (let index = 0; index < 10; index += 1) requests.push(await ask(eager));
    expect(requests.map(({ answer }) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await ask(eager)).toMatchObject({ answer: { status: 429 } });
    const { file } = await ask(calm);
    const { rows } = await quiet.infrastructure.pool.query<{ file: string }>("select payload ->> 'fileId' as file from graphile_worker._private_jobs where payload ->> 'fileId' is not null order by priority, run_at, id");
    expect(rows.findIndex((row) => row.file === file.id)).toBe(1);
    // Each is told its place, by the first call and whenever they ask again.
    const asking = (person: Client, id: string) => person.call('files.convertToPdf', { params: { id }, query: { ask: 'true' } });
    expect(requests.map(({ answer }) => (answer.body as { ahead: number }).ahead)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await asking(calm, file.id)).toEqual({ status: 'pending', ahead: 1 });
    expect(await asking(eager, requests[1]!.file.id)).toEqual({ status: 'pending', ahead: 2 });
    await quiet.infrastructure.pool.query('delete from graphile_worker._private_jobs where key = $1', [`convert_to_pdf:${requests[0]!.file.id}`]);
    expect(await asking(calm, file.id)).toEqual({ status: 'pending', ahead: 0 });
    // In the lane of long ones the place is counted anew: in progress, and before it by the same rule.
    await quiet.infrastructure.pool.query("insert into graphile_worker._private_tasks (identifier) values ('convert_long_to_pdf') on conflict do nothing");
    await quiet.infrastructure.pool.query("update graphile_worker._private_jobs set task_id = (select id from graphile_worker._private_tasks where identifier = 'convert_long_to_pdf') where key <> $1", [`convert_to_pdf:${requests[1]!.file.id}`]);
    expect(await asking(eager, requests[1]!.file.id)).toEqual({ status: 'pending', ahead: 0 });
    expect(await asking(eager, requests[2]!.file.id)).toEqual({ status: 'pending', ahead: 1 });
    // Documents that were deleted are not before anybody.
    await calm.call('files.delete', at(file));
    expect(await asking(eager, requests[2]!.file.id)).toEqual({ status: 'pending', ahead: 0 });
    // Whoever only asks begins nothing anew.
    await quiet.infrastructure.db.updateTable('files').set({ convert_status: 'rejected' }).where('id', '=', requests[3]!.file.id).execute();
    expect(await asking(eager, requests[3]!.file.id)).toEqual({ status: 'rejected', ahead: null });
  } finally {
    await quiet.close();
  }
}, 60_000);

describe('a conversion is rejected', () => {
  test('for an invalid picture with the reason, and can be requested again', async () => {
    const file = await add('image/png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('no picture')]), 'Broken.png');
    await ada.call('files.convertToPdf', at(file));
    expect(await settled(file, 'rejected')).toMatchObject({ version: 1, ext: 'png' });
    const { data } = await server.infrastructure.db.selectFrom('events').selectAll().where('resource_id', '=', file.id).executeTakeFirstOrThrow();
    expect(data).toEqual({ status: 'rejected', code: 'conversion_failed' });
    expect(await ada.call('files.convertToPdf', at(file))).toEqual({ status: 'pending', ahead: expect.any(Number) });
  }, 60_000);

  test('for a PDF, for other people, and for a file of another type than declared', async () => {
    expect(await ada.refusal('files.convertToPdf', at(await ada.addFile()))).toBe('invalid_file_extension');
    const file = await add('image/png', picture('image/png'), 'Photo.png');
    expect(await eve.refusal('files.convertToPdf', at(file))).toBe('permission_denied');
    const { url } = await ada.call('files.uploadUrl', { body: { mimeType: 'image/jpeg' } });
    expect((await ada.put(url, samplePdf(), 'image/jpeg')).body.error.code).toBe('wrong_mime_type');
    expect(await ada.refusal('files.uploadUrl', { body: { mimeType: 'application/x-msdownload' as 'image/png' } })).toBe('request_validation_error');
  });

  test('and a file that is not converted cannot be sent', async () => {
    const file = await add('image/png', picture('image/png'), 'Photo.png');
    const transaction = await draft(ada, ['bea@example.org'], { fileIds: [file.id] }, 0);
    const { url } = await ada.call('transactions.updateUrl', { ...at(transaction), body: { fileId: file.id } });
    await ada.put(url, samplePdf('prepared'));
    expect(await ada.refusal('transactions.start', at(transaction))).toBe('feature_not_supported');
  });
});
