import type { RootState } from '../store.ts';

/**
 * Fetches what the person changes on this page, too: an answer from before a change would undo it on the screen, so it is fetched again.
 * Null if the person left the space meanwhile. `changesIn`: how often it was changed on this page.
 */
export async function fetchUnchanged<T>(getState: () => RootState, changesIn: (state: RootState) => number, fetch: () => Promise<T>): Promise<T | null> {
  const { orgId } = getState().session;
  for (;;) {
    const before = changesIn(getState());
    const answer = await fetch();
    if (getState().session.orgId !== orgId) return null;
    if (changesIn(getState()) === before) return answer;
  }
}
