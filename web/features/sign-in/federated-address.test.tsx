import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import { connectionPage } from '#web/services/auth/connections.ts';
import { SignInPage } from './SignInPage.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/auth/passkeys.ts', () => ({ canUsePasskeys: () => false }));
vi.mock('./LanguageChoice.tsx', () => ({ LanguageChoice: () => null }));
const server = vi.hoisted(() => ({ details: undefined as unknown }));
vi.mock('#web/services/api/call.ts', () => ({
  call: async (id: string) => {
    if (id === 'interactions.get') return { loginHint: 'wendy@works.example', initialFlow: null, locale: null };
    if (id === 'deployment.get') return { socialConnections: [] };
    throw new AppError('forbidden_by_federation', { details: server.details });
  },
}));

async function submitAddress(details: unknown): Promise<{ page: HTMLElement; close: () => Promise<void> }> {
  server.details = details;
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<SignInPage uid="u" isAccountDeleted={false} />));
  await act(async () => page.querySelector<HTMLButtonElement>('button[type=submit]')?.click());
  return { page, close: () => act(async () => { root.unmount(); page.remove(); }) };
}

test('an address of a federated domain is offered the sign-in of its organization, not an error', async () => {
  const { page, close } = await submitAddress({ connection: 'works', name: 'Works' });
  expect(page.querySelector('h1')?.textContent).toBe('federation.title');
  expect(page.querySelector('[role=alert]')).toBeNull();
  await act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'code.otherEmail')?.click());
  expect([page.querySelector('h1')?.textContent, page.querySelector('[role=alert]')]).toEqual(['email.title', null]);
  await close();
});

test('a refusal that names no connection stays an error', async () => {
  const { page, close } = await submitAddress(undefined);
  expect([page.querySelector('h1')?.textContent, page.querySelector('[role=alert]') !== null]).toEqual(['email.title', true]);
  await close();
});

test('the address goes along to the sign-in of the organization', () => {
  expect(connectionPage('works', 'wendy@works.example')).toMatch(/\/v0\/connections\/oidc\/works\/start\?login_hint=wendy%40works\.example$/);
  expect(connectionPage('works', 'no address')).toMatch(/\/start$/);
});
