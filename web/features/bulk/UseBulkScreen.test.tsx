import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { createStore } from '#web/entities/store.ts';
import { UseBulkScreen } from './UseBulkScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(() => act(async () => root?.unmount()));

async function titleWith(type: 'template' | 'transaction', recipients: RecipientInput[]): Promise<string | null | undefined> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(
    <Provider store={createStore()}>
      <MemoryRouter>
        <UseBulkScreen source={{ type, id: '1', name: 'Lease', recipients }} backTo="/" />
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
