/** A field on a page of a document (documents 1 and 3, §3). Its rules are in `field-rules.ts`. */
import { z } from 'zod';
import { canonicalPhone } from '#contract/entities/phone-number.ts';
import { fieldRules } from '#contract/entities/rules.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const fieldTypes = ['text', 'date', 'link', 'checkmark', 'radio', 'signature', 'initials', 'image'] as const;
export type FieldType = (typeof fieldTypes)[number];

export const fillTypes = ['capture', 'draw', 'typeIn', 'upload', 'smartphone'] as const;
export type FillType = (typeof fillTypes)[number];

export const textFormats = [
  'email', 'number', 'letters', 'phone_number', 'credit_card_number', 'social_security_number', 'date', 'url', 'fullName',
] as const;
export type TextFormat = (typeof textFormats)[number];

export const textAligns = ['left', 'center', 'right'] as const;

const percent = z.number().finite().min(-100).max(200).transform((value) => Math.round(value * 10_000) / 10_000);

/** Percentages of the displayed page from its top left corner, rounded to four decimals. */
export const rect = z.object({ x: percent, y: percent, width: percent, height: percent });
export type Rect = z.infer<typeof rect>;

/** An image chosen for a signature, initials or image field that is not signed yet. */
const unsignedValue = z.object({
  reference: z.string().max(256).nullable().default(null),
  url: z.string().max(3_000_000).nullable().default(null),
  fillType: z.enum(fillTypes),
});
export type UnsignedValue = z.infer<typeof unsignedValue>;

const TEMPORARY = 'temporary_';

/** Reference of a picture that is in nobody's library (document 2 §5.4). */
export const temporaryReference = (id: string): string => TEMPORARY + id;
export const isTemporary = ({ reference }: Pick<UnsignedValue, 'reference'>): boolean => reference === null || reference.startsWith(TEMPORARY);

const signedValue = z.object({ signatureId: z.string().max(128) });
type SignedValue = z.infer<typeof signedValue>;

/** Whether the value refers to a digital signature. */
export const isSignedValue = (value: unknown): value is SignedValue => typeof value === 'object' && value !== null && 'signatureId' in value;

export const fieldValue = z.union([z.string().max(100_000), z.boolean(), z.null(), signedValue, unsignedValue]);
export type FieldValue = z.infer<typeof fieldValue>;

const fieldRecipient = z.object({
  email: z.string().max(254).nullable().default(null),
  phone: z.string().max(32).nullable().default(null).transform((value) => (value === null ? null : canonicalPhone(value))),
  role: z.string().max(128).nullable().default(null),
});
export type FieldRecipient = z.infer<typeof fieldRecipient>;

/** Without the signs that a formula puts around a name. */
export const dataLabel = z.string().min(1).max(lengths.dataLabel).regex(/^[^[\]"\p{C}]+$/u).regex(/^\S(.*\S)?$/);

const fieldId = z.string().min(1).max(128);

export const field = z
  .object({
    id: fieldId,
    type: z.enum(fieldTypes).default('text'),
    page: z.number().int().min(1).max(1_000_000),
    rect,
    value: fieldValue.default(null),
    pdfFieldId: z.string().max(256).nullable().default(null),
    fieldName: z.string().max(1024).default(''),
    /** Accessible name: the PDF's alternate field name (/TU), or else the text beside the field on the page. Not related to `label`. */
    tooltip: z.string().max(lengths.fieldTooltip).nullable().default(null),
    /** Explanation for the recipient. */
    helpText: z.string().max(lengths.helpText).nullable().default(null),
    /** The name by which formulas and conditions refer to the field. Fields of one name share their value. */
    dataLabel: dataLabel.nullable().default(null),
    /** The options of a choice field that accepts no other value. A text field with options is placed as a drop-down list. */
    options: z.array(z.string().min(1).max(lengths.fieldOption)).max(counts.fieldOptions).nullable().default(null),
    /** The option that a radio button stands for. */
    exportValue: z.string().max(lengths.fieldOption).nullable().default(null),
    rules: fieldRules.nullable().default(null),
    doNotPrint: z.boolean().default(false),
    hidden: z.boolean().default(false),
    comb: z.boolean().default(false),
    readonly: z.boolean().default(false),
    required: z.boolean().default(false),
    hasAppearance: z.boolean().default(false),
    label: z.boolean().default(false),
    textColor: z.string().max(32).default('black'),
    autoFill: z.enum(['sign_date']).nullable().default(null),
    permittedTypes: z.array(z.enum(fillTypes)).max(16).optional(),
    textMaxLength: z.number().int().min(0).max(100_000).default(0),
    textAlign: z.enum(textAligns).default('left'),
    multiline: z.boolean().default(false),
    fontSize: z.number().min(0).max(1000).default(1),
    textFormat: z.enum(textFormats).nullable().default(null),
    dateFormat: z.string().max(64).nullable().default(null),
    ratio: z.number().positive().max(1000).default(0.75),
    group: z.string().max(128).nullable().default(null),
    recipient: fieldRecipient.nullable().default(null),
    mode: z.enum(['normal', 'focused']).default('normal'),
    detected: z.boolean().default(false),
    changed: z.boolean().default(false),
  })
  .transform((value) => ({
    ...value,
    fieldName: value.fieldName === '' ? generateFieldName(value) : value.fieldName,
    permittedTypes: value.permittedTypes ?? defaultPermittedTypes(value.type),
  }));

export type Field = z.output<typeof field>;
export type FieldInput = z.input<typeof field>;

/** The default ways to fill a field of this type, whether it was placed, detected or imported. */
export function defaultPermittedTypes(type: FieldType, allowPhoneCapture = false): FillType[] {
  const types: FillType[] =
    type === 'image' ? ['capture', 'upload', 'smartphone']
    : type === 'signature' || type === 'initials' ? ['draw', 'typeIn', 'upload', 'smartphone']
    : ['upload'];
  return allowPhoneCapture ? types : types.filter((each) => each !== 'smartphone');
}

/** The generated PDF field name of a field without one. */
export function generateFieldName(value: { id: string; type: FieldType }): string {
  return `${value.type}-${value.id}`;
}

/** Creates a field with defaults for missing properties. */
export function createField(input: FieldInput): Field {
  return field.parse(input);
}
