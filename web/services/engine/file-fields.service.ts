import type { Field } from '@countersign/core';
import { withDocument } from './engine.service.ts';

/** The AcroForm fields of a document. */
export function readFields(file: Blob, password?: string): Promise<Field[]> {
  return withDocument(file, (document) => document.fields(), password);
}
