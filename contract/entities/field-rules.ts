/**
 * The consequences of changing a property of a field (document 3 §4), as pure functions: each takes a field and returns the new
 * field.
 *
 * `const next = setReadonly(field, true); // next.required === false`
 */
import { isoDateOf } from '#contract/entities/dates.ts';
import { formatDate } from '#contract/entities/field-list.ts';
import type { Field, FieldType, FillType } from '#contract/entities/field.ts';
import { defaultPermittedTypes } from '#contract/entities/field.ts';
import { withRules, type FieldRules } from '#contract/entities/rules.ts';
import { fieldDefaults } from '#contract/limits/fields.ts';

const signatureTypes: readonly FieldType[] = ['signature'];
const pictureTypes: readonly FieldType[] = ['signature', 'initials', 'image'];
const textTypes: readonly FieldType[] = ['text'];

export const isPictureType = (type: FieldType): boolean => pictureTypes.includes(type);
const isGroupType = (type: FieldType): boolean => type === 'radio';

export function defaultValueOf(type: FieldType): Field['value'] {
  switch (type) {
    case 'text':
    case 'date':
    case 'link':
      return '';
    case 'checkmark':
    case 'radio':
      return false;
    case 'signature':
    case 'initials':
    case 'image':
      return null;
    default: {
      const unknown: never = type;
      throw new TypeError(`Unknown field type: ${String(unknown)}`);
    }
  }
}

/** A signature field is always required, editable and visible, and depends on nothing. */
function keepSignatureRules(field: Field): Field {
  if (!signatureTypes.includes(field.type)) return field;
  return { ...field, required: true, readonly: false, hidden: false, rules: null, dataLabel: null };
}

export function setReadonly(field: Field, readonly: boolean): Field {
  return keepSignatureRules(
    readonly ? { ...field, readonly, required: false } : { ...field, readonly, autoFill: null, rules: withRules(field.rules, { formula: null }) },
  );
}

/** Changes rules. A calculated field is read-only, and a field with a condition of its own is not always required. */
export function setRules(field: Field, change: Partial<FieldRules>): Field {
  const next = { ...field, rules: withRules(field.rules, change) };
  if (change.formula) return { ...setReadonly(next, true), value: '', autoFill: null, options: null, textFormat: null };
  if (change.formula === null && field.rules?.formula) return setReadonly(next, false);
  return keepSignatureRules(change.requiredWhen ? { ...next, required: false } : next);
}

/** Makes a text field a drop-down list, or a plain text again. */
export function setOptions(field: Field, options: string[] | null): Field {
  const isKnown = typeof field.value === 'string' && (options === null || options.includes(field.value));
  const next = { ...field, options, value: isKnown ? field.value : '' };
  return options === null ? next : { ...setRules(next, { number: null, formula: null }), textFormat: null, textMaxLength: 0, multiline: false, comb: false };
}

export function setRequired(field: Field, required: boolean): Field {
  return keepSignatureRules(
    required
      ? { ...field, required, readonly: false, label: false, hidden: false, autoFill: null, rules: withRules(field.rules, { formula: null, requiredWhen: null }) }
      : { ...field, required },
  );
}

export function setLabel(field: Field, label: boolean): Field {
  return keepSignatureRules(label ? { ...field, label, readonly: true, required: false } : { ...field, label });
}

export function setHidden(field: Field, hidden: boolean): Field {
  return keepSignatureRules(hidden ? { ...field, hidden, required: false } : { ...field, hidden });
}

export function setAutoFill(field: Field, on: boolean): Field {
  if (!on) return { ...field, autoFill: null };
  return { ...field, autoFill: 'sign_date', readonly: true, required: false, value: defaultValueOf(field.type) };
}

/** The group of a new radio button: one above the highest number in use. */
export function nextRadioGroup(fields: readonly Field[]): string {
  const numbers = fields.map((each) => Number(/^group-(\d+)$/.exec(each.group ?? '')?.[1] ?? 0));
  return `group-${numbers.reduce((highest, each) => Math.max(highest, each), 0) + 1}`;
}

export function setType(field: Field, type: FieldType, fields: readonly Field[], allowPhoneCapture = false): Field {
  return keepSignatureRules({
    ...field,
    type,
    value: defaultValueOf(type),
    options: null,
    exportValue: null,
    rules: withRules(field.rules, { number: null, dates: null, formula: null }),
    group: isGroupType(type) ? nextRadioGroup(fields) : null,
    permittedTypes: defaultPermittedTypes(type, allowPhoneCapture),
    textMaxLength: textTypes.includes(type) ? field.textMaxLength : 0,
    autoFill: type === 'date' ? field.autoFill : null,
  });
}

/** Changes the format and converts the existing date. */
export function setDateFormat(field: Field, dateFormat: string): Field {
  const day = typeof field.value === 'string' ? isoDateOf(field.value, field.dateFormat) : null;
  const value = day === null ? defaultValueOf(field.type) : formatDate(new Date(`${day}T12:00:00`), dateFormat);
  return { ...field, dateFormat, value };
}

export function setMaxLength(field: Field, textMaxLength: number): Field {
  if (!textTypes.includes(field.type)) return { ...field, textMaxLength: 0 };
  return setText({ ...field, textMaxLength }, typeof field.value === 'string' ? field.value : '');
}

export function setText(field: Field, text: string): Field {
  const limit = field.textMaxLength;
  return { ...field, value: limit > 0 ? [...text].slice(0, limit).join('') : text };
}

/** Drops an image that was made in a way that is no longer permitted. */
export function setPermittedTypes(field: Field, permittedTypes: FillType[]): Field {
  const value = field.value;
  const refused =
    typeof value === 'object' && value !== null && 'fillType' in value && !permittedTypes.includes(value.fillType);
  return { ...field, permittedTypes, value: refused ? null : value };
}

/** Returns a font size in points; null if it is automatic (0 and 1). */
export function pointsOf(fontSize: number): number | null {
  const automatic = fontSize === 0 || fontSize === fieldDefaults.automaticFontSize;
  return automatic ? null : Math.round(fontSize * fieldDefaults.pointsOfSize * 100) / 100;
}

/** Returns the font size for a number of points. Nine points would be 1, which means automatic, so it becomes slightly larger. */
export function fontSizeOfPoints(points: number): number {
  const size = points / fieldDefaults.pointsOfSize;
  return size === fieldDefaults.automaticFontSize ? size + 0.0001 : size;
}

/** Whether a field of this height holds two lines of text. Both sizes in the same unit. */
export function isMultiline(height: number, fontSize: number): boolean {
  return height >= fieldDefaults.multilineLines * fieldDefaults.lineHeight * fontSize + fieldDefaults.multilinePadding;
}

/** Normalizes a field for storage. */
export function normaliseField(field: Field): Field {
  const sized = field.type === 'text' ? field : { ...field, textMaxLength: 0 };
  const text = typeof sized.value === 'string' ? setText(sized, sized.value) : sized;
  const labelled = text.label ? setLabel(text, true) : text;
  const grouped = isGroupType(labelled.type) && !labelled.group ? { ...labelled, group: fieldDefaults.group } : labelled;
  const permitted = isPictureType(grouped.type) ? setPermittedTypes(grouped, grouped.permittedTypes) : grouped;
  return keepSignatureRules(permitted);
}
