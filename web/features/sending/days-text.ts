/** “3 days”, in the plural form of the language. */
export const daysText = (count: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
