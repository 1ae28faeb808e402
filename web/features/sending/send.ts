import { preparedFields } from '#contract/entities/signature-anchor.ts';
import { deriveType, type Transaction } from '#contract/entities/transaction.ts';
import { startTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { mustWaitFor } from '#web/services/tasks/waits-for.ts';
import { rememberPassword } from '#web/services/documents/document-password.ts';
import { placeFieldsForSending } from '#web/services/signing/place-fields.service.ts';
import type { SentFile } from './problems.ts';

/** Progress of sending. */
export type SendProgress =
  | { readonly step: 'saving' }
  | { readonly step: 'placing'; readonly file: string; readonly number: number; readonly total: number; readonly share: number }
  | { readonly step: 'starting' };

export type SendOutcome =
  | { readonly ok: true; readonly transaction: Transaction }
  | { readonly ok: false; readonly error: ErrorInfo; readonly file: string | null };

interface SendOptions {
  readonly transaction: Transaction;
  readonly files: readonly SentFile[];
  /** Password that opens the documents, if they are to be protected. */
  readonly password?: string | undefined;
  /** The codes that recipients must enter before they see the documents. */
  readonly accessCodes?: readonly { recipientId: string; code: string }[];
  readonly dispatch: AppDispatch;
  /** Saves pending changes; false if the server rejected them. */
  readonly saveFields: () => Promise<boolean>;
  readonly onProgress: (progress: SendProgress) => void;
}

/** Saves, writes the fields into every file, then starts the transaction. Each step can be repeated, so a failure loses nothing. */
export async function send(options: SendOptions): Promise<SendOutcome> {
  const { transaction, files, password, accessCodes = [], dispatch, onProgress } = options;
  onProgress({ step: 'saving' });
  if (!(await options.saveFields())) {
    return { ok: false, error: toAppError({ code: 'service_unavailable' }).toInfo(), file: null };
  }
  // Without the server, the fields are written into the documents when it is back.
  const isAlone = deriveType(transaction.owner, transaction.recipients) === 'just_me';
  const isLater = !isAlone && !password && accessCodes.length === 0 && (await mustWaitFor(transaction.ownerId, [transaction.id, ...transaction.fileIds]));
  for (const [index, file] of isLater ? [] : files.entries()) {
    const report = (share: number): void =>
      onProgress({ step: 'placing', file: file.title, number: index + 1, total: files.length, share });
    report(0);
    // A page is sent as it is.
    if (file.isPage) continue;
    try {
      const fields = preparedFields(file.fields, transaction.recipients);
      await placeFieldsForSending({ transactionId: transaction.id, fileId: file.id, fields, password, onProgress: report });
    } catch (error) {
      return { ok: false, error: toAppError(error).toInfo(), file: file.title };
    }
  }
  onProgress({ step: 'starting' });
  try {
    if (password) rememberPassword(password);
    const started = await dispatch(startTransaction({ id: transaction.id, password, accessCodes })).unwrap();
    return { ok: true, transaction: started };
  } catch (error) {
    return { ok: false, error: toErrorInfo(error), file: null };
  }
}

/** Rejected requests carry a plain ErrorInfo. */
function toErrorInfo(error: unknown): ErrorInfo {
  const known = toAppError(error).toInfo();
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : known.message;
  return { ...known, message };
}

/** Returns the overall progress, 0 to 1. */
export function shareOf(progress: SendProgress): number {
  if (progress.step === 'saving') return 0.02;
  if (progress.step === 'starting') return 0.95;
  const { number, total, share } = progress;
  return 0.05 + ((number - 1 + share) / total) * 0.85;
}
