import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import type { Organization } from '#contract/entities/organization.ts';
import { noSendApproval } from '#contract/entities/send-approval.ts';
import { organizationReceived } from '#web/entities/organizations/organizations.slice.ts';
import { sessionStarted, spaceEntered } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { UseBulkScreen } from './UseBulkScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function titleWith(type: 'template' | 'transaction', recipients: RecipientInput[], store = createStore()): Promise<string | null | undefined> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(
    <Provider store={store}>
      <MemoryRouter>
        <UseBulkScreen source={{ type, id: '1', name: 'Lease', recipients, fields: [] }} backTo="/" />
      </MemoryRouter>
    </Provider>,
  ));
  return document.querySelector('h1')?.textContent;
}

const [open, another, fixed] = [{ role: 'Tenant' }, { role: 'Landlord' }, { role: 'Agent', email: 'agent@example.org' }] as const;

test.each([
  ['one open role', [open, fixed], 'use.title'],
  ['two open roles', [open, another], 'use.noPlaceTemplateTitle'],
  ['no open role', [fixed], 'use.noPlaceTemplateTitle'],
])('a template with %s', async (_, recipients, title) => expect(await titleWith('template', [...recipients])).toBe(title));

test('a request with recipients says that they must be removed', async () => expect(await titleWith('transaction', [fixed])).toBe('use.noPlace'));

test.each([
  ['members', 'ada', false], ['members', 'bea', true], ['everybody', 'ada', true], ['off', 'bea', false],
] as const)('where approval is demanded of %s, %s learns at once whether a list is refused', async (required, userId, isRefused) => {
  const store = createStore();
  store.dispatch(sessionStarted(userId));
  store.dispatch(organizationReceived({ id: 'works', ownerId: 'olga', members: [{ id: 'ada', role: 'admin' }, { id: 'bea', role: 'participant' }], sendApproval: { ...noSendApproval, required } } as unknown as Organization));
  store.dispatch(spaceEntered('works'));
  await titleWith('template', [open, fixed], store);
  expect(document.body.textContent.includes('use.choose')).toBe(!isRefused);
});
