import { useCallback, useEffect } from 'react';
import type { OutputOf } from '#contract/calls/calls.ts';
import type { Bulk } from '#contract/entities/bulk.ts';
import type { EventType } from '#contract/events.ts';
import { timing } from '#contract/limits/timing.ts';
import { call } from '#web/services/api/call.ts';
import { liveEventReceived, liveEventsMissed } from '../live-event.ts';
import type { Answer } from '../requests/use-answer.ts';
import { useAnswer } from '../requests/use-answer.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { startListening, useAppSelector } from '../store.ts';

export type BulkSummary = OutputOf<'bulks.list'>['bulks'][number];

const bulkEvents: readonly EventType[] = ['bulk_counter_changed', 'bulk_job_end', 'bulk_sending_started'];

/** Reloads on live events about bulks. A burst of counter events causes one reload. */
function useBulkEvents(reload: () => void, id?: string): void {
  useEffect(
    () =>
      startListening({
        predicate: (action) => liveEventsMissed.match(action) || (liveEventReceived.match(action) && bulkEvents.includes(action.payload.type) && (!id || action.payload.resourceId === id)),
        effect: async (_, { cancelActiveListeners, delay }) => {
          cancelActiveListeners();
          await delay(timing.bulkListRefreshDebounce);
          reload();
        },
      }),
    [reload, id],
  );
}

/** Returns one bulk with its recipients and keeps it up to date. */
export function useBulk(id: string): Answer<Bulk> {
  const bulk = useAnswer(useCallback((signal: AbortSignal) => call('bulks.get', { params: { id } }, { signal }), [id]));
  useBulkEvents(bulk.reload, id);
  return bulk;
}

/** Returns the most recent bulks of the current space. */
export function useBulks(): Answer<readonly BulkSummary[]> {
  const orgId = useAppSelector(selectOrgId);
  const bulks = useAnswer(
    useCallback((signal: AbortSignal) => call('bulks.list', { query: orgId ? { orgId } : {} }, { signal }).then((page): readonly BulkSummary[] => page.bulks), [orgId]),
  );
  useBulkEvents(bulks.reload);
  return bulks;
}
