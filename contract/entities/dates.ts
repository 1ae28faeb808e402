/**
 * Dates in date fields, in the field's own format.
 *
 * `isDay('31.02.2026', 'DD.MM.YYYY') // false`
 */
const tokens = /YYYY|YY|MM|M|DD|D/gi;
/** The format of a date field without one. */
export const usualDayForm = 'MM/DD/YYYY';

function pad(text: string): string {
  return text.padStart(2, '0');
}

/** Parses a date in exactly the given format. Returns YYYY-MM-DD, or null if it does not match. */
export function isoDateOf(text: string, format: string | null): string | null {
  const pattern = format || usualDayForm;
  const order: string[] = [];
  const escaped = pattern
    .split(tokens)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = pattern.match(tokens) ?? [];
  const source = escaped.reduce((expression, literal, index) => {
    const token = found[index - 1]?.toUpperCase() ?? '';
    order.push(token);
    return `${expression}(\\d{${token === 'YYYY' ? '4' : token.length === 2 ? '2' : '1,2'}})${literal}`;
  });
  const match = new RegExp(`^${source}$`).exec(text);
  if (!match) return null;
  const part = (name: string): string | undefined => match[order.findIndex((token) => token.startsWith(name)) + 1];
  return isoOf(part('Y'), part('M'), part('D'));
}

/** Returns null for a date that does not exist. */
function isoOf(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  if (!year || !month || !day) return null;
  const iso = `${year.length === 2 ? `20${year}` : year}-${pad(month)}-${pad(day)}`;
  const date = new Date(`${iso}T12:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso;
}

/**
 * The order of year, month and day in a format. Null for formats with month names or times, which come from foreign documents and
 * are not checked.
 */
function orderOf(format: string | null): string[] | null {
  const pattern = format || usualDayForm;
  const order = (pattern.match(tokens) ?? []).map((token) => token.charAt(0).toUpperCase());
  return order.toSorted().join('') !== 'DMY' || /[a-z]/i.test(pattern.replace(tokens, '')) ? null : order;
}

/** Parses a date leniently: other zeros and separators are allowed, and so is the year first. Returns YYYY-MM-DD, or null. */
export function dayOf(text: string, format: string | null): string | null {
  const exact = isoDateOf(text, format);
  const order = orderOf(format);
  if (exact !== null || order === null) return exact;
  const numbers = text.match(/\d+/g) ?? [];
  if (numbers.length !== 3 || /\p{L}/u.test(text)) return null;
  const [year, month, day] = numbers[0]?.length === 4 ? numbers : ['Y', 'M', 'D'].map((name) => numbers[order.indexOf(name)]);
  return isoOf(year, month, day);
}

/** Whether the text is empty or an existing date. True if the format is one that is not checked. */
export function isDay(text: string, format: string | null): boolean {
  return text.trim() === '' || orderOf(format) === null || dayOf(text, format) !== null;
}
