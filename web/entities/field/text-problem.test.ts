/** A text that does not match its format gets an explanation of the format, not "a character doesn't belong here". */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { textFormats } from '#contract/entities/field.ts';
import fields from '#contract/locales/en/fields.json' with { type: 'json' };
import { expectedText } from './text-problem.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { fields } }, interpolation: { escapeValue: false } }));

test.each(textFormats.filter((format) => format !== 'date'))('%s has a text that names the expected format', (format) => {
  expect(expectedText('wrong_character', format)).toMatch(/^Enter .*\.$/);
});

test('the text for an e-mail address has an example', () => {
  expect(expectedText('wrong_form', 'email')).toBe('Enter an e-mail address, for example name@example.com.');
});

test('fields with their own text or no format keep their text', () => {
  expect(expectedText('too_short', 'email')).toBeUndefined();
  expect(expectedText('not_a_date', 'date')).toBeUndefined();
  expect(expectedText('wrong_character', null)).toBeUndefined();
});
