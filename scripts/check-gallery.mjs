import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';
import { chromium } from './setup/test-tools.mjs';

/** How the components look before and after a change; see `tests/gallery/compare.ts`. */
try {
  checkNode();
  await setUp([...productSteps, chromium]);
  const { status } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'tests', 'gallery', 'compare.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
