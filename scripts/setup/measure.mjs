import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './fail.mjs';
import { productNode, root } from './paths.mjs';
import { checkNode, productSteps, setUp } from './steps.mjs';
import { chromium } from './test-tools.mjs';

/** Runs one of the measuring programs of `benches/browser` on the built product, with the options of this command. */
export async function measureInBrowser(program) {
  try {
    checkNode();
    await setUp([...productSteps, chromium]);
    const { status, error } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'benches', 'browser', program), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw error ?? new Error(`The measuring ended with status ${status}`);
  } catch (error) {
    endWith(error);
  }
}
