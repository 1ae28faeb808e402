// @vitest-environment node
import { expect, test } from 'vitest';
import { readDay, writeDay } from './typed-day.ts';

test('what is typed is read in the person’s form, however many zeros it has', () => {
  expect(readDay('3/5/2026', 'MM/DD/YYYY', 'DD.MM.YYYY')).toBe('2026-03-05');
  expect(readDay('3.5.26', 'DD.MM.YYYY', 'YYYY-MM-DD')).toBe('2026-05-03');
});

test('in the form of the field where the person’s does not read it, and with the year first', () => {
  expect(readDay('31.12.2026', 'MM/DD/YYYY', 'DD.MM.YYYY')).toBe('2026-12-31');
  expect(readDay('2026-12-31', 'MM/DD/YYYY', 'DD.MM.YYYY')).toBe('2026-12-31');
});

test('a day that does not exist, or is not typed to its end, is none', () => {
  expect(readDay('31.02.2026', 'DD.MM.YYYY', 'DD.MM.YYYY')).toBeNull();
  expect(readDay('31.1', 'DD.MM.YYYY', 'DD.MM.YYYY')).toBeNull();
});

test('the document has it in the form of the field', () => expect(writeDay('2026-03-05', 'D. M. YYYY')).toBe('5. 3. 2026'));
