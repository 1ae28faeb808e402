import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../tests/support/shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const files = {
  'vitest.config.mjs': 'export default {}',
  'hooks.test.ts': `
    import { afterAll, beforeAll, describe, expect, test } from 'vitest';
    describe('inner', () => { beforeAll(() => { throw new Error('no database\\nat all'); }); test('one', () => {}); });
    describe('outer', () => { test('two', () => { expect(1).toBe(2); }); test('three', () => {}); afterAll(() => { throw new TypeError('not closed'); }); });`,
  'whole.test.ts': `
    import { beforeAll, test } from 'vitest';
    beforeAll(() => { throw new Error('no server'); });
    test('four', () => {});`,
  'unloadable.test.ts': `throw new Error('cannot load');`,
  'rejected.test.ts': `
    import { test } from 'vitest';
    test('five', () => { void Promise.reject(new Error('nobody waits')); });`,
};

test('what failed is reported, be it a test, a hook, a file or none of them', () => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const reporter = join(root, 'scripts', 'test-report.mjs');
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', `--reporter=${reporter}`], { cwd: folder, env: { PATH: process.env.PATH, REPORT_FILE: join(folder, 'results', 'own.json') } });
  expect(status).toBe(1);
  const { failures, ...counts } = JSON.parse(readFileSync(join(folder, 'results', 'own.json'), 'utf8')) as { failures: object[] };
  expect(counts).toEqual({ passed: 2, failed: 6, skipped: 2 });
  expect(failures).toHaveLength(6);
  expect(failures).toEqual(expect.arrayContaining([
    { file: 'hooks.test.ts', name: 'inner', message: 'Error: no database\nat all' },
    { file: 'hooks.test.ts', name: 'outer > two', message: 'AssertionError: expected 1 to be 2 // Object.is equality' },
    { file: 'hooks.test.ts', name: 'outer', message: 'TypeError: not closed' },
    { file: 'whole.test.ts', name: 'the whole file', message: 'Error: no server' },
    { file: 'unloadable.test.ts', name: 'the whole file', message: 'Error: cannot load' },
    { name: 'outside any test', message: 'Error: nobody waits' },
  ]));
});
