import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp, testSteps } from './setup/steps.mjs';
import { runSuite, suites } from './test-suites.mjs';

try {
  checkNode();
  await setUp([...productSteps, ...testSteps]);
  rmSync(join(root, '.setup', 'results'), { recursive: true, force: true });
  process.exitCode = await runAll();
} catch (error) {
  endWith(error);
}

/** Runs every suite even when one fails, so that one run shows all there is to mend. */
async function runAll() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    const result = await runSuite(suite);
    for (const key of Object.keys(total)) total[key] += result[key];
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}
