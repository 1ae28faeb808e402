import type { TextFormat } from '#contract/entities/field.ts';
import { withEngine } from './engine.service.ts';

/** The first finding about a text. Every code has a translation. */
export interface TextProblem {
  readonly code: TextProblemCode;
}

const codes = ['wrong_character', 'too_short', 'too_long', 'wrong_form', 'not_a_date', 'forbidden_number', 'too_many_decimals', 'too_small', 'too_large'] as const;
type TextProblemCode = (typeof codes)[number];

/** Checks a text against its format. `typing` accepts a beginning that can still become valid. */
export async function checkText(
  format: TextFormat | null,
  text: string,
  mode: 'typing' | 'final' = 'typing',
): Promise<TextProblem | null> {
  if (!format || text === '') return null;
  const findings = await withEngine((engine) => engine.checkText(format, text, mode), 'calculation');
  const [first] = findings;
  return first ? problemOf(first.code) : null;
}

export const problemOf = (found: string): TextProblem => ({ code: codes.find((code) => code === found) ?? 'wrong_form' });
