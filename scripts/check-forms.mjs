import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root, toolPath } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

/** `npm run check:forms [-- -t NAME]`: real forms of the shared data on their whole way through the product. Takes about ten minutes. */
try {
  checkNode();
  await setUp(productSteps);
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--project', 'forms', ...process.argv.slice(2)], { cwd: root, env: { ...process.env, PATH: toolPath }, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
