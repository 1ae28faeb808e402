import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root, toolPath } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

/**
 * Every screen and dialog, at a desk and on a phone, and a whole request, in each language, or in those that are named
 * (`npm run check:languages -- ja fr`); and axe on every screen, on every device.
 */
const tests = ['languages', 'request-in-languages', 'screens'].map((name) => `tests/e2e/${name}.test.ts`);

try {
  checkNode();
  await setUp(productSteps);
  const env = { ...process.env, PATH: toolPath, EVERY_SCREEN: 'yes', LANGUAGES: process.argv.slice(2).join(',') || 'all' };
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--project', 'e2e', ...tests], { cwd: root, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
