import { useCallback, useEffect } from 'react';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fetchFile } from '#web/entities/files/files.requests.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransaction } from '#web/entities/transactions/transactions.slice.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

interface AskedResource {
  readonly title: string | null;
  readonly transaction: Transaction | undefined;
  readonly file: FileMeta | undefined;
  readonly error: ErrorInfo | null;
  readonly retry: () => void;
}

/** What an address is about, asked for anew when its screen opens. */
export function useLoadedResource({ kind, id }: Resource): AskedResource {
  const dispatch = useAppDispatch();
  const transaction = useAppSelector((state) => (kind === 'transaction' ? selectTransaction(state, id) : undefined));
  const file = useAppSelector((state) => (kind === 'file' ? selectFile(state, id) : undefined));
  const name = kind === 'file' ? fetchFile.typePrefix : fetchTransaction.typePrefix;
  const request = useAppSelector((state) => selectRequest(state, `${name}/${id}`));
  const retry = useCallback(
    () => void (kind === 'file' ? dispatch(fetchFile({ id })) : dispatch(fetchTransaction({ id }))),
    [dispatch, kind, id],
  );
  useEffect(retry, [retry]);
  // It went away while it was shown: deleted, or no longer shared. The server says which.
  const gone = transaction === undefined && file === undefined && request.status === 'resolved';
  useEffect(() => {
    if (gone) retry();
  }, [gone, retry]);
  const title = transaction?.name ?? file?.title ?? null;
  // What is kept from before may be somebody else's by now.
  const lost = request.status === 'rejected' && (title === null || request.error.code === 'permission_denied');
  return { title, transaction, file, error: lost ? request.error : null, retry };
}
