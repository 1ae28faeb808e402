// Detects fields on the whole development set, scores them and writes benches/detection.md.
//   node benches/detection/run.ts [--models MODELS.json]
// MODELS.json is what train.py writes with --without: each publisher is then scored by a model trained without it.
// Needs the judge and the forms beside the repository (../shared); says so and stops when they are absent.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheImages, cachePages } from './render.ts';
import { type Judged, report, type Score } from './report.ts';
import { measureSize } from './size.ts';
import { measureCore } from './speed.ts';

interface Truth {
  docs: { doc: string; publisher: string; pages: { page: number }[] }[];
}

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const shared = resolve(root, '../shared');
const judge = join(shared, 'judge/detection');
const work = join(tmpdir(), 'countersign-detection');
const crossValidation = join(here, 'cross-validation.json');
/** The sets of pages: what they are called in the report, and the judge's file. */
const sets = { drawn: 'truth.json', scan: 'truth_scan.json', photo: 'truth_photo.json' } as const;
type SetName = keyof typeof sets;

/** Runs a command to its end and answers what it printed; a failure stops the run. */
function run(command: string, args: string[]): string {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${result.status ?? result.error?.message}`);
  return result.stdout;
}

const readTruth = (set: SetName): Truth => JSON.parse(readFileSync(join(judge, sets[set]), 'utf8')) as Truth;
const rasters = (set: SetName): string => join(work, set);

async function render(): Promise<void> {
  for (const { doc, pages } of readTruth('drawn').docs) {
    await cachePages(join(shared, 'data/forms/blank', `${doc}.pdf`), doc, pages.map(({ page }) => page), rasters('drawn'));
  }
  for (const set of ['scan', 'photo'] as const) await cacheImages(join(shared, 'data/forms', set), rasters(set));
}

function scorePredictions(set: SetName, name: string): Score {
  const scored = join(work, `${name}.score.json`);
  run('python3', [join(judge, 'score.py'), join(judge, sets[set]), join(work, `${name}.json`), '--json', scored]);
  return JSON.parse(readFileSync(scored, 'utf8')) as Score;
}

/** Detects and scores one set of pages. */
function detectAndScore(set: SetName, name: string, options: string[] = []): Score {
  run('cargo', ['run', '--quiet', '--release', '-p', 'countersign-detect', '--example', 'rasters', '--', rasters(set), join(work, `${name}.json`), ...options]);
  return scorePredictions(set, name);
}

/** The baseline on a set, where OpenCV for Python is installed (PYTHON names another interpreter). */
function scoreBaseline(set: SetName): { score: Score; speed: string } | null {
  const python = process.env['PYTHON'] ?? 'python3';
  if (spawnSync(python, ['-c', 'import cv2']).status !== 0) return null;
  const images = join(work, `${set}-images`);
  run('python3', ['-c', 'import glob,os,sys\nos.makedirs(sys.argv[2],exist_ok=True)\nfor f in glob.glob(sys.argv[1]+"/*.pgm"):\n  t=sys.argv[2]+"/"+os.path.basename(f)\n  os.path.exists(t) or os.symlink(f,t)', rasters(set), images]);
  const name = `baseline-${set}`;
  const speed = run(python, [join(judge, 'baseline.py'), join(judge, sets[set]), images, join(work, `${name}.json`)]).trim();
  return { score: scorePredictions(set, name), speed };
}

/** Each publisher scored by a model trained without it: measured now, or the last measurement. */
function scoreLeftOut(): Judged | null {
  const at = process.argv.indexOf('--models');
  const models = process.argv[at + 1];
  if (at < 0 || models === undefined) return existsSync(crossValidation) ? (JSON.parse(readFileSync(crossValidation, 'utf8')) as Judged) : null;
  const options = ['--models', resolve(models)];
  const judged = {
    drawn: detectAndScore('drawn', 'left-out-drawn', options),
    scan: detectAndScore('scan', 'left-out-scan', options),
    photo: detectAndScore('photo', 'left-out-photo', options),
  };
  writeFileSync(crossValidation, JSON.stringify(judged, (key, value: unknown) => (key === 'docs' || key === 'confusion' ? undefined : value), 1));
  return judged;
}

async function main(): Promise<void> {
  if (!existsSync(join(judge, sets.drawn))) {
    console.log('detection: the development set (../shared/judge/detection) is not here; nothing was measured.');
    return;
  }
  await render();
  const baseline = scoreBaseline('drawn');
  const text = report({
    leftOut: scoreLeftOut(),
    withText: detectAndScore('drawn', 'with-text'),
    rasterOnly: detectAndScore('drawn', 'raster-only', ['--no-text']),
    scan: detectAndScore('scan', 'scan'),
    photo: detectAndScore('photo', 'photo'),
    baseline: baseline && { drawn: baseline.score, scan: scoreBaseline('scan')?.score, photo: scoreBaseline('photo')?.score },
    speed: { core: await measureCore(rasters('drawn')), baseline: baseline?.speed },
    size: measureSize(),
    pages: readTruth('drawn').docs.reduce((sum, { pages }) => sum + pages.length, 0),
  });
  writeFileSync(join(root, 'benches/detection.md'), text);
  console.log(text);
}

await main();
