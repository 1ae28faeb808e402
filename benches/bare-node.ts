import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const here = new URL('.', import.meta.url).pathname;
const folder = join(here, '..', '.setup', 'bench', 'stripped');
let laid = false;

/**
 * Runs a program of this folder in a process of its own and gives what its last line says, read as JSON. Node's stripper of types takes
 * 12 MB, which would count as memory of every library that is measured: so the types are off before.
 */
export function inBareNode(program: string, args: readonly string[]): unknown {
  if (!laid) layPrograms();
  laid = true;
  const options = ['--disable-warning=ExperimentalWarning', '--import', join(here, 'stripped.mjs')];
  const printed = execFileSync(process.execPath, [...options, program, ...args], {
    encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, STRIPPED_PROGRAMS: folder },
  });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

function layPrograms(): void {
  const programs = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !path.includes('node_modules'));
  for (const path of programs) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, stripTypeScriptTypes(readFileSync(join(here, path), 'utf8')));
  }
}
