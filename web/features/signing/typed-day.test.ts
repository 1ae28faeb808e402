// @vitest-environment node
import { expect, test } from 'vitest';
import { readDay, writeDay } from './typed-day.ts';

test('reads a typed date in the person’s format, with or without leading zeros', () => {
  expect(readDay('3/5/2026', 'MM/DD/YYYY', 'DD.MM.YYYY')).toBe('2026-03-05');
  expect(readDay('3.5.26', 'DD.MM.YYYY', 'YYYY-MM-DD')).toBe('2026-05-03');
});

test('falls back to the format of the field and to year first', () => {
  expect(readDay('31.12.2026', 'MM/DD/YYYY', 'DD.MM.YYYY')).toBe('2026-12-31');
  expect(readDay('2026-12-31', 'MM/DD/YYYY', 'DD.MM.YYYY')).toBe('2026-12-31');
});

test('rejects dates that do not exist or are incomplete', () => {
  expect(readDay('31.02.2026', 'DD.MM.YYYY', 'DD.MM.YYYY')).toBeNull();
  expect(readDay('31.1', 'DD.MM.YYYY', 'DD.MM.YYYY')).toBeNull();
});

test('writes the date in the format of the field', () => expect(writeDay('2026-03-05', 'D. M. YYYY')).toBe('5. 3. 2026'));
