/**
 * A transaction and its documents as they were before fields were placed. They are read while nothing is locked, because that takes
 * its time, and held while a copy of them is written.
 */
import { isEditable } from '#contract/entities/transaction.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findVersions, lockFiles } from '#server/repositories/files.repository.ts';
import type { FileToCopy } from '#server/services/files/copy-files.ts';
import { originalFiles } from '#server/services/files/original-files.ts';
import type { TransactionState } from './transaction-state.ts';

export interface Original {
  readonly state: TransactionState;
  readonly files: readonly FileToCopy[];
}

/** What was read is no longer so. */
class OutdatedError extends AppError {
  constructor() {
    super('conflict');
  }
}

/** Somebody may sign, or change a field, again and again. */
const mostReads = 3;

export const readOriginal = async (dependencies: Parameters<typeof originalFiles>[0], state: TransactionState): Promise<Original> =>
  ({ state, files: await originalFiles(dependencies, state) });

/** Reads again if the original changed meanwhile, which `holdOriginal` notices. */
export async function withOriginal<Result>(read: () => Promise<Original>, write: (original: Original) => Promise<Result>): Promise<Result> {
  for (let reads = 1; ; reads += 1) {
    const original = await read();
    try {
      return await write(original);
    } catch (error) {
      if (!(error instanceof OutdatedError) || reads === mostReads) throw error;
    }
  }
}

/** Locks the files of a locked transaction, and returns the original with its present state. Throws if it is to be read again. */
export async function holdOriginal(tx: Tx, state: TransactionState, { state: seen, files }: Original): Promise<Original> {
  if (basisOf(state) !== basisOf(seen)) throw new OutdatedError();
  const locked = await lockFiles(tx, state.fileIds);
  const versions = await findVersions(tx, state.fileIds);
  const isCurrent = ({ file }: FileToCopy): boolean => locked.some((each) => each.id === file.id && each.version === file.version && each.meta_version === file.meta_version);
  const isThere = ({ file, body }: FileToCopy): boolean => versions.some((each) => each.file_id === file.id && each.body_ref === body.body_ref && each.removed_at === null);
  if (!files.every((each) => isCurrent(each) && isThere(each))) throw new OutdatedError();
  return { state, files };
}

/** What the documents and fields of a copy depend on. Not the version: whoever only opens the transaction changes it too. */
const basisOf = ({ row, options, fileIds, recipients, signings }: TransactionState): string => JSON.stringify([
  isEditable(row.status), options.requirePasswordProtection, fileIds, signings.map(({ id }) => id), recipients.map(({ id, email, phone, role }) => [id, email, phone, role]),
]);
