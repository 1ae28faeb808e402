import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// Preloaded into every measured process: its programs come without types, from the folder where `bare-node.ts` laid them.
const here = dirname(fileURLToPath(import.meta.url));
const folder = process.env.STRIPPED_PROGRAMS;

registerHooks({
  load(url, context, next) {
    if (!folder || !url.endsWith('.ts')) return next(url, context);
    return { format: 'module', shortCircuit: true, source: readFileSync(join(folder, relative(here, fileURLToPath(url)))) };
  },
});
