import i18next from 'i18next';
import type { TextFormat } from '#contract/entities/field.ts';

/** What the core says about a text that does not fit its format. */
type TextFinding = 'wrong_character' | 'too_short' | 'too_long' | 'wrong_form' | 'not_a_date' | 'forbidden_number';

/** Findings that an example of the format explains better than their own words. */
const explainedByFormat: readonly string[] = ['wrong_character', 'wrong_form', 'forbidden_number'] satisfies TextFinding[];

/** What the format of a text expects, with an example; nothing where the finding says it better. */
export function expectedText(code: string, format: TextFormat | null): string | undefined {
  if (!format || format === 'date' || !explainedByFormat.includes(code)) return undefined;
  return i18next.t(`fields:expected.${format}`);
}
