import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import CookieConsent from './CookieConsent.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.cookie = 'cookies_consent=; max-age=0; path=/';
});

async function opensDialog(): Promise<boolean> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root?.render(<Provider store={createStore()}><CookieConsent isAllowed inFlow={false} /></Provider>));
  return document.querySelector('[role=dialog]') !== null;
}

test('does not ask if there are only necessary cookies', async () => expect(await opensDialog()).toBe(false));

test('asks if the page declares other cookies', async () => {
  document.head.innerHTML = '<meta name="COOKIE_CONSENT" content="true">';
  expect(await opensDialog()).toBe(true);
});

test.each(['cookies.decline', 'cookies.accept'])('%s takes one press, and this browser does not ask again', async (name) => {
  document.head.innerHTML = '<meta name="COOKIE_CONSENT" content="true">';
  expect(await opensDialog()).toBe(true);
  await act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await act(async () => root?.unmount());
  expect(await opensDialog()).toBe(false);
});

test.each([
  ['<meta name="COOKIE_CONSENT" content="true">', ['cookies.text']],
  ['<meta name="COOKIE_CONSENT" content="reports"><meta name="COLLECTS_USAGE" content="true">', ['cookies.reports']],
  ['<meta name="COOKIE_CONSENT" content="true"><meta name="COLLECTS_ERRORS" content="true">', ['cookies.text', 'cookies.reports']],
])('where the page declares %s, it says %j', async (head, texts) => {
  document.head.innerHTML = head;
  await opensDialog();
  expect([...document.querySelectorAll('[role=dialog] p')].map(({ textContent }) => textContent)).toEqual(texts);
});
