import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { productNode, root } from './setup/paths.mjs';

/** `npm run check:names [-- --list]`: what the fields of real forms are called, by the core that is built. */
const { status } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join('tests', 'forms', 'names.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
