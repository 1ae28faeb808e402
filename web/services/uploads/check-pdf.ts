import { AppError, toAppError } from '../app-error.ts';
import { withDocument } from '../engine/engine.service.ts';

const HEADER_WITHIN = 1024;
const HEADER = '%PDF-';

/** The first bytes tell a PDF from something that is only called one. */
const looksLikePdf = async (file: Blob): Promise<boolean> => {
  const start = new Uint8Array(await file.slice(0, HEADER_WITHIN).arrayBuffer());
  return new TextDecoder('latin1').decode(start).includes(HEADER);
};

/**
 * Opens a file before it is taken: `pdf_corrupted` for an empty or damaged one, `wrong_mime_type` for something else,
 * `pdf_password` where a password is needed, `unable_to_access` where the device can't read it.
 */
export const checkPdf = async (file: Blob): Promise<void> => {
  if (file.size === 0) throw new AppError('pdf_corrupted', { message: 'The file is empty' });
  try {
    if (!(await looksLikePdf(file))) throw new AppError('wrong_mime_type', { message: 'The file does not begin as a PDF does' });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unable_to_access', { cause: error });
  }
  try {
    await withDocument(file, async (document) => document.info.pages);
  } catch (error) {
    const known = toAppError(error);
    // Whatever the core could not make out of the bytes: for a person the document is damaged.
    throw known.code === 'unknown_parsing_error' || known.code === 'unknown_ui_error'
      ? new AppError('pdf_corrupted', { message: known.message, cause: error })
      : known;
  }
};
