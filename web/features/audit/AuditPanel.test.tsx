import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { transaction as shape, type Transaction } from '#contract/entities/transaction.ts';
import { calls } from '#contract/calls/calls.ts';
import { planContents } from '#contract/plans.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { AuditPanel } from './AuditPanel.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const me = 'a'.repeat(24);
const requested = vi.fn<(address: string) => void>();
let root: Root | undefined;

beforeEach(() => {
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    requested(input instanceof Request ? input.url : String(input));
    return Promise.reject(new TypeError('away'));
  });
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  requested.mockReset();
});

/** Renders the panel of a finished transaction for its owner on a plan. */
async function panel(plan: 'Essentials' | 'Business', includeFileAudit: boolean): Promise<HTMLElement> {
  const store = createStore();
  const featureFlags = { ...planContents[plan].switches, allowResourceCreation: true } as FeatureFlags;
  store.dispatch(profileReceived({ id: me, featureFlags } as Profile));
  const transaction = { id: '1'.repeat(24), name: 'Lease', status: 'completed', ownerId: me, orgId: null, options: { ...shape.shape.options.parse({}), includeFileAudit }, attributes: { auditStatus: null, auditFileId: null } } as unknown as Transaction;
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={store}><AuditPanel transaction={transaction} mayMake /></Provider>));
  return page;
}

test('without the plan, the audit trail is disabled with a reason and not requested', async () => {
  const page = await panel('Essentials', false);
  expect(page.querySelector('button')?.disabled).toBe(true);
  expect(page.textContent).toContain('notIncluded');
  expect(requested).not.toHaveBeenCalled();
});

test('the audit trail is offered if the plan includes it', async () => {
  const page = await panel('Business', false);
  expect(page.querySelector('button')?.disabled).toBe(false);
  expect(page.textContent).not.toContain('notIncluded');
});

test('a request sent with an audit trail gets it regardless of the current plan', async () => {
  const page = await panel('Essentials', true);
  await vi.waitFor(() => expect(requested).toHaveBeenCalled());
  expect(requested.mock.calls[0]?.[0]).toContain(calls['transactions.generateAudit'].path.split('/').at(-1));
  expect(page.textContent).not.toContain('notIncluded');
});
