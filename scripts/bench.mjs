import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

try {
  checkNode();
  await setUp(productSteps);
  follow('cargo', ['bench', '--locked', '-p', 'countersign-forms', '-p', 'countersign-detect', '--benches']);
  follow(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'benches', 'run.ts')]);
} catch (error) {
  endWith(error);
}

function follow(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with status ${status}`);
}
