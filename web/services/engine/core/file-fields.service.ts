import type { Field } from '@countersign/core';
import { areNamed, nameFields } from '#web/services/fields/named-fields.ts';
import { toAppError } from '../../app-error.ts';
import { withDocument, withEngine } from './engine.service.ts';
import type { PageSet } from '../pages/pages.service.ts';
import { openPages } from '../pages/pages.service.ts';

/** The AcroForm fields of a document. */
export function readFields(file: Blob, password?: string): Promise<Field[]> {
  return withDocument(file, (document) => document.fields(), password);
}

/**
 * The AcroForm fields of a document, with labels from the page for fields that are unnamed or share a name. If the text of
 * the document cannot be read, the fields stay as they are.
 */
export async function readNamedFields(file: Blob, password?: string): Promise<Field[]> {
  const fields = await readFields(file, password);
  if (areNamed(fields)) return fields;
  try {
    const pages = await openPages(file, password);
    try {
      return await nameFields(fields, (page, here) => labelsIn(pages, page, here));
    } finally {
      await pages.close();
    }
  } catch (error) {
    console.warn('The fields of a document could not be named', toAppError(error).code);
    return fields;
  }
}

async function labelsIn(pages: PageSet, page: number, fields: readonly Field[]): Promise<readonly (string | null)[]> {
  const size = pages.pages[page - 1];
  if (!size) return [];
  const textItems = await pages.textItems(page);
  return withEngine((engine) => engine.labelFields(fields, { textItems, ratio: size.height / size.width }));
}
