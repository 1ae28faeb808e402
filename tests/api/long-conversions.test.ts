/** Documents whose conversion never ends: they delay only each other, can be canceled, and leave nothing behind. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FileMimeType } from '#contract/entities/file.ts';
import { createConverter, isTimeLimit } from '#server/adapters/conversion/converter.ts';
import { openSandbox } from '#server/adapters/conversion/sandbox.ts';
import { conversionSecondsOf } from '#server/repositories/conversion-use.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'long-conversions-'));
const { TMPDIR } = process.env;
const confined = await openSandbox('sandboxed');
const canRun = confined !== null && spawnSync('gs', ['--version']).error === undefined;
if (!canRun) console.warn('Conversions without end are not tried (bubblewrap or Ghostscript is missing)');
let server: TestApp;

beforeAll(async () => {
  // Where the programs work, so that they can be told from those of other tests.
  process.env.TMPDIR = folder;
  server = await startTestApp({ RUN_JOBS: 'true', LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
const programs = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).includes(`-sOutputFile=${folder}`));
const folders = (): string[] => readdirSync(folder).filter((name) => name.startsWith('countersign-convert-'));

const endless = Buffer.from('%!PS-Adobe-3.0\n{ } loop\n');
const picture = (): Buffer => createCanvas(20, 20).toBuffer('image/png');

async function queued(person: Client, mime: FileMimeType, bytes: Uint8Array): Promise<string> {
  const { url, bodyRef } = await person.call('files.uploadUrl', { body: { mimeType: mime } });
  await person.put(url, bytes, mime);
  const { id } = await person.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Document' } } });
  await person.call('files.convertToPdf', { params: { id } });
  return id;
}
const stateOf = async (person: Client, id: string) => (await person.call('files.getMeta', { params: { id } })).convert;
const askOf = (person: Client, id: string) => person.call('files.convertToPdf', { params: { id }, query: { ask: 'true' } });
const taskOf = async (id: string): Promise<{ task: string; running: boolean } | undefined> =>
  (await server.infrastructure.pool.query<{ task: string; running: boolean }>('select task_identifier as task, locked_at is not null as running from graphile_worker.jobs where key = $1', [`convert_to_pdf:${id}`])).rows[0];

test.skipIf(!canRun)('M2: a small document is converted while six people\'s documents run without end', { timeout: 200_000 }, async () => {
  const attackers = await Promise.all(Array.from({ length: 6 }, (_, index) => Client.signIn(server, `eager-${index}@example.org`)));
  const theirs: { person: Client; id: string }[] = [];
  for (let round = 0; round < 2; round += 1) for (const person of attackers) theirs.push({ person, id: await queued(person, 'application/postscript', endless) });
  const ada = await Client.signIn(server, 'ada@example.org');
  const small = await queued(ada, 'image/png', picture());
  await vi.waitFor(async () => expect(await stateOf(ada, small)).toBe('resolved'), { timeout: 180_000, interval: 200 });
  // All but the one that a long attempt may have ended meanwhile on a slow machine.
  const pending = (await Promise.all(theirs.map(({ person, id }) => stateOf(person, id)))).filter((state) => state === 'pending');
  expect(pending.length).toBeGreaterThanOrEqual(theirs.length - 1);

  // In the lane of long ones each still has a place, and what they used counts for them.
  const inLongLane = async (running: boolean) => {
    const tasks = await Promise.all(theirs.map(({ id }) => taskOf(id)));
    return theirs.find((_, index) => tasks[index]?.task === 'convert_long_to_pdf' && tasks[index].running === running);
  };
  await vi.waitFor(async () => {
    const [running, waiting] = [await inLongLane(true), await inLongLane(false)];
    expect([running, waiting].includes(undefined)).toBe(false);
    expect(await askOf(running!.person, running!.id)).toEqual({ status: 'pending', ahead: 0 });
    expect((await askOf(waiting!.person, waiting!.id)).ahead).toBeGreaterThan(0);
    expect(await conversionSecondsOf(server.infrastructure.db, waiting!.person.userId)).toBeGreaterThan(1);
  }, { timeout: 60_000, interval: 200 });

  // Canceled: whoever runs is stopped, whoever waits is skipped, in both lanes.
  for (const { person, id } of theirs) await person.call('files.delete', { params: { id } });
  await vi.waitFor(async () => expect((await server.infrastructure.pool.query("select id from graphile_worker.jobs where task_identifier like 'convert_%'")).rowCount).toBe(0), { timeout: 40_000 });
  await expect.poll(() => [programs(), folders()], { timeout: 5000 }).toEqual([[], []]);
});

test.skipIf(!canRun)('a short attempt that is stopped leaves no program and no folder', { timeout: 60_000 }, async () => {
  const source = join(folder, 'endless.ps');
  writeFileSync(source, endless);
  const error: unknown = await createConverter(confined).convert(source, 'application/postscript', { length: 'short' }).catch((failure: unknown) => failure);
  expect(isTimeLimit(error)).toBe(true);
  expect(folders()).toEqual([]);
  await expect.poll(programs).toEqual([]);
});
