import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-setup-'));
  mkdirSync(join(folder, 'bin'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(['start', 'test'])('npm %s without rustup says how to install it and stops', (command) => {
  const { status, error } = runScript(command);
  expect(status).toBe(1);
  expect(error).toContain('The Rust toolchain is missing');
  expect(error).toContain('https://rustup.rs');
});

test('without a C compiler it says how to install one and stops', () => {
  haveCommand('cargo');
  haveCommand('rustup');
  const { status, error } = runScript('start');
  expect(status).toBe(1);
  expect(error).toContain('No C compiler was found');
  expect(error).toContain('build-essential');
});

test('reports a port in use before building anything', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, listening));
  const { port } = other.address() as AddressInfo;
  const { status, error } = runScript('start', { PORT: String(port) });
  other.close();
  expect(status).toBe(1);
  expect(error).toContain(`Port ${port} is taken`);
  expect(error).toContain(`PORT=${port + 1} npm start`);
});

test('names the browser that an administrator must install', () => {
  haveCommand('apt-get');
  const program = `
    import { endWith } from ${JSON.stringify(join(root, 'scripts/setup/fail.mjs'))};
    import { chromium } from ${JSON.stringify(join(root, 'scripts/setup/test-tools.mjs'))};
    process.getuid = () => 1000;
    await chromium.run().catch(endWith);`;
  writeFileSync(join(folder, 'install.mjs'), program);
  const { status, error } = run(join(folder, 'install.mjs'), {});
  expect(status).toBe(1);
  expect(error).toContain('rights that this user does not have');
  expect(error).toContain('sudo apt-get install chromium');
});

test('stops running steps when one fails', { timeout: 20_000 }, async () => {
  const started = join(folder, 'started');
  const program = `
    import { endWith } from ${JSON.stringify(join(root, 'scripts/setup/fail.mjs'))};
    import { run } from ${JSON.stringify(join(root, 'scripts/setup/run.mjs'))};
    const lasting = "require('node:fs').writeFileSync('${started}', String(process.pid)); setInterval(() => {}, 1000)";
    const failing = "setInterval(() => require('node:fs').existsSync('${started}') && process.exit(3), 20)";
    run(process.execPath, ['-e', lasting]);
    await run(process.execPath, ['-e', failing]).catch(endWith);`;
  writeFileSync(join(folder, 'failing.mjs'), program);
  const { status, error } = run(join(folder, 'failing.mjs'), {});
  expect(status).toBe(1);
  expect(error).toContain('it ended with status 3');
  const pid = Number(readFileSync(started, 'utf8'));
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A command that is there and does nothing. */
function haveCommand(name: string): void {
  symlinkSync('/usr/bin/true', join(folder, 'bin', name));
}

function runScript(name: string, env: Record<string, string> = { PORT: '0' }) {
  return run(join(root, 'scripts', `${name}.mjs`), env);
}

/** Runs a script where only the commands of this test's folder can be found. */
function run(script: string, env: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: { HOME: folder, PATH: join(folder, 'bin'), ...env },
    encoding: 'utf8',
  });
  return { status, error: stderr };
}
