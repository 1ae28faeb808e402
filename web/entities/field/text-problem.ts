import i18next from 'i18next';
import type { TextFormat } from '#contract/entities/field.ts';

/** The core's findings about a text that does not match its format. */
type TextFinding = 'wrong_character' | 'too_short' | 'too_long' | 'wrong_form' | 'not_a_date' | 'forbidden_number';

/** Findings that an example of the format explains better than their own text. */
const explainedByFormat: readonly string[] = ['wrong_character', 'wrong_form', 'forbidden_number'] satisfies TextFinding[];

/** Returns what the format expects, with an example; undefined if the finding's own text is clearer. */
export function expectedText(code: string, format: TextFormat | null): string | undefined {
  if (!format || format === 'date' || !explainedByFormat.includes(code)) return undefined;
  return i18next.t(`fields:expected.${format}`);
}
