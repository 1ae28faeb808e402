import i18next from 'i18next';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { startTexts } from '#web/services/i18n/i18n.ts';
import { LANGUAGE_STORAGE_KEY } from '#web/services/i18n/texts.ts';
import { useLanguageSwitch } from './use-language-switch.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/i18n/texts/fr.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('a language that fails to load leaves the old one, shows an error and is not stored', async () => {
  await startTexts(['en']);
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const answers: boolean[] = [];
  const Choice = () => {
    const { choose, error } = useLanguageSwitch();
    const press = (language: 'fr' | 'de') => async () => void answers.push(await choose(language));
    return (
      <>
        <button type="button" aria-label="fr" onClick={press('fr')} />
        <button type="button" aria-label="de" onClick={press('de')} />
        <p>{error}</p>
      </>
    );
  };
  const page = document.createElement('div');
  const root = createRoot(page);
  await act(async () => root.render(<Choice />));
  const [french, german] = page.querySelectorAll('button');
  const press = (button: HTMLButtonElement | undefined, count: number) => act(async () => {
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await vi.waitFor(() => expect(answers).toHaveLength(count), { timeout: 10_000 });
  });
  document.body.append(page);
  await press(french, 1);
  expect(page.textContent).toMatch(/^This language couldn't be loaded/);
  expect([i18next.language, document.documentElement.lang, localStorage.getItem(LANGUAGE_STORAGE_KEY)]).toEqual(['en', 'en', null]);
  await press(german, 2);
  expect([page.textContent, i18next.language, localStorage.getItem(LANGUAGE_STORAGE_KEY), answers]).toEqual(['', 'de', 'de', [false, true]]);
  await act(async () => root.unmount());
});
