import { bodyMimeTypes, type BodyMimeType } from '#contract/entities/file.ts';
import { isRecipientSet } from '#contract/entities/field-list.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { FileRow, FileWithFields } from '#server/repositories/files.repository.ts';
import type { Problem } from '#server/services/documents/document-checker.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';

type Body = Pick<FileRow, 'id' | 'mime'>;

/** Whether it is an XHTML page: it stays as it is, and signatures are kept beside it (0054). */
export const isPage = ({ mime }: Pick<Body, 'mime'>): boolean => mime === ('application/xhtml+xml' satisfies BodyMimeType);

/** Throws for what must be converted before it can be signed. */
export function assertSignable({ id, mime }: Body): void {
  if (!Object.hasOwn(bodyMimeTypes, mime)) throw new AppError('feature_not_supported', { fileId: id });
}

/** Throws for a page where fields are placed into a copy for each recipient, which is possible in a PDF only. */
export function assertPdf(file: Body): void {
  assertSignable(file);
  if (isPage(file)) throw new AppError('sign_not_pdf', { fileId: file.id });
}

/**
 * Throws if a page can't be sent with these people and options: recipients can't fill it in, as it does not change any more; it can't be
 * encrypted; and a signature of it has no place for the reason, which names the person who signs with a host's certificate.
 */
export function assertPageFits({ recipients, options }: TransactionState, file: FileWithFields): void {
  const reasons = [...(options.requirePasswordProtection ? ['password'] : []), ...(recipients.some((each) => each.in_person) ? ['in_person'] : [])];
  if (reasons.length > 0) throw new AppError('sign_not_pdf', { fileId: file.id, reasons });
  const problems: Problem[] = file.fields.filter((each) => isRecipientSet(each.recipient))
    .map((each) => ({ code: 'field_of_page', message: 'A page is filled in before it is sent, not by its recipients', field: each.fieldName, page: each.page }));
  if (problems.length > 0) throw new AppError('not_ready', { fileId: file.id, problems });
}
