import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { endWith, SetupProblem } from './setup/fail.mjs';
import { root, toolCache, toolPath } from './setup/paths.mjs';
import { has, run } from './setup/run.mjs';

/** `npm run fuzz [TARGET [SECONDS]]` */
const targets = ['lexer', 'cross_reference', 'sections_against_scanning', 'object_streams', 'filters', 'fonts', 'images', 'detection', 'fields', 'rules', 'crypt', 'cms', 'time_stamp', 'ocsp', 'crl', 'verify', 'comparison', 'sign'];
const cargoFuzz = '0.13.2';

const documents = { folders: ['crates', '../shared/data/pdf', '../shared/data/forms/original', '../shared/data/signatures'], ending: /\.pdf$/ };

const signed = { ...documents, folders: ['../shared/data/signatures'], holding: '/ByteRange' };
const der = { ...signed, pieces: derPieces };

/** Where seeds come from: each target's own kind of file. */
const kinds = {
  crypt: { ...documents, holding: '/Encrypt' },
  fonts: { folders: ['crates/forms', 'node_modules/@fontsource', 'node_modules/pdfjs-dist/standard_fonts'], ending: /\.(ttf|otf|pfb|woff2?)$/, longest: 500_000 },
  cms: der,
  time_stamp: der,
  ocsp: der,
  crl: der,
  verify: signed,
  comparison: signed,
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
  // The targets report inputs that take a second of processor time. This limit is for inputs that never end, also on a busy machine.
  const limits = [`-max_total_time=${seconds}`, '-timeout=600', '-rss_limit_mb=1024', `-max_len=${kind.longest}`, '-print_final_stats=1'];
  const { status, error } = spawnSync('cargo', ['fuzz', 'run', '-s', 'none', target, corpus, seeds, '--', ...limits], { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw error ?? new SetupProblem(`${target} found something: see fuzz/artifacts/${target}`, 'Mend what reads it, and add the input to the tests of its crate.');
}

function gatherSeeds({ folders, ending, holding, longest, pieces }, into) {
  for (const folder of folders.map((name) => join(root, name)).filter(existsSync)) {
    for (const name of readdirSync(folder, { recursive: true })) {
      const path = join(folder, name);
      const target = join(into, basename(name));
      if (!ending.test(name) || existsSync(target) || statSync(path).size > longest) continue;
      const content = readFileSync(path);
      if (!content.includes(holding)) continue;
      if (!pieces) copyFileSync(path, target);
      for (const piece of pieces?.(content) ?? []) {
        writeFileSync(join(into, createHash('sha256').update(piece).digest('hex').slice(0, 16)), piece);
      }
    }
  }
}

/** The DER in a signed file: signatures, the time stamps in them, and the streams of its security store. */
function derPieces(content) {
  const text = content.toString('latin1');
  const signatures = [...text.matchAll(/\/Contents\s*<([0-9a-fA-F]{64,})>/g)].map(([, digits]) => whole(Buffer.from(digits, 'hex')));
  const stamps = signatures.flatMap((cms) => {
    const at = cms.indexOf('060b2a864886f70d010910020e', 'hex');
    // After the type comes the SET with one value.
    return at < 0 ? [] : [whole(cms.subarray(at + 13 + headerOf(cms.subarray(at + 13))))];
  });
  const streams = [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: keyword }) => inflated(content.subarray(index + keyword.length)));
  return [...signatures, ...stamps, ...streams].filter((piece) => piece[0] === 0x30 && piece[1] >= 0x81);
}

function inflated(data) {
  if (data[0] === 0x30) return [whole(data)];
  try {
    return [inflateSync(data)];
  } catch {
    // A stream of another kind is no seed.
    return [];
  }
}

function headerOf(der) {
  return der[1] < 0x80 ? 2 : 2 + (der[1] & 0x7f);
}

/** One value, without what follows it. */
function whole(der) {
  const header = headerOf(der);
  const length = header === 2 ? der[1] : der.subarray(2, header).reduce((sum, byte) => sum * 256 + byte, 0);
  return der.subarray(0, header + length);
}
