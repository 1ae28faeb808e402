import i18next from 'i18next';
import type { Field } from '#contract/entities/field.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';

/** A problem with a field, found by the core or by the server. */
interface FieldFinding {
  readonly field: string;
  readonly problem: string;
  readonly characters?: string | null;
  /** The field's name on the screen. */
  readonly label?: string | undefined;
}

/** Texts for problems that people can fix. Every other problem means that the document has changed. */
const advice = {
  text_too_long: 'text_too_long', bad_image: 'bad_image', bad_address: 'bad_address', already_signed: 'already_signed',
  unknown_option: 'unknown_option', unknown_page: 'bad_place', bad_rect: 'bad_place', not_in_pdf_a: 'not_in_pdf_a',
} as const satisfies Record<string, string>;

const isFinding = (value: unknown): value is FieldFinding => typeof value === 'object' && value !== null && typeof Reflect.get(value, 'field') === 'string' && typeof Reflect.get(value, 'problem') === 'string';

/** Returns a character for display: its code point if it is not printable, else isolated from the direction of the text around it. */
export const nameOfLetter = (letter: string): string => (/\p{C}/u.test(letter) ? `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` : `\u2068${letter}\u2069`);

function adviceFor({ problem, characters }: FieldFinding): string {
  const letters = [...new Set(characters ?? '')];
  if (problem === 'missing_characters' && letters.length > 0) return i18next.t('fields:missingLetters', { count: letters.length, letters: letters.map(nameOfLetter).join(' ') });
  return i18next.t(`fields:problems.${Object.hasOwn(advice, problem) ? advice[problem as keyof typeof advice] : 'mismatch'}`);
}

/** Returns advice for each field that could not be filled or placed. */
export function findingTexts({ code, details }: { code: string; details?: unknown }): string[] {
  const findings = Array.isArray(details) ? details.filter(isFinding) : [];
  const texts = findings.map((finding) => (finding.label ? i18next.t('fields:named', { field: finding.label, problem: adviceFor(finding) }) : adviceFor(finding)));
  if (texts.length === 0 && code === 'pdf_merge_fields_failed') return [i18next.t('fields:problems.mismatch')];
  return [...new Set(texts)];
}

/** Returns the label of a field: its tooltip, its name if it comes from the document, else its kind and page. */
function labelOf({ tooltip, pdfFieldId, fieldName, type, page }: Field): string {
  return tooltip ?? (pdfFieldId === null ? i18next.t('signing:placeOptional', { kind: i18next.t(`signing:types.${type}`), page }) : fieldName);
}

/** Adds field labels to an error of filling or placing; returns any other error unchanged. */
export function withFieldLabels(error: unknown, fields: readonly Field[]): unknown {
  const { code, message, details } = toAppError(error);
  if (!Array.isArray(details) || !details.some(isFinding)) return error;
  const labelled = details.filter(isFinding).map((finding) => {
    const known = fields.find(({ fieldName, id }) => fieldName === finding.field || id === finding.field);
    return known ? { ...finding, label: labelOf(known) } : finding;
  });
  return new AppError(code, { message, details: labelled, cause: error });
}
