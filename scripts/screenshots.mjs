import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root, toolPath } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

/** A picture of every screen in both themes, on a desk, a tablet and a phone, for people to look at; in the language that is named, or English. */
const folder = join(root, '.setup', 'screenshots');

try {
  checkNode();
  await setUp(productSteps);
  mkdirSync(folder, { recursive: true });
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const env = { ...process.env, PATH: toolPath, SCREENSHOTS: folder, SCREENSHOTS_LANGUAGE: process.argv[2] ?? 'en' };
  const { status } = spawnSync(vitest, ['run', '--project', 'e2e', 'tests/e2e/screens.test.ts', '-t', '^screens of'], { cwd: root, env, stdio: 'inherit' });
  console.log(`The pictures are in ${folder}`);
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
