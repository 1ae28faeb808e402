import { useCallback, useEffect, useState } from 'react';
import type { Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import { liveEventReceived, liveEventsMissed } from '../live-event.ts';
import { useAnswer, type Answer } from '../requests/use-answer.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { startListening, useAppSelector } from '../store.ts';

/** Asks again when something that waits for approval has changed, or is said to. */
function useApprovalEvents(reload: () => void): void {
  useEffect(
    () => startListening({
      predicate: (action) => liveEventsMissed.match(action) || (liveEventReceived.match(action) && (action.payload.data['sendApproval'] !== undefined || action.payload.type === 'transaction_deleted')),
      effect: () => reload(),
    }),
    [reload],
  );
}

/** How many requests wait for this person's approval in the current space; null while that is unknown, and for those who approve nothing. */
export function useApprovalCount(): number | null {
  const orgId = useAppSelector(selectOrgId);
  const { value, reload } = useAnswer(useCallback(
    async (signal: AbortSignal) => (orgId ? (await call('sendApprovals.count', { query: { orgId } }, { signal })).count : null),
    [orgId],
  ));
  useApprovalEvents(reload);
  return value;
}

interface WaitingApprovals extends Pick<Answer<readonly Transaction[]>, 'value' | 'error' | 'reload'> {
  /** Loads more; null if everything is shown. */
  readonly more: (() => Promise<void>) | null;
}

/** What waits for this person's approval in the current space, oldest first. */
export function useWaitingApprovals(): WaitingApprovals {
  const orgId = useAppSelector(selectOrgId);
  const [rest, setRest] = useState<{ after: string | null; found: readonly Transaction[] }>({ after: null, found: [] });
  const page = useCallback(
    (signal?: AbortSignal, exclusiveFrom?: string) => (orgId ? call('sendApprovals.list', { query: { orgId, ...(exclusiveFrom && { exclusiveFrom }) } }, signal ? { signal } : {}) : Promise.resolve({ transactions: [], lastKey: null })),
    [orgId],
  );
  const first = useAnswer(useCallback(async (signal: AbortSignal) => {
    const { transactions, lastKey } = await page(signal);
    setRest({ after: lastKey, found: [] });
    return transactions;
  }, [page]));
  useApprovalEvents(first.reload);
  const more = async (): Promise<void> => {
    const { transactions, lastKey } = await page(undefined, rest.after ?? undefined);
    setRest(({ found }) => ({ after: lastKey, found: [...found, ...transactions] }));
  };
  return { value: first.value && [...first.value, ...rest.found], error: first.error, reload: first.reload, more: rest.after === null ? null : more };
}
