/** A node that is stopped in the middle of a conversion leaves it to the next one, and no program behind. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'stopping-'));
const { TMPDIR } = process.env;
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
  rmSync(folder, { recursive: true });
});

const hasGhostscript = spawnSync('gs', ['--version']).error === undefined;

/** The command of a process; empty for one that has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Ghostscript on a document of this server, and the sandbox around it. */
const programs = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).includes(`-sOutputFile=${folder}`));

test.skipIf(!hasGhostscript)('a conversion interrupted by its node\'s shutdown is retried on the next one, and its program exits', { timeout: 100_000 }, async () => {
  const ada = await Client.signIn(server, 'ada@example.org');
  const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/postscript' } });
  await ada.put(url, Buffer.from('%!PS-Adobe-3.0\n{ } loop\n'), 'application/postscript');
  const { id } = await ada.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Page.ps' } } });
  await ada.call('files.convertToPdf', { params: { id } });
  await vi.waitFor(() => expect(programs()).not.toEqual([]), { timeout: 20_000 });
  const beginning = Date.now();
  await server.app.close();
  expect(Date.now() - beginning).toBeLessThan(12_000);
  // What its node ended goes as soon as the system gets to it.
  await expect.poll(programs).toEqual([]);
  const later = new pg.Client(server.infrastructure.config.databaseUrl ?? '');
  await later.connect();
  const { rows: [file] } = await later.query('select convert_status from files where id = $1', [id]);
  const { rows: [job] } = await later.query("select attempts, locked_by from graphile_worker._private_jobs where key like 'convert_to_pdf:%'");
  await later.end();
  expect([file, job]).toEqual([{ convert_status: 'pending' }, { attempts: 0, locked_by: null }]);
});
