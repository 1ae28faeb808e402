// Detects fields on the whole development set, scores them and writes benches/detection.md.
//   node benches/detection/run.ts [--features CANDIDATES.csv]
// Needs the judge and the forms beside the repository (../shared); says so and stops when they are absent.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachePages } from './render.ts';
import { report, type CrossValidation, type Score } from './report.ts';

interface Truth {
  docs: { doc: string; publisher: string; pages: { page: number }[] }[];
}

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const shared = resolve(root, '../shared');
const judge = join(shared, 'judge/detection');
const rasters = join(tmpdir(), 'countersign-detection');

/** Runs a command to its end and answers what it printed; a failure stops the run. */
function run(command: string, args: string[]): string {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${result.status ?? result.error?.message}`);
  return result.stdout;
}

async function renderForms(truth: Truth): Promise<void> {
  await mkdir(rasters, { recursive: true });
  for (const { doc, pages } of truth.docs) {
    await cachePages(join(shared, 'data/forms/blank', `${doc}.pdf`), doc, pages.map(({ page }) => page), rasters);
  }
}

/** Detects and scores; with `textItems` false from the raster alone. */
function detectAndScore(name: string, textItems: boolean, extra: string[] = []): { score: Score; speed: string } {
  const predictions = join(rasters, `${name}.predictions.json`);
  const scored = join(rasters, `${name}.score.json`);
  const options = [rasters, predictions, ...(textItems ? [] : ['--no-text']), ...extra];
  const speed = run('cargo', ['run', '--quiet', '--release', '-p', 'countersign-detect', '--example', 'rasters', '--', ...options]).trim();
  run('python3', [join(judge, 'score.py'), join(judge, 'truth.json'), predictions, '--json', scored]);
  return { score: JSON.parse(readFileSync(scored, 'utf8')) as Score, speed };
}

/** The baseline in the same run where OpenCV for Python is installed. */
function scoreBaseline(): { score: Score; speed: string } | null {
  if (spawnSync('python3', ['-c', 'import cv2']).status !== 0) return null;
  const predictions = join(rasters, 'baseline.predictions.json');
  const scored = join(rasters, 'baseline.score.json');
  const images = join(rasters, 'images');
  run('python3', ['-c', 'import glob,os,sys\nos.makedirs(sys.argv[2],exist_ok=True)\nfor f in glob.glob(sys.argv[1]+"/*.pgm"):\n  t=sys.argv[2]+"/"+os.path.basename(f)\n  os.path.exists(t) or os.symlink(f,t)', rasters, images]);
  const speed = run('python3', [join(judge, 'baseline.py'), join(judge, 'truth.json'), images, predictions]).trim();
  run('python3', [join(judge, 'score.py'), join(judge, 'truth.json'), predictions, '--json', scored]);
  return { score: JSON.parse(readFileSync(scored, 'utf8')) as Score, speed };
}

async function main(): Promise<void> {
  if (!existsSync(join(judge, 'truth.json'))) {
    console.log('detection: the development set (../shared/judge/detection) is not here; nothing was measured.');
    return;
  }
  const truth = JSON.parse(readFileSync(join(judge, 'truth.json'), 'utf8')) as Truth;
  await renderForms(truth);
  const features = process.argv.indexOf('--features');
  const extra = features < 0 ? [] : ['--features', resolve(process.argv[features + 1] ?? 'candidates.csv')];
  const withText = detectAndScore('with-text', true);
  const rasterOnly = detectAndScore('raster-only', false, extra);
  const validated = join(here, 'cross-validation.json');
  const crossValidation = existsSync(validated) ? (JSON.parse(readFileSync(validated, 'utf8')) as CrossValidation) : null;
  const pages = truth.docs.reduce((sum, { pages }) => sum + pages.length, 0);
  const text = report({ pages, withText, rasterOnly, baseline: scoreBaseline(), crossValidation });
  writeFileSync(join(root, 'benches/detection.md'), text);
  console.log(text);
}

await main();
