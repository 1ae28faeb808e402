import { useCallback, useEffect } from 'react';
import type { Transaction } from '#contract/entities/transaction.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransaction } from '#web/entities/transactions/transactions.slice.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';

interface LoadedTransaction {
  transaction: Transaction | undefined;
  /** Why there is no transaction to show. */
  error: ErrorInfo | null;
  retry: () => void;
}

/** Fetches the transaction of a page and sets the document title. */
export function useTransaction(id: string): LoadedTransaction {
  const dispatch = useAppDispatch();
  const transaction = useAppSelector((state) => selectTransaction(state, id));
  const request = useAppSelector((state) => selectRequest(state, `transactions/oneRequested/${id}`));
  const retry = useCallback(() => void dispatch(fetchTransaction({ id })), [dispatch, id]);
  useDocumentTitle(transaction?.name);
  useEffect(retry, [retry]);
  // The transaction disappeared while it was shown: deleted or no longer shared. The server returns the reason.
  const gone = transaction === undefined && request.status === 'resolved';
  useEffect(() => {
    if (gone) retry();
  }, [gone, retry]);
  return { transaction, error: request.status === 'rejected' && (!transaction || request.error?.code === 'access_code_required') ? request.error : null, retry };
}
