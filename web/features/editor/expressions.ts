import type { Field } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { lengths } from '#contract/limits/lengths.ts';

const words = ['and', 'or', 'not', 'true', 'false'];

/** Writes a name as a formula refers to it: in brackets unless it is a plain word. */
export const referenceTo = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !words.includes(name.toLowerCase()) ? name : `[${name}]`);

/** Whether expressions can refer to the field: not to pictures, links and texts of the page. */
export const hasValue = ({ type, label }: Field): boolean => type !== 'link' && !label && !isPictureType(type);

/** Returns a name without the signs of formulas. */
export const toDataLabel = (text: string): string => text.replace(/[[\]"\p{C}]/gu, ' ').replace(/\s+/gu, ' ').trim().slice(0, lengths.dataLabel).trim();

/** Returns an unused name for a field: its label, or else its kind, with a number if needed. */
export function suggestedName(field: Field, kind: string, fields: readonly Field[]): string {
  const wish = toDataLabel(field.tooltip ?? field.exportValue ?? kind) || 'field';
  const taken = new Set(fields.map(({ dataLabel }) => dataLabel));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wish : `${wish} ${number}`;
    if (!taken.has(name)) return name;
  }
}
