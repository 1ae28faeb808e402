import type { Engine, Field, PdfDocument } from '@countersign/core';
import type { ErrorCode } from '#contract/errors.ts';
import { counts } from '#contract/limits/counts.ts';
import { AppError, toAppError } from '../app-error.ts';
import { withDocument } from '../engine/core/engine.service.ts';

const HEADER_WITHIN = 1024;
const HEADER = '%PDF-';

const END_WITHIN = 4096;
const ENDS = ['%%EOF', 'startxref'];

const textOf = async (part: Blob): Promise<string> => {
  try {
    return new TextDecoder('latin1').decode(await part.arrayBuffer());
  } catch (cause) {
    throw new AppError('unable_to_access', { cause });
  }
};

/**
 * The first bytes tell a PDF from something that is only called one, the last ones whether all of it is there:
 * the core would rebuild what is left of a truncated file, and people would sign without its last pages.
 */
const checkEnds = async (file: Blob): Promise<void> => {
  if (!(await textOf(file.slice(0, HEADER_WITHIN))).includes(HEADER)) {
    throw new AppError('wrong_mime_type', { message: 'The file does not begin as a PDF does' });
  }
  const end = await textOf(file.slice(Math.max(0, file.size - END_WITHIN)));
  if (!ENDS.some((mark) => end.includes(mark))) throw new AppError('pdf_corrupted', { message: 'The end of the file is missing' });
};

/** Properties of a PDF before the upload. */
export interface PdfFacts {
  readonly pages: number;
  /** AcroForm fields of the document. */
  readonly fields: readonly Field[];
  /** Whether it is a form. Null for short documents without fields, which need detection. */
  readonly isForm: boolean | null;
  /** Error code if the document cannot be signed, else null. */
  readonly unsignable: ErrorCode | null;
}

/** If the fields cannot be read, the document is accepted without them. */
const fieldsOf = async (document: PdfDocument): Promise<Field[]> => {
  try {
    return await document.fields();
  } catch (error) {
    console.warn('The fields of the document could not be read', toAppError(error).code);
    return [];
  }
};

const refusalOf = async (document: PdfDocument): Promise<ErrorCode | null> => {
  try {
    await document.checkSignable();
    return null;
  } catch (error) {
    return toAppError(error).code;
  }
};

const look = async (document: PdfDocument, engine: Engine): Promise<PdfFacts> => {
  const { pages } = document.info;
  if (pages === 0) throw new AppError('pdf_corrupted', { message: 'The document has no page' });
  const fields = await fieldsOf(document);
  const isKnown = fields.length > 0 || pages >= counts.formPages;
  return { pages, fields, isForm: isKnown ? await engine.isForm(fields, pages) : null, unsignable: await refusalOf(document) };
};

/**
 * Opens a file before it is taken, and says what is in it. Fails with `pdf_parsing_error_no_buffer` for an empty one, `pdf_corrupted` for a damaged one,
 * `wrong_mime_type` for something else, `pdf_password` where a password is needed, `unable_to_access` where the device
 * can't read it.
 */
export const inspectPdf = async (file: Blob): Promise<PdfFacts> => {
  if (file.size === 0) throw new AppError('pdf_parsing_error_no_buffer', { message: 'The file is empty' });
  await checkEnds(file);
  try {
    return await withDocument(file, look);
  } catch (error) {
    const known = toAppError(error);
    // Any other failure of the core is reported as a damaged document.
    throw known.code === 'unknown_parsing_error' || known.code === 'unknown_ui_error'
      ? new AppError('pdf_corrupted', { message: known.message, cause: error })
      : known;
  }
};
