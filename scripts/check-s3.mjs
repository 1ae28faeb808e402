import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endWith } from './setup/fail.mjs';
import { root, toolCache } from './setup/paths.mjs';
import { run } from './setup/run.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

/** A server that speaks S3 and does check signatures. */
const version = '0.14.1';
const home = join(toolCache, `s3s-fs-${version}`);
const program = join(home, 'bin', process.platform === 'win32' ? 's3s-fs.exe' : 's3s-fs');

try {
  checkNode();
  await setUp(productSteps);
  if (!existsSync(program)) {
    const cure = 'cargo could not build s3s-fs: it needs Rust, a C compiler and the registry that cargo is set to.';
    await run('cargo', ['install', '--debug', 's3s-fs', '--version', version, '--locked', '--features', 'binary', '--root', home], { cure });
  }
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--project', 's3', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env: { ...process.env, S3S_FS: program } });
  process.exitCode = status ?? 1;
} catch (error) {
  endWith(error);
}
