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
  docs: Record<string, { pub: string; detect: [number, number, number]; n: number }>;
}

/** What train.py writes with --cv: each publisher judged by a ranker that has not seen it. */
export interface CrossValidation {
  detect: { p: number; r: number; f1: number };
  macro: number;
  publishers: Record<string, number>;
}

interface Measured {
  score: Score;
  speed: string;
}

export interface Results {
  pages: number;
  withText: Measured;
  rasterOnly: Measured;
  baseline: Measured | null;
  crossValidation: CrossValidation | null;
}

const ROWS = [
  'detect', 'centre', 'coarse', 'fine', 'coarse:text', 'coarse:button', 'coarse:signature',
  'fine:text', 'fine:comb', 'fine:date', 'fine:checkbox', 'fine:radio', 'fine:signature',
] as const;

const two = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3));

function byMeasure({ pages, withText, rasterOnly, baseline }: Results): string[] {
  const columns = [withText, rasterOnly, ...(baseline ? [baseline] : [])];
  const row = (name: string, pick: (score: Score) => string): string => `| ${name} | ${columns.map(({ score }) => pick(score)).join(' | ')} |`;
  return [
    `| F1 | with text | raster alone |${baseline ? ' baseline |' : ''}`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...ROWS.map((name) => row(name, ({ micro }) => two(micro[name]?.f1))),
    row('detect, mean over documents', ({ macro_doc }) => two(macro_doc.detect[2])),
    row('comb recall', ({ recall_by_type }) => two(recall_by_type['comb']?.[0])),
    row('invented fields a page', ({ micro }) => two((micro['detect']?.fp ?? 0) / pages)),
  ];
}

function byPublisher({ withText, baseline, crossValidation }: Results): string[] {
  const lines = Object.entries(withText.score.publishers).sort((a, b) => a[1][2] - b[1][2]);
  return [
    '| publisher | fields | F1 | F1 when left out of the training | baseline |',
    '|---|---|---|---|---|',
    ...lines.map(([name, [, , f1, count]]) =>
      `| ${name} | ${count} | ${two(f1)} | ${two(crossValidation?.publishers[name])} | ${two(baseline?.score.publishers[name]?.[2])} |`),
  ];
}

function worst({ withText }: Results): string[] {
  const documents = Object.entries(withText.score.docs).sort((a, b) => a[1].detect[2] - b[1].detect[2]);
  return documents.slice(0, 10).map(([name, { detect, n }]) => `- ${name}: F1 ${two(detect[2])} of ${n} fields`);
}

/** The whole page. */
export function report(results: Results): string {
  const { withText, rasterOnly, baseline, crossValidation } = results;
  const left = crossValidation
    ? `Judged by rankers that have not seen the publisher: F1 ${two(crossValidation.detect.f1)} (P ${two(crossValidation.detect.p)}, R ${two(crossValidation.detect.r)}), mean over documents ${two(crossValidation.macro)}. This is the figure to expect on other forms; the table below includes forms the ranker was trained on.`
    : 'No cross-validation was recorded: run benches/detection/train.py with --cv.';
  return [
    '# Field detection on the development set', '',
    'Written by `node benches/detection/run.ts`; never edited by hand.', '',
    left, '',
    ...byMeasure(results), '',
    `Speed, one thread, rendering apart: with text ${withText.speed}; raster alone ${rasterOnly.speed}${baseline ? `; baseline ${baseline.speed}` : ''}.`, '',
    ...byPublisher(results), '',
    '## Worst documents', '',
    ...worst(results), '',
  ].join('\n');
}
