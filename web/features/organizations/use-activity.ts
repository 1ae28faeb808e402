import { useCallback, useState } from 'react';
import type { InputOf } from '#contract/calls/calls.ts';
import type { ActivityEntry } from '#contract/entities/activity.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';

export type ActivityFilter = Pick<NonNullable<InputOf<'organizations.activity'>['query']>, 'userId' | 'teamId' | 'kind'>;

const fetchPage = (id: string, filter: ActivityFilter, exclusiveFrom: string | null, signal?: AbortSignal) =>
  call('organizations.activity', { params: { id }, query: { ...filter, ...(exclusiveFrom !== null && { exclusiveFrom }) } }, signal ? { signal } : {});

/** Pages of one exported file. */
const MOST_PAGES = 100;

interface Exported {
  entries: readonly ActivityEntry[];
  /** Where the next file begins; null if there is nothing older. */
  lastKey: string | null;
}

/** What one file of an export contains, after this place. */
export async function fetchForExport(id: string, filter: ActivityFilter, from: string | null): Promise<Exported> {
  const found: ActivityEntry[] = [];
  let after = from;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { entries, lastKey } = await fetchPage(id, filter, after);
    found.push(...entries);
    after = lastKey;
    if (lastKey === null) break;
  }
  return { entries: found, lastKey: after };
}

interface Activity {
  /** Null until loaded. */
  readonly entries: readonly ActivityEntry[] | null;
  readonly error: ErrorInfo | null;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Loads older entries; null if there are none. */
  readonly more: (() => Promise<void>) | null;
}

/** What was done in an organization, newest first. */
export function useActivity(id: string, { userId, teamId, kind }: ActivityFilter): Activity {
  const [older, setOlder] = useState<{ found: readonly ActivityEntry[]; after: string | null }>({ found: [], after: null });
  const act = useAsyncAction();
  const filter: ActivityFilter = { ...(userId && { userId }), ...(teamId && { teamId }), ...(kind && { kind }) };
  const first = useAnswer(useCallback(async (signal: AbortSignal) => {
    const { entries, lastKey } = await fetchPage(id, { ...(userId && { userId }), ...(teamId && { teamId }), ...(kind && { kind }) }, null, signal);
    setOlder({ found: [], after: lastKey });
    return entries;
  }, [id, userId, teamId, kind]));
  const more = async (): Promise<void> => {
    const page = await act.ask(() => fetchPage(id, filter, older.after));
    if (page) setOlder(({ found }) => ({ found: [...found, ...page.entries], after: page.lastKey }));
  };
  return { entries: first.value && [...first.value, ...older.found], error: first.error ?? act.error, isLoading: act.busy, reload: first.reload, more: older.after === null ? null : more };
}
