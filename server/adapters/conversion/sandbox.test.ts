import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConverter } from './converter.ts';
import { runProgram } from './run-program.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-sandbox-'));
const outside = mkdtempSync(join(tmpdir(), 'countersign-outside-'));
const sandbox = await openSandbox('sandboxed');
if (sandbox === null) console.warn('No sandbox here: what it keeps from programs is not tried (bubblewrap is missing, or user namespaces are refused)');

beforeAll(() => writeFileSync(join(outside, 'secret'), 'of somebody else'));
afterAll(() => {
  for (const each of [folder, outside]) rmSync(each, { recursive: true, force: true });
});

/** Returns the output of a script in the sandbox. */
async function outputOf(script: string): Promise<string> {
  await runProgram('sh', ['-c', `{ ${script}; } > ${join(folder, 'told')} 2>&1 || true`], { folder, cpuSeconds: 20, endsAt: performance.now() + 20_000, sandbox: sandbox as Sandbox });
  return readFileSync(join(folder, 'told'), 'utf8');
}

test.skipIf(sandbox === null)('M1: a program sees its folder and the system, but no file of the installation (skipped without a sandbox)', async () => {
  expect(await outputOf(`cat ${join(outside, 'secret')}`)).toMatch(/No such file/);
  expect(await outputOf(`cat /etc/passwd; ls ${process.cwd()}`)).not.toMatch(/root:|package\.json/);
  expect(await outputOf('id -u')).toBe('65534\n');
  expect(await outputOf('touch /usr/mine')).toMatch(/Read-only/);
  expect(await outputOf('cat /proc/net/dev')).not.toMatch(/eth|ens|enp/);
  expect(await outputOf('ls /proc | grep -c "^[0-9]"')).toMatch(/^[1-9]\n$/);
});

test.skipIf(sandbox === null)('M2: a program has limits on memory, files and processes (skipped without a sandbox)', async () => {
  expect(await outputOf('ulimit -d; ulimit -f; ulimit -u || true')).toMatch(/^1572864\n524288\n/);
  const hungry = "a = b'x' * (2 << 30)";
  expect(await outputOf(`python3 -c "${hungry}" || perl -e 'my $a = "x" x (2 << 30)'`)).toMatch(/memory|not found/i);
});

test('M1: refuses to convert without a sandbox unless that is permitted', async () => {
  expect(await openSandbox('off')).toBeNull();
  expect(['sandboxed', 'unsandboxed']).toContain((await openSandbox('unsandboxed'))?.kind);
  await expect(createConverter(null).convert('/dev/null', 'image/png', { length: 'short' })).rejects.toMatchObject({ code: 'feature_not_supported' });
});
