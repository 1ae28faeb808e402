import { afterEach, expect, test, vi } from 'vitest';
import { languageOptions } from '#web/entities/deployment/language-options.ts';
import { failureTexts } from './failure-texts.ts';
import { formatLocale } from './languages.ts';
import { LANGUAGE_STORAGE_KEY, likelyLanguage } from './texts.ts';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const browserOf = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);

test.each([
  ['de', ['de-AT', 'en'], 'de-AT'],
  ['fr', ['de-AT', 'en'], 'fr'],
  ['en', ['en-US@posix', 'en-GB'], 'en-GB'],
  ['en', ['en-US@posix'], 'en'],
])('dates in %s in a browser with %o have the format of %s', (language, tags, expected) => {
  browserOf(...tags);
  expect(formatLocale(language)).toBe(expected);
  expect(() => new Intl.DateTimeFormat(formatLocale(language))).not.toThrow();
});

test('an unknown language, stored or requested, falls back to the browser’s', () => {
  browserOf('xx', 'uk-UA');
  localStorage.setItem(LANGUAGE_STORAGE_KEY, 'tlh');
  expect(likelyLanguage(['zz', null])).toBe('uk');
});

test('a browser without storage falls back to its own language', () => {
  browserOf('ja');
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(likelyLanguage()).toBe('ja');
  expect(failureTexts().language).toBe('ja');
});

test('offers the current language even if the installation does not, but no unknown one', () => {
  const offering = (...locales: string[]) => ({ locales }) as Parameters<typeof languageOptions>[0];
  expect(languageOptions(offering('de', 'en'), 'fr').map(({ key }) => key)).toEqual(['en', 'de', 'fr']);
  expect(languageOptions(offering('de', 'tlh'), 'xx').map(({ key }) => key)).toEqual(['de']);
});
