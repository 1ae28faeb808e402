import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { SenderName } from './SenderName.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: {}, react: { useSuspense: false } }));

async function labelsIn(language: string): Promise<string[]> {
  // After a key, React Aria moves focus at once; after a press by a program, as other files make, it waits for transitions.
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  await i18next.changeLanguage(language);
  const page = document.body.appendChild(document.createElement('div'));
  const sender = { names: { firstName: '', lastName: '' }, problems: { firstName: null, lastName: null }, set: () => () => undefined };
  await act(async () => createRoot(page).render(<SenderName sender={sender as never} tried={false} isDisabled={false} />));
  expect(document.activeElement).toBe(page.querySelector('input'));
  return [...page.querySelectorAll('input')].map(({ name }) => name);
}

test.each([['fr', ['given-name', 'family-name']], ['ja', ['family-name', 'given-name']], ['zh', ['family-name', 'given-name']]])('in %s the parts of a name are in the usual order', async (language, order) => {
  expect(await labelsIn(language)).toEqual(order);
});
