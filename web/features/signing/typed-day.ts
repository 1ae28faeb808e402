/**
 * Dates as typed: in the format of the person's language, or in that of the field.
 *
 * `readDay('3/5/2026', 'MM/DD/YYYY', 'DD.MM.YYYY') // '2026-03-05'`
 */
import { dayOf } from '#contract/entities/dates.ts';
import { formatDate } from '#contract/entities/field-list.ts';

/** Parses a typed date to YYYY-MM-DD; null if invalid. If both formats match, the person's takes precedence. */
export const readDay = (text: string, personForm: string, fieldForm: string | null): string | null => dayOf(text, personForm) ?? dayOf(text, fieldForm);

export const writeDay = (iso: string, form: string | null): string => formatDate(new Date(`${iso}T12:00:00`), form);
