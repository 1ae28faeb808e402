import { basename, extname } from 'node:path';
import { UsageProblem } from '../command.ts';

/** A ground-truth field, in fractions of the displayed page. */
export interface TrueField {
  type: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A ground-truth page, with the size in pixels for distances. */
export interface TruePage {
  page: number;
  width: number;
  height: number;
  fields: TrueField[];
}

/** Returns the pages of a document from a ground-truth file: `{docs: [{doc, pages: [{page, width, height, fields}]}]}`. */
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
