import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root, toolPath } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

/** Every component of `web/ui` in every state, in both themes, with the longest words and from right to left, for people to look at. */
try {
  checkNode();
  await setUp(productSteps);
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vite'), ['--open', '/gallery/', ...process.argv.slice(2)], { cwd: root, env: { ...process.env, PATH: toolPath }, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
