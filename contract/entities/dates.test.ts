/** Dates of date fields, as text and as YYYY-MM-DD. */
import { describe, expect, it } from 'vitest';
import { isDay, isoDateOf } from './dates.ts';

describe('dates of fields', () => {
  it.each([
    ['2026-05-03', 'YYYY-MM-DD', '2026-05-03'],
    ['03.05.2026', 'DD.MM.YYYY', '2026-05-03'],
    ['3. 5. 2026', 'D. M. YYYY', '2026-05-03'],
    ['05/03/2026', null, '2026-05-03'],
    ['3.5.26', 'D.M.YY', '2026-05-03'],
    ['31.02.2026', 'DD.MM.YYYY', null],
    ['tomorrow', 'DD.MM.YYYY', null],
    ['', 'DD.MM.YYYY', null],
  ])('%s in %s is %s', (text, format, iso) => {
    expect(isoDateOf(text, format)).toBe(iso);
  });

  it.each([
    ['', 'DD.MM.YYYY'],
    ['28.02.2026', 'DD.MM.YYYY'],
    ['29.02.2028', 'DD.MM.YYYY'],
    ['29.02.2000', 'DD.MM.YYYY'],
    ['3.5.2026', 'DD.MM.YYYY'],
    ['2026-05-31', 'DD.MM.YYYY'],
    ['05/31/2026', null],
    ['31052026', 'DDMMYYYY'],
    ['2026年5月31日', 'YYYY年M月D日'],
    ['Feb 31, 2026', 'MMM D, YYYY'],
    ['31.02.2026 10:00', 'DD.MM.YYYY HH:MM'],
    ['05/2026', 'MM/YYYY'],
  ])('%s in %s is accepted', (text, format) => {
    expect(isDay(text, format)).toBe(true);
  });

  it.each([
    ['2026-02-31', 'YYYY-MM-DD'],
    ['2026-02-31', 'DD.MM.YYYY'],
    ['31.02.2026', 'DD.MM.YYYY'],
    ['29.02.1900', 'DD.MM.YYYY'],
    ['31/01/2026', 'MM/DD/YYYY'],
    ['02/31/2026', null],
    ['31022026', 'DDMMYYYY'],
    ['0.1.2026', 'D.M.YYYY'],
    ['3.5.12026', 'D.M.YYYY'],
    ['tomorrow', 'DD.MM.YYYY'],
    ['3.5.', 'DD.MM.YYYY'],
  ])('%s in %s is not a date', (text, format) => {
    expect(isDay(text, format)).toBe(false);
  });
});
