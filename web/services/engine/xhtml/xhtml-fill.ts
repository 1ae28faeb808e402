import { AppError } from '../../app-error.ts';
import type { Control } from './xhtml-fields.ts';
import { controlsOf, isFixed, MARK } from './xhtml-fields.ts';
import { XHTML } from './xhtml.service.ts';
import { xmlText } from './xml-text.ts';

/** Text, checked state, or the selected options. */
type ControlValue = string | boolean | readonly number[];

/** Values by the number of the control. */
export type ControlValues = ReadonlyMap<number, ControlValue>;

/** Enables the controls of a displayed page, except those that its author has fixed. */
export function unlock(shown: Document, mayChange: (index: number) => boolean): void {
  for (const [index, control] of marked(shown)) {
    if (!mayChange(index)) continue;
    control.removeAttribute('readonly');
    control.removeAttribute('disabled');
  }
}

/** Reads the values of a displayed page. */
export function writtenIn(shown: Document): ControlValues {
  return new Map(marked(shown).map(([index, control]) => [index, valueIn(control)]));
}

/**
 * The page with other values in its controls and everything else as it was; fixed controls keep theirs. Fails with
 * `pdf_merge_fields_failed` where the page has not the controls that the values are for.
 */
export async function fillXhtml(body: Blob, values: ControlValues): Promise<Blob> {
  const source = await xmlText(body);
  const page = new DOMParser().parseFromString(source, XHTML);
  const controls = controlsOf(page);
  for (const [index, value] of values) {
    const control = controls[index];
    if (!control) throw new AppError('pdf_merge_fields_failed', { message: `The page has no control ${index + 1}`, details: [{ field: String(index), problem: 'unknown_field' }] });
    if (!isFixed(control)) setValue(control, value);
  }
  // Some browsers serialise an XML declaration. It is replaced, because the output is always UTF-8.
  const declared = /^\uFEFF?<\?xml\s/.test(source) ? '<?xml version="1.0" encoding="UTF-8"?>\n' : '';
  const written = new XMLSerializer().serializeToString(page).replace(/^<\?xml\s[^>]*>\s*/, '');
  return new Blob([declared, written], { type: XHTML });
}

const marked = (shown: Document): [number, Control][] => [...shown.querySelectorAll<Control>(`[${MARK}]`)].map((control) => [Number(control.getAttribute(MARK)), control]);

// Compared by name: elements in a frame have the classes of that frame, so `instanceof` fails.
function valueIn(control: Control): ControlValue {
  if (control.localName === 'select') return [...control.querySelectorAll('option')].flatMap((option, index) => (option.selected ? [index] : []));
  if ('checked' in control && isButton(control)) return control.checked;
  return control.value;
}

function setValue(control: Control, value: ControlValue): void {
  if (typeof value === 'boolean') turn(control, 'checked', value);
  else if (typeof value !== 'string') for (const [index, option] of control.querySelectorAll('option').entries()) turn(option, 'selected', value.includes(index));
  else if (control.localName === 'textarea') control.textContent = value;
  else control.setAttribute('value', value);
}

function turn(element: Element, attribute: 'checked' | 'selected', on: boolean): void {
  if (on) element.setAttribute(attribute, attribute);
  else element.removeAttribute(attribute);
}

const isButton = (control: Control): boolean => control.type === 'checkbox' || control.type === 'radio';
