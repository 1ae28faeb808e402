import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asFile } from '../support/judges.ts';
import { formDocument } from '../conformance/documents.ts';
import { root } from '../support/shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-package-'));
const installed = join(folder, 'node_modules', '@countersign', 'core');

// The package as it would be published, in a project that is not this one.
beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(root, 'bindings'), encoding: 'utf8' });
  const [{ filename }] = JSON.parse(packed);
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  mkdirSync(join(installed, '..'), { recursive: true });
  cpSync(join(folder, 'package'), installed, { recursive: true });
  for (const name of ['comlink', 'pkijs', 'asn1js']) linkDependency(name);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an application imports the core and opens a document with it', async () => {
  asFile(folder, 'form.pdf', await formDocument());
  const program = `
    import { createNodeEngine, createThreadEngine } from '@countersign/core/node';
    for (const engine of [await createNodeEngine(), createThreadEngine()]) {
      const document = await engine.open({ path: 'form.pdf' });
      console.log((await document.fields()).length);
      await engine.close();
    }`;
  asFile(folder, 'program.mjs', program);
  expect(run('program.mjs').split('\n')).toEqual(['4', '4']);
});

test('the command runs from the package', async () => {
  asFile(folder, 'form.pdf', await formDocument());
  expect(JSON.parse(run(join(installed, 'bin', 'countersign.mjs'), 'info', 'form.pdf'))).toMatchObject({ pages: 1 });
});

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).trim();
}

function linkDependency(name: string): void {
  const home = [join(root, 'bindings', 'node_modules', name), join(root, 'node_modules', name)].find((path) => existsSync(path));
  if (home) symlinkSync(home, join(folder, 'node_modules', name));
}
