// The table of benches/detection.md from the scorer's figures.

interface Figures {
  p: number;
  r: number;
  f1: number;
  tp: number;
  fp: number;
  fn: number;
}

/** What score.py writes with --json. */
export interface Score {
  micro: Record<string, Figures>;
  macro_doc: { detect: [number, number, number]; centre: [number, number, number] };
  recall_by_type: Record<string, [number, number]>;
  publishers: Record<string, [number, number, number, number]>;
  docs?: Record<string, { pub: string; detect: [number, number, number]; n: number }>;
}

/** The three kinds of pages, judged. */
export interface Judged {
  drawn: Score;
  scan?: Score;
  photo?: Score;
}

export interface Results {
  pages: number;
  leftOut: Judged | null;
  withText: Score;
  rasterOnly: Score;
  scan: Score;
  photo: Score;
  baseline: Judged | null;
  speed: { core: string; baseline?: string };
  /** What detection weighs. */
  size: string;
}

const ROWS = [
  'detect', 'centre', 'coarse', 'fine', 'coarse:text', 'coarse:button', 'coarse:signature',
  'fine:text', 'fine:comb', 'fine:date', 'fine:checkbox', 'fine:radio', 'fine:signature',
] as const;

const three = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3));

function byMeasure({ pages, withText, rasterOnly, leftOut, baseline }: Results): string[] {
  const columns = [leftOut?.drawn, withText, rasterOnly, baseline?.drawn];
  const row = (name: string, pick: (score: Score) => number | undefined): string => `| ${name} | ${columns.map((score) => (score ? three(pick(score)) : '–')).join(' | ')} |`;
  return [
    '| F1 | publisher left out of the training | trained on all, with text | trained on all, raster alone | baseline |',
    '|---|---|---|---|---|',
    ...ROWS.map((name) => row(name, ({ micro }) => micro[name]?.f1)),
    row('detect, mean over documents', ({ macro_doc }) => macro_doc.detect[2]),
    row('comb recall', ({ recall_by_type }) => recall_by_type['comb']?.[0]),
    row('invented fields a page', ({ micro }) => (micro['detect']?.fp ?? 0) / pages),
  ];
}

function byKind({ leftOut, scan, photo, baseline }: Results): string[] {
  const row = (name: string, kind: 'scan' | 'photo', own: Score): string =>
    `| ${name} | ${[leftOut?.[kind], own, baseline?.[kind]].map((score) => three(score?.micro['detect']?.f1)).join(' | ')} |`;
  return ['| raster alone, F1 detect | publisher left out | trained on all | baseline |', '|---|---|---|---|', row('scans', 'scan', scan), row('photographs', 'photo', photo)];
}

function byPublisher({ withText, baseline, leftOut }: Results): string[] {
  const lines = Object.entries(withText.publishers).sort((a, b) => a[1][2] - b[1][2]);
  return [
    '| publisher | fields | F1, left out | F1, trained on all | baseline |',
    '|---|---|---|---|---|',
    ...lines.map(([name, [, , f1, count]]) => `| ${name} | ${count} | ${three(leftOut?.drawn.publishers[name]?.[2])} | ${three(f1)} | ${three(baseline?.drawn.publishers[name]?.[2])} |`),
  ];
}

function worst({ withText }: Results): string[] {
  const documents = Object.entries(withText.docs ?? {}).sort((a, b) => a[1].detect[2] - b[1].detect[2]);
  return documents.slice(0, 10).map(([name, { detect, n }]) => `- ${name}: F1 ${three(detect[2])} of ${n} fields`);
}

/** The whole page. */
export function report(results: Results): string {
  const { core, baseline } = results.speed;
  return [
    '# Field detection on the development set', '',
    'Written by `node benches/detection/run.ts`; never edited by hand. The first column is the figure to expect on other forms: every publisher is judged by a ranker trained without it (four groups of publishers).', '',
    ...byMeasure(results), '',
    ...byKind(results), '',
    `Speed, one thread, rendering apart: WebAssembly ${core}${baseline ? `; baseline, native, ${baseline}` : ''}.`, '',
    `Code and tables: ${results.size}.`, '',
    ...byPublisher(results), '',
    '## Worst documents', '',
    ...worst(results), '',
    'Why fields are missed or invented, and pictures of the worst pages: `python3 benches/detection/analyse.py`.', '',
  ].join('\n');
}
