import { useEffect, useState } from 'react';
import type { Transaction } from '#contract/entities/transaction.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { hasTransactionKeys } from '#web/services/encryption/has-transaction-keys.ts';

/** With the title of an encrypted request, if this browser has opened it. The server knows none. */
export function useNamed(transaction: Transaction): Transaction {
  const userId = useAppSelector(selectUserId);
  const [title, setTitle] = useState<string | null>(null);
  const { id, endToEndEncrypted } = transaction;
  useEffect(() => {
    if (!endToEndEncrypted || !userId || !hasTransactionKeys()) return;
    import('#web/services/encryption/stored-keys.ts')
      .then(({ storedTransactionKey }) => storedTransactionKey(userId, id))
      .then((stored) => setTitle(stored?.title ?? null), (error: unknown) => console.info('The title of an encrypted request is not shown', error));
  }, [id, endToEndEncrypted, userId]);
  return title === null ? transaction : { ...transaction, name: title };
}
