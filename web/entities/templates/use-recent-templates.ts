import { useCallback } from 'react';
import type { OutputOf } from '#contract/calls/calls.ts';
import { call } from '#web/services/api/call.ts';
import { useAnswer } from '../requests/use-answer.ts';
import { selectOrgId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';

type RecentTemplate = OutputOf<'templates.recent'>['templates'][number];

const none: readonly RecentTemplate[] = [];

/** The templates of the space that the person used last. The start page is complete without them: a failure is not shown. */
export function useRecentTemplates(): readonly RecentTemplate[] {
  const orgId = useAppSelector(selectOrgId);
  const { value } = useAnswer(useCallback((signal: AbortSignal) => call('templates.recent', { query: orgId ? { orgId } : {} }, { signal }), [orgId]));
  return value?.templates ?? none;
}
