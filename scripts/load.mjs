import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

try {
  checkNode();
  await setUp(productSteps);
  const [first, ...rest] = process.argv.slice(2);
  const scripts = { encrypted: 'load/encrypted.ts', growth: 'growth/run.ts', large: 'load/run-large.ts', parallel: 'load/run-parallel.ts', signings: 'load/run-signings.ts' };
  const [script, args] = first in scripts ? [scripts[first], rest] : ['load/run.ts', process.argv.slice(2)];
  const { status } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'benches', script), ...args], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
