import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

try {
  checkNode();
  await setUp(productSteps);
  const { status } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'settings-page.ts')], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
