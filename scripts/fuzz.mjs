import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { endWith, SetupProblem } from './setup/fail.mjs';
import { root, toolCache, toolPath } from './setup/paths.mjs';
import { has, run } from './setup/run.mjs';

/** `npm run fuzz [TARGET [SECONDS]]` */
const targets = ['lexer', 'cross_reference', 'object_streams', 'filters', 'fonts', 'images', 'fields', 'crypt'];
const cargoFuzz = '0.13.2';

const documents = { folders: ['crates', '../shared/data/pdf', '../shared/data/forms/original', '../shared/data/signatures'], ending: /\.pdf$/ };

/** Where seeds come from: each target's own kind of file. */
const kinds = {
  crypt: { ...documents, holding: '/Encrypt' },
  fonts: { folders: ['crates/forms', 'node_modules/@fontsource', 'node_modules/pdfjs-dist/standard_fonts'], ending: /\.(ttf|otf|pfb|woff2?)$/, longest: 500_000 },
  images: { folders: ['crates', '../shared/data'], ending: /\.(png|jpe?g|webp)$/ },
};

try {
  const [only, seconds = '120'] = process.argv.slice(2);
  const tools = join(toolCache, 'tools');
  const env = { ...process.env, PATH: `${join(tools, 'bin')}${delimiter}${toolPath}`, RUSTC_BOOTSTRAP: '1' };
  if (!has('cargo-fuzz') && !existsSync(join(tools, 'bin', 'cargo-fuzz'))) {
    await run('cargo', ['install', '--debug', 'cargo-fuzz', '--version', cargoFuzz, '--locked', '--root', tools], { cwd: root });
  }
  for (const target of only ? [only] : targets) {
    await run('cargo', ['fuzz', 'build', '-s', 'none', target], { cwd: root, env });
    fuzz(target, Number(seconds), env);
  }
} catch (error) {
  endWith(error);
}

/** One target, for so long, starting from seeds and from what earlier runs learned. */
function fuzz(target, seconds, env) {
  const corpus = join(root, 'fuzz', 'corpus', target);
  const seeds = join(root, 'fuzz', 'seeds', target);
  for (const folder of [corpus, seeds]) mkdirSync(folder, { recursive: true });
  const kind = { longest: 65_536, holding: '', ...(kinds[target] ?? documents) };
  gatherSeeds(kind, seeds);
  const limits = [`-max_total_time=${seconds}`, '-timeout=1', '-rss_limit_mb=1024', `-max_len=${kind.longest}`, '-print_final_stats=1'];
  const { status, error } = spawnSync('cargo', ['fuzz', 'run', '-s', 'none', target, corpus, seeds, '--', ...limits], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw error ?? new SetupProblem(`${target} found something: see fuzz/artifacts/${target}`, 'Mend what reads it, and add the input to the tests of its crate.');
}

function gatherSeeds({ folders, ending, holding, longest }, into) {
  for (const folder of folders.map((name) => join(root, name)).filter(existsSync)) {
    for (const name of readdirSync(folder, { recursive: true })) {
      const path = join(folder, name);
      const target = join(into, basename(name));
      if (!ending.test(name) || existsSync(target) || statSync(path).size > longest) continue;
      if (readFileSync(path).includes(holding)) copyFileSync(path, target);
    }
  }
}
