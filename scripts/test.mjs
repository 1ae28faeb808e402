import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root } from './setup/paths.mjs';
import { beginSetUp, checkNode, productSteps, rustToolchain, testSteps } from './setup/steps.mjs';
import { failureList } from './test-results.mjs';
import { core, early, journeys, runSuite, rust, typescript } from './test-suites.mjs';

const all = [];

try {
  checkNode();
  rmSync(join(root, '.setup', 'results'), { recursive: true, force: true });
  const steps = beginSetUp([...productSteps, ...testSteps]);
  const ready = Promise.all(steps.values());
  const tools = Promise.all(testSteps.map((step) => steps.get(step)));
  // Compiling Rust and waiting for a database leave each other room; the browser has the machine to itself.
  await Promise.all([ready.then(() => runLane(typescript)), rustLane({ toolchain: steps.get(rustToolchain), tools, ready })]);
  await runLane(journeys, true);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((count) => all.reduce((sum, results) => sum + results[count], 0));
  console.log(`\n${failureList(all)}\n\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  endWith(error);
}

/** From what needs least of the set-up to what needs all of it. */
async function rustLane({ toolchain, tools, ready }) {
  await toolchain;
  await runLane(early);
  await tools;
  await runLane(rust);
  await ready;
  await runLane(core);
}

/** Runs every suite of a lane even when one fails, so that one run shows all there is to mend. */
async function runLane(lane, alone = false) {
  for (const suite of lane) all.push(await runSuite(suite, alone));
}
