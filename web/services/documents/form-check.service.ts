import type { Field } from '#contract/entities/field.ts';
import { engine } from '../engine/engine.service.ts';

/** Whether a document with these fields counts as a form: few pages, and enough to fill in. */
export async function isFormOf(fields: readonly Field[], pages: number): Promise<boolean> {
  return (await engine()).isForm(fields, pages);
}
