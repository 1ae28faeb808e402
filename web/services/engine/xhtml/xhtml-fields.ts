import type { Field } from '@countersign/core';
import type { FieldInput } from '#contract/entities/field.ts';
import { createField } from '#contract/entities/field.ts';
import { defaultValueOf } from '#contract/entities/field-rules.ts';

/** Attribute that numbers the controls, so that they are found again in the laid-out page. */
export const MARK = 'data-field';

/** A field before layout, without page and rectangle. */
export type UnplacedField = Omit<Field, 'rect'>;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Controls that are not fields: buttons, file inputs and hidden inputs. */
const noFields = 'input[type=hidden], input[type=submit], input[type=button], input[type=reset], input[type=image], input[type=file], input[type=password]';

/** Text formats by input type. Dates have a field type of their own. */
const formats: Readonly<Record<string, FieldInput['textFormat']>> = { email: 'email', tel: 'phone_number', url: 'url', number: 'number' };

/** Controls that become fields, in document order. */
export const controlsOf = (page: Document): Control[] => [...page.querySelectorAll<Control>('input, select, textarea')].filter((control) => !control.matches(noFields));

/** Whether a control is disabled or read-only. */
export const isFixed = (control: Control): boolean => control.hasAttribute('disabled') || control.hasAttribute('readonly');

/**
 * The controls of a page as fields (documents 1 and 3, §3), in the order of the page. Each is marked with its number, and
 * can't be changed where the page is only shown: nothing would keep what somebody writes.
 */
export function takeFields(page: Document): UnplacedField[] {
  return controlsOf(page).map((control, index) => {
    const field = fieldOf(control, index);
    control.setAttribute(MARK, String(index));
    control.setAttribute(isText(control) ? 'readonly' : 'disabled', '');
    return field;
  });
}

function fieldOf(control: Control, index: number): UnplacedField {
  const name = control.name || control.id;
  const given: Partial<FieldInput> = {
    fieldName: name || `field-${index + 1}`,
    readonly: isFixed(control),
    required: control.required,
    hidden: control.closest('[hidden]') !== null,
    ...typeOf(control, name),
  };
  const { rect: _nowhere, value: _none, ...field } = createField({ id: `xhtml-${index + 1}`, page: 1, rect: { x: 0, y: 0, width: 0, height: 0 }, ...given });
  return { ...field, value: valueOf(control) ?? defaultOf(field.type) };
}

const defaultOf = (type: Field['type']): string | boolean | null => {
  const value = defaultValueOf(type);
  return typeof value === 'object' ? null : value;
};

function typeOf(control: Control, name: string): Partial<FieldInput> {
  const longest = 'maxLength' in control && control.maxLength > 0 ? control.maxLength : 0;
  if (control.localName === 'textarea') return { type: 'text', multiline: true, textMaxLength: longest };
  switch (control.type) {
    case 'checkbox':
      return { type: 'checkmark' };
    case 'radio':
      return { type: 'radio', group: name || 'group-1' };
    case 'date':
      return { type: 'date', dateFormat: 'YYYY-MM-DD' };
    default:
      return { type: 'text', textMaxLength: longest, textFormat: formats[control.type] ?? null };
  }
}

/** Value of a control; for a choice, its visible label. */
function valueOf(control: Control): string | boolean | undefined {
  if (control.localName === 'select') {
    const chosen = [...control.querySelectorAll('option')].filter((option) => option.hasAttribute('selected'));
    return chosen.map((option) => option.textContent?.trim() ?? '').join(', ');
  }
  if (control.type === 'checkbox' || control.type === 'radio') return control.hasAttribute('checked');
  if (control.localName === 'textarea') return control.textContent ?? '';
  return control.getAttribute('value') ?? undefined;
}

const isText = (control: Control): boolean => control.localName === 'textarea' || (control.localName === 'input' && !['checkbox', 'radio'].includes(control.type));
