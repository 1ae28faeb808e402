import type { CSSProperties } from 'react';
import { createField, type FieldInput, fieldTypes } from '#contract/entities/field.ts';
import { FieldAppearance } from '#web/ui/field/FieldAppearance.tsx';
import { type Example, type Examples, shown } from '../example.ts';

/** A field takes its sizes from the page around it. */
const box = { containerType: 'size', height: '48px', '--point': '1.33px', border: '1px solid var(--color-line)' } as CSSProperties;
const inBox = (content: Partial<FieldInput>, placeholder?: string): Example => shown((words) => (
  <div style={box}>
    <FieldAppearance field={createField({ id: '1', page: 1, rect: { x: 0, y: 0, width: 100, height: 100 }, ...content })} {...(placeholder ? { placeholder: words(placeholder) } : {})} />
  </div>
));

export const fieldAppearance: Examples = {
  ...Object.fromEntries(fieldTypes.map((type) => [`${type}, empty`, inBox({ type }, type)])),
  'a text': inBox({ value: 'Rental agreement' }),
  'several lines': inBox({ value: 'Rental\nagreement', multiline: true }),
  'in cells': inBox({ value: '12345', comb: true, textMaxLength: 8 }),
  'to the right': inBox({ value: '1,200.00', textAlign: 'right' }),
  'a ticked box': inBox({ type: 'checkmark', value: true }),
  'a chosen radio button': inBox({ type: 'radio', value: true }),
};
