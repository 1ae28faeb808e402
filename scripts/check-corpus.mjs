import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, toolPath } from './setup/paths.mjs';

/** `npm run check:corpus [EVERY]`: all odd files of the shared data, or every so many of them. Takes about half an hour. */
const [every = '1'] = process.argv.slice(2);
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--project', 'conformance', 'tests/conformance/corpus.test.ts'], {
  cwd: root,
  env: { ...process.env, PATH: toolPath, CORPUS_STEP: every },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
