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
])('dates in %s for a browser of %o are written as in %s', (language, tags, expected) => {
  browserOf(...tags);
  expect(formatLocale(language)).toBe(expected);
  expect(() => new Intl.DateTimeFormat(formatLocale(language))).not.toThrow();
});

test('a language that is none, kept or asked for, gives way to the browser\'s', () => {
  browserOf('xx', 'uk-UA');
  localStorage.setItem(LANGUAGE_STORAGE_KEY, 'tlh');
  expect(likelyLanguage(['zz', null])).toBe('uk');
});

test('a browser without storage gets its own language', () => {
  browserOf('ja');
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(likelyLanguage()).toBe('ja');
  expect(failureTexts().language).toBe('ja');
});

test('the chosen language stays a choice where the installation does not offer it, and an unknown one is none', () => {
  const offering = (...locales: string[]) => ({ locales }) as Parameters<typeof languageOptions>[0];
  expect(languageOptions(offering('de', 'en'), 'fr').map(({ key }) => key)).toEqual(['en', 'de', 'fr']);
  expect(languageOptions(offering('de', 'tlh'), 'xx').map(({ key }) => key)).toEqual(['de']);
});
