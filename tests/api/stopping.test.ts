/** A node that is stopped in the middle of a conversion leaves it to the next one, and no program behind. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'stopping-'));
const path = process.env.PATH;
let server: TestApp;

beforeAll(async () => {
  // It never ends, and says where it is.
  writeFileSync(join(folder, 'gs'), `#!/bin/sh\necho $$ > ${folder}/pid\nexec sleep 600\n`);
  chmodSync(join(folder, 'gs'), 0o755);
  process.env.PATH = `${folder}:${path}`;
  server = await startTestApp({ RUN_JOBS: 'true', LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  process.env.PATH = path;
  await server.close();
  rmSync(folder, { recursive: true });
});

const isRunning = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

test('a conversion that is cut short by the stop of its node waits for the next one, and its program ends', { timeout: 100_000 }, async () => {
  const ada = await Client.signIn(server, 'ada@example.org');
  const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'application/postscript' } });
  await ada.put(url, Buffer.from('%!PS-Adobe-3.0\nshowpage\n'), 'application/postscript');
  const { id } = await ada.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Page.ps' } } });
  await ada.call('files.convertToPdf', { params: { id } });
  const pid = await vi.waitFor(() => Number(readFileSync(join(folder, 'pid'), 'utf8').trim() || Number.NaN), { timeout: 20_000 });
  expect(isRunning(pid)).toBe(true);
  const beginning = Date.now();
  await server.app.close();
  expect(Date.now() - beginning).toBeLessThan(12_000);
  expect(isRunning(pid)).toBe(false);
  const later = new pg.Client(server.foundation.config.databaseUrl ?? '');
  await later.connect();
  const { rows: [file] } = await later.query('select convert_status from files where id = $1', [id]);
  const { rows: [job] } = await later.query("select attempts, locked_by from graphile_worker._private_jobs where key like 'convert_to_pdf:%'");
  await later.end();
  expect([file, job]).toEqual([{ convert_status: 'pending' }, { attempts: 0, locked_by: null }]);
});
