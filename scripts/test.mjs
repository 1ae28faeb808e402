import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp, testSteps } from './setup/steps.mjs';
import { early, runSuite, stages } from './test-suites.mjs';

const total = { passed: 0, failed: 0, skipped: 0 };

try {
  checkNode();
  rmSync(join(root, '.setup', 'results'), { recursive: true, force: true });
  const steps = [...productSteps, ...testSteps];
  await setUp(steps, { to: 1 });
  await Promise.all([setUp(steps, { from: 1 }), runLane(early, false)]);
  await runStages();
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
} catch (error) {
  endWith(error);
}

/** Runs every suite even when one fails, so that one run shows all there is to mend. */
async function runStages() {
  for (const lanes of stages) {
    await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)));
  }
}

async function runLane(lane, alone) {
  for (const suite of lane) {
    const result = await runSuite(suite, alone);
    for (const key of Object.keys(total)) total[key] += result[key];
  }
}
