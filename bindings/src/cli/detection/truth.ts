import { basename, extname } from 'node:path';
import { UsageProblem } from '../command.ts';

/** A place that is known to be a field, in parts of the displayed page. */
export interface TrueField {
  type: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A page whose fields are known, with the size in pixels that distances are measured in. */
export interface TruePage {
  page: number;
  width: number;
  height: number;
  fields: TrueField[];
}

/** The pages of one document in a file of truths: `{docs: [{doc, pages: [{page, width, height, fields}]}]}`. */
export function truthOf(truth: unknown, file: string): TruePage[] {
  const name = basename(file, extname(file));
  const docs = isRecord(truth) && Array.isArray(truth.docs) ? truth.docs.filter(isRecord) : [];
  const pages = docs.find((entry) => entry.doc === name)?.pages ?? (docs.length === 1 ? docs[0]?.pages : undefined);
  if (!Array.isArray(pages) || !pages.every(isTruePage)) throw new UsageProblem(`--truth has no pages for ${name}`);
  return pages;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isTruePage(value: unknown): value is TruePage {
  return isRecord(value) && [value.page, value.width, value.height].every(Number.isFinite) && Array.isArray(value.fields) && value.fields.every(isTrueField);
}

function isTrueField(value: unknown): value is TrueField {
  return isRecord(value) && typeof value.type === 'string' && [value.x, value.y, value.w, value.h].every(Number.isFinite);
}
