import type { TextFormat } from '#contract/entities/field.ts';
import { withEngine } from './engine.service.ts';

/** The first thing that is wrong with a text; the code is stable and has a text in every language. */
export interface TextProblem {
  readonly code: TextProblemCode;
}

const codes = ['wrong_character', 'too_short', 'too_long', 'wrong_form', 'not_a_date', 'forbidden_number'] as const;
export type TextProblemCode = (typeof codes)[number];

/** Checks a text against its format; `typing` forgives what more typing can mend. */
export async function checkText(
  format: TextFormat | null,
  text: string,
  mode: 'typing' | 'final' = 'typing',
): Promise<TextProblem | null> {
  if (!format || text === '') return null;
  const findings = await withEngine((engine) => engine.checkText(format, text, mode));
  const [first] = findings;
  if (!first) return null;
  return { code: codes.find((code) => code === first.code) ?? 'wrong_form' };
}
