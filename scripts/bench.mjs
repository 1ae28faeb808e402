import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

const peers = join(root, 'benches', 'peers');
const wanted = process.argv.slice(2);

try {
  checkNode();
  await setUp(productSteps);
  // Other libraries are only measured beside, so they are no dependencies of the project.
  if (!existsSync(join(peers, 'node_modules'))) follow('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', peers]);
  if (wanted.length === 0) follow('cargo', ['bench', '--locked', '-p', 'countersign-forms', '-p', 'countersign-detect', '--benches']);
  follow(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'benches', 'run.ts'), ...wanted]);
} catch (error) {
  endWith(error);
}

function follow(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with status ${status}`);
}
