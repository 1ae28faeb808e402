/** Measures how the browser's main thread fares; the options go to `benches/browser/run.ts`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';
import { chromium } from './setup/test-tools.mjs';

try {
  checkNode();
  await setUp([...productSteps, chromium]);
  const { status, error } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'benches', 'browser', 'run.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`The measuring ended with status ${status}`);
} catch (error) {
  endWith(error);
}
