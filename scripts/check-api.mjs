import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { productNode, root, toolCache } from './setup/paths.mjs';
import { run } from './setup/run.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

const version = '4.32.5';
const home = join(toolCache, `schemathesis-${version}`);
const program = join(home, 'bin', 'schemathesis');

try {
  checkNode();
  await setUp(productSteps);
  if (!existsSync(program)) await install();
  const { status } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'tests', 'openapi', 'check.ts'), program, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}

async function install() {
  await run('python3', ['-m', 'venv', home], { cure: 'Install Python 3.10 or newer with its venv module (Debian and Ubuntu: apt-get install python3-venv).' });
  await run(join(home, 'bin', 'pip'), ['install', `schemathesis==${version}`], { cure: 'pip could not install schemathesis: check the network and the index that pip is set to.' });
}
