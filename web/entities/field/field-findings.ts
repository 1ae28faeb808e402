import i18next from 'i18next';
import type { Field } from '#contract/entities/field.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';

/** What the core, or the server for it, found wrong with a field. */
interface FieldFinding {
  readonly field: string;
  readonly problem: string;
  readonly characters?: string | null;
  /** What people call the field. */
  readonly label?: string | undefined;
}

/** Problems that people can mend have their words; of all others the document has changed meanwhile. */
const advice = {
  text_too_long: 'text_too_long', bad_image: 'bad_image', bad_address: 'bad_address', already_signed: 'already_signed',
  unknown_option: 'unknown_option', unknown_page: 'bad_place', bad_rect: 'bad_place', not_in_pdf_a: 'not_in_pdf_a',
} as const satisfies Record<string, string>;

const isFinding = (value: unknown): value is FieldFinding => typeof value === 'object' && value !== null && typeof Reflect.get(value, 'field') === 'string' && typeof Reflect.get(value, 'problem') === 'string';

/** A letter as it can be read: by its number where no device has a picture of it. Its direction stays its own. */
export const nameOfLetter = (letter: string): string => (/\p{C}/u.test(letter) ? `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}` : `\u2068${letter}\u2069`);

function adviceFor({ problem, characters }: FieldFinding): string {
  const letters = [...new Set(characters ?? '')];
  if (problem === 'missing_characters' && letters.length > 0) return i18next.t('fields:missingLetters', { count: letters.length, letters: letters.map(nameOfLetter).join(' ') });
  return i18next.t(`fields:problems.${Object.hasOwn(advice, problem) ? advice[problem as keyof typeof advice] : 'mismatch'}`);
}

/** What to do about each field that could not be filled or placed. */
export function findingTexts({ code, details }: { code: string; details?: unknown }): string[] {
  const findings = Array.isArray(details) ? details.filter(isFinding) : [];
  const texts = findings.map((finding) => (finding.label ? i18next.t('fields:named', { field: finding.label, problem: adviceFor(finding) }) : adviceFor(finding)));
  if (texts.length === 0 && code === 'pdf_merge_fields_failed') return [i18next.t('fields:problems.mismatch')];
  return [...new Set(texts)];
}

/** What people call a field: its tooltip, its name where the document brought it, else its kind and page. */
function labelOf({ tooltip, pdfFieldId, fieldName, type, page }: Field): string {
  return tooltip ?? (pdfFieldId === null ? i18next.t('signing:placeOptional', { kind: i18next.t(`signing:types.${type}`), page }) : fieldName);
}

/** An error of filling or placing that knows what people call the fields; any other error as it is. */
export function withFieldLabels(error: unknown, fields: readonly Field[]): unknown {
  const { code, message, details } = toAppError(error);
  if (!Array.isArray(details) || !details.some(isFinding)) return error;
  const labelled = details.filter(isFinding).map((finding) => {
    const known = fields.find(({ fieldName, id }) => fieldName === finding.field || id === finding.field);
    return known ? { ...finding, label: labelOf(known) } : finding;
  });
  return new AppError(code, { message, details: labelled, cause: error });
}
