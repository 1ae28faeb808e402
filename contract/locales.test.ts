/** Every language has all texts of English, with the same placeholders. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { localeOfTag, locales } from './languages.ts';

type Texts = { [key: string]: string | Texts | Texts[] };

const folder = new URL('locales/', import.meta.url);
const others = locales.filter((language) => language !== 'en');
const namespaces = readdirSync(new URL('en/', folder));
const read = (language: string, file: string): Texts => JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'));

/** How the words for signing begin in each language. */
const signing: Record<(typeof locales)[number], RegExp> = {
  en: /\bsign/i, de: /unter(schr|zeich)/i, fr: /(?<!\p{L})sign(?!al)/iu, es: /\bfirm/i, fi: /allekirjoi/i, tr: /imza/i, uk: /підпи/i, el: /υπ[οέ]γρ/i, ja: /署名/, zh: /签[署名字]/,
};

/** What everybody reads who takes part, whether they sign, approve, view or get a copy; not where it speaks of the signed document. */
const saidToEverybody: Record<string, RegExp> = {
  'bulk.json': /^progress\.completed$/,
  'completed.json': /^(title|text|notYet|notYetText)$/,
  'insights.json': /^action\.transaction_(completed|expired|deadline_\w+)$/,
  'magicLink.json': /^ended\.(expired|canceled|declined|reassigned)\.\w+$/,
  'mail.json': /^(completed\.(subject|heading)|(canceled|expired|request_expired|request_declined)\.\w+)$/,
  'recipients.json': /^(addTitle|cc|addCc\w*|removeCc)$/,
  'sending.json': /^(message\.attachHelp|options\.(allowSigner\w*|includeFileAuditHelp|expires\w+)|progress\.(completed|declined|canceled|expired)|sent\.atOnce|reminders\.help|notices\.completed)$/,
  'settings.json': /^notifications\.kind\.completed$/,
  'sharing.json': /^role\.cc$/,
  'signing.json': /^(done\.(next|last|others)|ended\.(canceled|declined|reassigned|changed))$/,
};

/** Flattens texts by path. Plural forms (CLDR) share one path. */
function flat(texts: Texts | Texts[], at = ''): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'object') for (const [path, forms] of flat(value, `${at}${key}.`)) found.set(path, forms);
    else {
      const counted = key.replace(/_(zero|one|two|few|many|other)$/, '');
      const path = at + (`${counted}_other` in texts ? `${counted}#` : key);
      found.set(path, [...(found.get(path) ?? []), value]);
    }
  }
  return found;
}

/** The number of plural forms of a language, as i18next uses them. */
const formsOf = (language: string): number => new Intl.PluralRules(language).resolvedOptions().pluralCategories.length;

const places = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? [])].sort();

it('locale folders match the list of languages', () => {
  expect(readdirSync(folder).toSorted()).toEqual(locales.toSorted());
});

it.each([
  ['de-AT', 'de'], ['zh_Hant_TW', 'zh'], ['FR', 'fr'], ['uk;q=0.8', 'uk'], ['fil-PH', null], ['tlh', null], ['xx', null], ['toString', null], ['', null], [null, null],
])('resolves the tag %s to the language %s', (tag, language) => {
  expect(localeOfTag(tag)).toBe(language);
});

describe.each(others)('the locale %s', (language) => {
  it('has the same files', () => {
    expect(readdirSync(new URL(`${language}/`, folder))).toEqual(namespaces);
  });

  it.each(namespaces)('%s has every text and every plural form', (file) => {
    const english = flat(read('en', file));
    const own = flat(read(language, file));
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    const incomplete = [...own].filter(([path, forms]) => path.endsWith('#') && forms.length !== formsOf(language)).map(([path]) => path);
    expect(incomplete).toEqual([]);
  });

  it.each(namespaces)('%s has the same placeholders', (file) => {
    const own = flat(read(language, file));
    const wrong = [...flat(read('en', file))].filter(([path, forms]) => {
      // The singular may say “one” instead of the number.
      const optional = path.endsWith('#') ? ['{{count}}'] : [];
      const wanted = places(forms.at(-1) ?? '').filter((place) => !optional.includes(place));
      return own.get(path)?.some((text) => places(text).filter((place) => !optional.includes(place)).join() !== wanted.join());
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});

it('French has no-break spaces before its punctuation', () => {
  // In a text message, a no-break space would force UCS-2 and halve the number of characters.
  const texts = namespaces.filter((file) => file !== 'text.json').flatMap((file) => [...flat(read('fr', file)).values()].flat());
  expect(texts.filter((text) => / [:;?!»]|« /.test(text))).toEqual([]);
});

it.each(locales)('%s says to everybody only what is true for those who approve, view or get a copy', (language) => {
  const wrong = Object.entries(saidToEverybody).flatMap(([file, path]) => {
    const texts = [...flat(read(language, file))].filter(([at]) => path.test(at));
    expect(texts.length, file).toBeGreaterThan(0);
    return texts.filter(([, forms]) => forms.some((text) => signing[language].test(text))).map(([at, forms]) => `${file} ${at}: ${forms.join()}`);
  });
  expect(wrong).toEqual([]);
});
