// @vitest-environment node
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import errors from '#contract/locales/en/errors.json' with { type: 'json' };
import fields from '#contract/locales/en/fields.json' with { type: 'json' };
import signing from '#contract/locales/en/signing.json' with { type: 'json' };
import { AppError } from '#web/services/app-error.ts';
import { errorText } from '../error-text.ts';
import { withFieldLabels } from './field-findings.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { errors, fields, signing } }, interpolation: { escapeValue: false } }));

const rect = { x: 1, y: 1, width: 1, height: 1 };
const known = [createField({ id: 'a', page: 2, rect }), createField({ id: 'b', page: 1, rect, fieldName: 'full name', pdfFieldId: '7 0' }), { ...createField({ id: 'c', page: 1, rect }), tooltip: 'Your address' }];
const nameOf = (id: string) => known.find((field) => field.id === id)?.fieldName ?? id;
/** An error as the engine throws it. */
const refused = (...details: object[]) => Object.assign(new Error('unable to merge'), { code: 'pdf_merge_fields_failed', details });
const message = (error: unknown) => errorText((error as AppError).toInfo()).replaceAll(/[\u2068\u2069]/g, '');

test('names the fields that cannot be filled and says what to do', () => {
  const error = refused(
    { field: nameOf('a'), problem: 'missing_characters', characters: '𒀀𒀀' },
    { field: 'full name', problem: 'text_too_long', characters: null },
    { field: nameOf('c'), problem: 'bad_image', characters: null },
    { field: 'nowhere', problem: 'unknown_field', characters: null },
  );
  expect(message(withFieldLabels(error, known))).toBe(
    "Unable to merge fields into PDF document. Text, page 2: “𒀀” can't be shown in the document. Remove it. full name: The text is too long. Shorten it. " +
      "Your address: The image can't be used. Choose another one. The field has changed in the document. Reload the page and try again.",
  );
});

test('says what to do for a refusal without findings', () => {
  expect(message(new AppError('pdf_merge_fields_failed'))).toBe('Unable to merge fields into PDF document. The field has changed in the document. Reload the page and try again.');
});

test('leaves other errors unchanged', () => {
  const lost = new DOMException('no', 'OperationError');
  expect(withFieldLabels(lost, known)).toBe(lost);
  expect(errorText({ code: 'conflict', details: [{ field: 'x', problem: 'y' }] })).toBe(errors.conflict);
});
