const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the local day as the value of a date input (YYYY-MM-DD). */
export const dayOf = (moment: Date): string => `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** Returns the last minute of a local day as an ISO time; null for an invalid day. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  const end = new Date(year, month - 1, date, 23, 59, 0, 0);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}
