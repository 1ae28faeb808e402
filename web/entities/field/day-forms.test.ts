// @vitest-environment node
import { expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { dayFormOf, exampleDay, withDayForm } from './day-forms.ts';

test.each([
  ['en-US', 'MM/DD/YYYY'],
  ['en-GB', 'DD/MM/YYYY'],
  ['de', 'DD.MM.YYYY'],
  ['fi', 'DD.MM.YYYY'],
  ['ja', 'YYYY/MM/DD'],
  ['uk', 'DD.MM.YYYY'],
])('%s: days are typed as %s', (locale, form) => expect(dayFormOf(locale)).toBe(form));

test('the example date is unambiguous in every order of day, month and year', () => {
  expect(exampleDay('DD/MM/YYYY', new Date(2026, 4, 3))).toBe('31/12/2026');
});

test('a new date field takes the date format of the sender unless it has its own', () => {
  const date = createField({ id: 'a', type: 'date', page: 1, rect: { x: 0, y: 0, width: 9, height: 3 } });
  expect(withDayForm(date, 'DD.MM.YYYY').dateFormat).toBe('DD.MM.YYYY');
  expect(withDayForm({ ...date, dateFormat: 'YYYY-MM-DD' }, 'DD.MM.YYYY').dateFormat).toBe('YYYY-MM-DD');
  expect(withDayForm({ ...date, type: 'text' }, 'DD.MM.YYYY').dateFormat).toBeNull();
});
