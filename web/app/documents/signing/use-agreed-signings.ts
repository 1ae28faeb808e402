import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Transaction } from '#contract/entities/transaction.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { AgreedSigning } from '#web/services/signing/signing-draft.service.ts';
import { agreedSignings } from '#web/services/signing/signing-draft.service.ts';

const none: readonly AgreedSigning[] = [];

interface AgreedSignings {
  /** In the order in which they agreed; null until it is known. */
  readonly signings: readonly AgreedSigning[] | null;
  readonly reload: () => Promise<void>;
}

/** The signings of a request to which people on this device have agreed while the server was away. Only where several sign on one device. */
export function useAgreedSignings({ id, recipients }: Transaction, userId: string): AgreedSignings {
  const isShared = recipients.some(({ inPerson }) => inPerson);
  const [signings, setSignings] = useState<readonly AgreedSigning[] | null>(isShared ? null : none);
  const reload = useCallback(async (): Promise<void> => {
    try {
      setSignings(await agreedSignings(id, userId));
    } catch (error) {
      console.info('Who has agreed on this device is not known', toAppError(error).code);
      setSignings(none);
    }
  }, [id, userId]);
  useEffect(() => {
    if (isShared) void reload();
  }, [isShared, reload]);
  return useMemo(() => ({ signings, reload }), [signings, reload]);
}
