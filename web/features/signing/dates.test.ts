// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { isoDateOf } from './dates.ts';

describe('dates of fields', () => {
  it.each([
    ['2026-05-03', 'YYYY-MM-DD', '2026-05-03'],
    ['03.05.2026', 'DD.MM.YYYY', '2026-05-03'],
    ['3. 5. 2026', 'D. M. YYYY', '2026-05-03'],
    ['05/03/2026', null, '2026-05-03'],
    ['31.02.2026', 'DD.MM.YYYY', null],
    ['tomorrow', 'DD.MM.YYYY', null],
    ['', 'DD.MM.YYYY', null],
  ])('%s in %s is %s', (text, format, iso) => {
    expect(isoDateOf(text, format)).toBe(iso);
  });
});
