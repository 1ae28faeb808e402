import type { Template } from '#contract/entities/template.ts';
import { call } from '#web/services/api/call.ts';
import { createRequest } from '../requests/create-request.ts';
import { transactionReceived } from '../transactions/transactions.slice.ts';

/** Fetches the whole library, which is small compared with people's own templates. */
export async function fetchLibrary(signal: AbortSignal): Promise<Template[]> {
  const found: Template[] = [];
  for (let exclusiveFrom: string | undefined; ; ) {
    const page = await call('templates.list', { query: { library: 'true', orgId: undefined, ...(exclusiveFrom ? { exclusiveFrom } : {}) } }, { signal });
    found.push(...page.templates);
    if (!page.lastKey) return found;
    exclusiveFrom = page.lastKey;
  }
}

/** Creates a draft of one's own with copies of the template's files, signed by this person only. */
export const takeFromLibrary = createRequest(
  'templates/libraryUseRequested',
  async ({ id }: { id: string }, { dispatch }) => {
    const transaction = await call('templates.useLibrary', { params: { id }, body: {} });
    dispatch(transactionReceived(transaction));
    return transaction;
  },
  { key: ({ id }) => id },
);
