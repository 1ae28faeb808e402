import type { Field } from '#contract/entities/field.ts';
import { withEngine } from '../engine/core/engine.service.ts';

/** Whether a document counts as a form: few pages and enough fields. */
export function isFormOf(fields: readonly Field[], pages: number): Promise<boolean> {
  return withEngine((engine) => engine.isForm(fields, pages));
}
