const two = (value: number): string => String(value).padStart(2, '0');

/** The day of a moment where the person is, as a date field writes it. */
export const dayOf = (moment: Date): string => `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;

/** The last minute of a day where the person is; null for no day. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return null;
  const end = new Date(year, month - 1, date, 23, 59, 0, 0);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}
