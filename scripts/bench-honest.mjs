import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';
import { judges, pdfTools, signatureJudge } from './setup/test-tools.mjs';

/** `npm run bench:honest [-- FOLDER …]`: how many honest signed files are accepted, and what other programs say. See `benches/honest.md`. */
try {
  checkNode();
  await setUp([...productSteps, pdfTools, { ...signatureJudge, needs: [pdfTools] }, judges]);
  const { status, error } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'benches', 'honest', 'run.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`The measuring ended with status ${status}`);
} catch (error) {
  endWith(error);
}
