import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';

let database: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'countersign-main-'));

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  writeFileSync(join(dataDir, 'secret.key'), inject('secretKey'), { mode: 0o600 });
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const listen = () => new Promise<Server>((resolve) => {
  const server = createServer().listen(0, 'localhost', () => resolve(server));
});

function start(env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.connectionString, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => { text += chunk.toString(); });
  return { child, output: () => text, ended: new Promise((resolve) => child.once('close', resolve)) };
}

test('prints its URL and its outbox URL, serves requests, and stops on a signal', async () => {
  const probe = await listen();
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const server = start({ PORT: String(port) });
  await expect.poll(server.output, { timeout: 100_000 }).toContain(`Countersign is ready at http://localhost:${port}`);
  expect(server.output()).toContain(`/outbox`);
  const discovery = await fetch(`http://localhost:${port}/.well-known/openid-configuration`);
  expect(await discovery.json()).toMatchObject({ issuer: `http://localhost:${port}`, code_challenge_methods_supported: ['S256'] });
  // A terminal and npm both send the signal.
  server.child.kill('SIGINT');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('exits with a readable message when the port is taken or a setting is invalid', async () => {
  const other = await listen();
  const taken = start({ PORT: String((other.address() as AddressInfo).port) });
  expect(await taken.ended).toBe(1);
  expect(taken.output()).toContain('The port is taken by another program');
  await new Promise((resolve) => other.close(resolve));
  const wrong = start({ PORT: 'three thousand' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain('PORT');
  expect(wrong.output()).not.toContain('    at ');
});
