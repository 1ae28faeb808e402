import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { deploymentReceived } from '#web/entities/deployment/deployment.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { draftOf, type RecipientDraft } from './recipient-draft.ts';
import { SignerOptions } from './SignerOptions.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(() => act(async () => root?.unmount()));

async function show(identityService: boolean, change: Partial<RecipientDraft> = {}) {
  const store = createStore();
  store.dispatch(deploymentReceived({ identityService, locales: ['en'] } as unknown as Deployment));
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  const render = (more: Partial<RecipientDraft>) => act(async () => root?.render(
    <Provider store={store}>
      <SignerOptions draft={{ ...draftOf(undefined), ...more }} plan={{ flags: null, signers: [] }} onChange={() => undefined} />
    </Provider>,
  ));
  await render(change);
  return { page, render };
}

async function offers(identityService: boolean, identityRequirements: ('selfie' | 'third_party')[] = []): Promise<boolean> {
  await show(identityService, { identityRequirements });
  return document.body.textContent?.includes('identity.third_party') ?? false;
}

test('offers identity verification by a service if there is one', async () => expect(await offers(true)).toBe(true));
test('does not offer it if there is none', async () => expect(await offers(false)).toBe(false));
test('offers it if it is already chosen, so that it can be removed', async () => expect(await offers(false, ['third_party'])).toBe(true));

test.each([[{ privateMessage: 'Hello' }, true], [{}, false]])('is open at first if an option is used (%o), and stays so while it is cleared', async (change, isOpen) => {
  const { page, render } = await show(true, change);
  expect(page.querySelector('details')?.open).toBe(isOpen);
  await render({});
  expect(page.querySelector('details')?.open).toBe(isOpen);
});

test.each([[false, true], [true, false]])('nobody signs a page in person; in use: %s', async (inPerson, isDisabled) => {
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(
    <Provider store={createStore()}>
      <SignerOptions draft={{ ...draftOf(undefined), inPerson }} plan={{ flags: null, signers: [], notForPages: 'PDFs only' }} onChange={() => undefined} />
    </Provider>,
  ));
  const [box] = [...page.querySelectorAll('label')].filter((each) => each.textContent?.startsWith('inPerson'));
  expect(box?.querySelector('input')?.disabled).toBe(isDisabled);
  expect(page.textContent).toContain('PDFs only');
});
