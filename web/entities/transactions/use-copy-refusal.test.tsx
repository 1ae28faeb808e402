import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import type { Organization } from '#contract/entities/organization.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { organizationReceived } from '../organizations/organizations.slice.ts';
import { profileReceived } from '../profile/profile.slice.ts';
import { sessionStarted, spaceEntered } from '../session/session.slice.ts';
import { createStore } from '../store.ts';
import { useCorrectionRefusal, useDuplicateRefusal } from './use-copy-refusal.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const [me, forbidding] = ['1', '2'].map((digit) => digit.repeat(24)) as [string, string];
const flags = { allowResourceCreation: true, transactionsQuota: -1, templatesQuota: -1 } as FeatureFlags;
const organization = {
  id: forbidding, ownerId: '3'.repeat(24), featureFlags: flags, teams: [], members: [{ id: me, role: 'participant', status: 'active', permissions: null }],
  globalSettings: { createFiles: true, createTransactions: false, createTemplates: true, createBulks: true },
} as unknown as Organization;

let root: Root | undefined;
afterEach(async () => act(async () => root?.unmount()));

function Refusals({ orgId }: { orgId: string | null }) {
  const transaction = { status: 'pending', options: {}, orgId } as Transaction;
  return <>{[useDuplicateRefusal(transaction), useCorrectionRefusal(transaction)].map((each) => each ?? 'none').join(' ')}</>;
}

/** Why this person may not duplicate and correct a request of a space, looking at it from another. */
async function refusals(space: string | null, orgId: string | null): Promise<string | null> {
  const store = createStore();
  store.dispatch(sessionStarted(me));
  store.dispatch(profileReceived({ id: me, featureFlags: flags } as Profile));
  store.dispatch(organizationReceived(organization));
  store.dispatch(spaceEntered(space));
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={store}><MemoryRouter><Refusals orgId={orgId} /></MemoryRouter></Provider>));
  return page.textContent;
}

const refused = 'refused.disabled_by_org_limitation';

test('the space of the request decides on its correction, the current one on a duplicate', async () => {
  expect(await refusals(null, null)).toBe('none none');
  expect(await refusals(null, forbidding)).toBe(`none ${refused}`);
  expect(await refusals(forbidding, null)).toBe(`${refused} none`);
  expect(await refusals(forbidding, forbidding)).toBe(`${refused} ${refused}`);
});
