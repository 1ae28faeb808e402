import { nanoid } from '@reduxjs/toolkit';
import type { Field } from '#contract/entities/field.ts';
import { defaultPermittedTypes } from '#contract/entities/field.ts';
import { fromCore } from './file-fields.ts';

/** A detected field gets the default ways of filling of its type, like a placed one. */
export function detectedField(field: Field, page: number, allowPhoneCapture: boolean): Field {
  const found = fromCore({ ...field, page }, nanoid());
  return { ...found, detected: true, pdfFieldId: null, permittedTypes: defaultPermittedTypes(found.type, allowPhoneCapture) };
}
