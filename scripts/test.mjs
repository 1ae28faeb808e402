import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp, testSteps } from './setup/steps.mjs';
import { runSuite, stages } from './test-suites.mjs';

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
  for (const lanes of stages) {
    await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1, total)));
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

async function runLane(lane, alone, total) {
  for (const suite of lane) {
    const result = await runSuite(suite, alone);
    for (const key of Object.keys(total)) total[key] += result[key];
  }
}
