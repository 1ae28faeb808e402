import type { Field } from '../../engine.ts';
import type { TruePage } from './truth.ts';

/** The detected fields of a page. */
export interface DetectedPage {
  page: number;
  fields: Field[];
}

/** True positives, false positives and false negatives, with the metrics derived from them. */
export interface Figures {
  hit: number;
  invented: number;
  missed: number;
  precision: number;
  recall: number;
  f1: number;
}

/** `detect`: any type; `coarse`: text, button or signature; `fine`: every type. */
export interface Score {
  detect: Figures;
  coarse: Figures;
  fine: Figures;
}

interface Box {
  kind: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Minimum intersection over union of matching boxes. */
const enough = 0.5;
/** Ground truth that does not count: push buttons, fields for other people. */
const ignored = 'ignore';

const groups: Record<string, string> = { checkbox: 'button', radio: 'button', signature: 'signature' };
const coarse = (kind: string): string => groups[kind] ?? 'text';

/** Scores detection against the ground truth. Fields on pages that were not processed count as missed if they are in the truth. */
export function scorePages(truth: TruePage[], found: DetectedPage[]): Score {
  const counts = { detect: newCount(), coarse: newCount(), fine: newCount() };
  for (const page of truth) {
    const fields = found.find((entry) => entry.page === page.page)?.fields ?? [];
    const known = page.fields.map((field) => boxOf(field.type, field, page));
    const boxes = fields.map((field) => boxOf(kindOf(field), partsOf(field), page));
    count(counts.detect, known, boxes, () => '');
    count(counts.coarse, known, boxes, coarse);
    count(counts.fine, known, boxes, (kind) => kind);
  }
  return { detect: figures(counts.detect), coarse: figures(counts.coarse), fine: figures(counts.fine) };
}

type Count = Pick<Figures, 'hit' | 'invented' | 'missed'>;

const newCount = (): Count => ({ hit: 0, invented: 0, missed: 0 });

function figures({ hit, invented, missed }: Count): Figures {
  const part = (of: number) => (of === 0 ? 0 : Math.round((hit / of) * 1000) / 1000);
  const f1 = hit === 0 ? 0 : Math.round(((2 * hit) / (2 * hit + invented + missed)) * 1000) / 1000;
  return { hit, invented, missed, precision: part(hit + invented), recall: part(hit + missed), f1 };
}

function kindOf({ type, comb }: Field): string {
  if (comb) return 'comb';
  return { checkmark: 'checkbox', radio: 'radio', date: 'date', signature: 'signature' }[String(type)] ?? 'text';
}

function partsOf({ rect }: Field): { x: number; y: number; w: number; h: number } {
  return { x: rect.x / 100, y: rect.y / 100, w: rect.width / 100, h: rect.height / 100 };
}

function boxOf(kind: string, { x, y, w, h }: { x: number; y: number; w: number; h: number }, { width, height }: TruePage): Box {
  return { kind, left: x * width, top: y * height, right: (x + w) * width, bottom: (y + h) * height };
}

/** Matches boxes one to one within each group, in order of decreasing overlap. */
function count(into: Count, known: Box[], found: Box[], groupOf: (kind: string) => string): void {
  const wanted = known.filter(({ kind }) => kind !== ignored);
  const pairs = wanted.flatMap((truth) => found.filter((box) => groupOf(box.kind) === groupOf(truth.kind)).map((box) => ({ truth, box, fit: fitOf(truth, box) })));
  const taken = new Set<Box>();
  for (const { truth, box } of pairs.filter(({ fit }) => fit >= enough).sort((a, b) => b.fit - a.fit)) {
    if (taken.has(truth) || taken.has(box)) continue;
    taken.add(truth).add(box);
    into.hit += 1;
  }
  into.missed += wanted.filter((truth) => !taken.has(truth)).length;
  const free = known.filter(({ kind }) => kind === ignored);
  into.invented += found.filter((box) => !taken.has(box) && !free.some((zone) => holdsMiddle(zone, box))).length;
}

function fitOf(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const area = (box: Box) => (box.right - box.left) * (box.bottom - box.top);
  return (width * height) / (area(a) + area(b) - width * height);
}

function holdsMiddle(zone: Box, box: Box): boolean {
  const x = (box.left + box.right) / 2;
  const y = (box.top + box.bottom) / 2;
  return zone.left <= x && x <= zone.right && zone.top <= y && y <= zone.bottom;
}
