/**
 * Rules of a field that its text format can't state: numbers and amounts, ranges of dates, formulas and conditions. The document
 * core evaluates them, in the browser and on the server.
 */
import { z } from 'zod';
import { isoDateOf } from '#contract/entities/dates.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A bound of a number, with a decimal point. */
const bound = z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/).nullable().default(null);
const affix = z.string().max(lengths.numberAffix).regex(/^[^\d\p{C}]*$/u).default('');

/** How a number is written. The signs are stored, so that everybody sees the same number. */
export const numberFormat = z.object({
  decimals: z.number().int().min(0).max(counts.decimals).default(0),
  decimalSign: z.enum(['.', ',', '٫']).default('.'),
  grouping: z.enum(['', ',', '.', ' ', '\u00a0', '\u202f', '\'', '’', '٬']).default(''),
  /** ISO 4217 code of an amount. The sign people see is in `prefix` or `suffix`. */
  currency: z.string().regex(/^[A-Z]{3}$/).nullable().default(null),
  prefix: affix,
  suffix: affix,
  min: bound,
  max: bound,
});
export type NumberFormat = z.infer<typeof numberFormat>;

const isRealDay = (text: string): boolean => text.startsWith('today') || isoDateOf(text, 'YYYY-MM-DD') !== null;

/** A day, or one relative to the day of signing. */
const day = z.string().regex(/^(\d{4}-\d{2}-\d{2}|today([+-]\d{1,5})?)$/).refine(isRealDay).nullable().default(null);

const dateRange = z.object({ min: day, max: day });
export type DateRange = z.infer<typeof dateRange>;

const expression = z.string().min(1).max(lengths.expression).nullable().default(null);

export const fieldRules = z.object({
  number: numberFormat.nullable().default(null),
  dates: dateRange.nullable().default(null),
  /** The value is calculated, and the field is read-only. */
  formula: expression,
  /** While this is false, the field has no value and is not shown. */
  shownWhen: expression,
  /** While this is true, the field must be filled in. */
  requiredWhen: expression,
});
export type FieldRules = z.infer<typeof fieldRules>;

export const noRules: FieldRules = { number: null, dates: null, formula: null, shownWhen: null, requiredWhen: null };

/** Returns rules with some of them changed; null if none is left. */
export function withRules(rules: FieldRules | null, change: Partial<FieldRules>): FieldRules | null {
  const next = { ...noRules, ...rules, ...change };
  return Object.values(next).every((rule) => rule === null) ? null : next;
}

/** Returns a day of a range as YYYY-MM-DD, `today` being such a day, too. */
export function resolveDay(text: string, today: string): string {
  if (!text.startsWith('today')) return text;
  const days = Number(text.slice('today'.length) || 0);
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

type RangeProblem = 'too_early' | 'too_late';

/** Checks a day (YYYY-MM-DD) against a range. `tolerance` in days, for a signer whose time zone is unknown. */
export function rangeProblem(iso: string, { min, max }: DateRange, today: string, tolerance = 0): RangeProblem | null {
  const shifted = (text: string, days: number): string => resolveDay(`today${days < 0 ? '' : '+'}${text.startsWith('today') ? days : 0}`, resolveDay(text, today));
  if (min !== null && iso < shifted(min, -tolerance)) return 'too_early';
  return max !== null && iso > shifted(max, tolerance) ? 'too_late' : null;
}
