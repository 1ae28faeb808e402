import { useCallback, useEffect, useRef, useState } from 'react';
import type { CcEntryInput, RecipientInput } from '#contract/entities/recipient.ts';
import type { Transaction, TransactionMessage, TransactionOptions } from '#contract/entities/transaction.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { updateTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

interface DraftValues {
  name: string;
  message: TransactionMessage;
  recipients: RecipientInput[];
  cc: CcEntryInput[];
  options: TransactionOptions;
  expiresAt: string | null;
}

export interface Draft extends DraftValues {
  readonly error: ErrorInfo | null;
  readonly change: (change: Partial<DraftValues>) => void;
  /** Writes what waits; false when the server did not take it. */
  readonly flush: () => Promise<boolean>;
}

const RESTED = 800;

/**
 * What the sender writes about a transaction: shown at once, written to the server
 * when it has rested a moment. What could not be written stays here and is sent with
 * the next change.
 */
export function useDraft(transaction: Transaction): Draft {
  const dispatch = useAppDispatch();
  const { id } = transaction;
  const [values, setValues] = useState<DraftValues>(() => ({
    name: transaction.name,
    message: transaction.message,
    recipients: transaction.recipients,
    cc: transaction.cc,
    options: transaction.options,
    expiresAt: transaction.expiresAt,
  }));
  const [error, setError] = useState<ErrorInfo | null>(null);
  const waiting = useRef<Partial<DraftValues>>({});
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const change = waiting.current;
    if (Object.keys(change).length === 0) return true;
    if (change.name !== undefined && change.name.trim() === '') return false;
    waiting.current = {};
    try {
      const saved = await dispatch(updateTransaction({ id, ...change })).unwrap();
      setError(null);
      if (change.recipients) {
        // The server names new recipients; the next change must carry those ids.
        setValues((old) => (old.recipients === change.recipients ? { ...old, recipients: saved.recipients } : old));
      }
      return true;
    } catch (failure) {
      waiting.current = { ...change, ...waiting.current };
      setError(failure as ErrorInfo);
      return false;
    }
  }, [dispatch, id]);

  const change = useCallback(
    (next: Partial<DraftValues>): void => {
      setValues((old) => ({ ...old, ...next }));
      waiting.current = { ...waiting.current, ...next };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), RESTED);
    },
    [flush],
  );

  useEffect(
    () => () => {
      void flush();
    },
    [flush],
  );
  return { ...values, error, change, flush };
}
