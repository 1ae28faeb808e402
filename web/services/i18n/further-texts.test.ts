import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

/** The router starts to load the screen of the address before the texts are started. */
test('further texts that are wanted before i18next is initialized come with the first ones', async () => {
  const { addFurtherTexts, startTexts } = await import('./i18n.ts');
  const { default: i18next } = await import('i18next');
  await addFurtherTexts();
  await startTexts(['en']);
  expect(['shell', 'signing'].map((namespace) => i18next.hasResourceBundle('en', namespace))).toEqual([true, true]);
});

test('otherwise they come when a screen or dialog wants them, in the language that is shown', async () => {
  const { addFurtherTexts, startTexts, switchLanguage } = await import('./i18n.ts');
  const { default: i18next } = await import('i18next');
  const has = (language: string) => i18next.hasResourceBundle(language, 'signing');
  await startTexts(['en']);
  expect(has('en')).toBe(false);
  await addFurtherTexts();
  expect(has('en')).toBe(true);
  await switchLanguage('fi');
  expect(has('fi')).toBe(true);
});
