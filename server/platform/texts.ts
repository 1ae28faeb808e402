/** Server-side texts: mails, text messages, rendered pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type mail from '#contract/locales/en/mail.json';
import type notifications from '#contract/locales/en/notifications.json';
import type people from '#contract/locales/en/people.json';
import type signing from '#contract/locales/en/signing.json';
import type server from '#contract/locales/en/server.json';
import type text from '#contract/locales/en/text.json';
import { localeOfTag, locales, type Locale } from '#contract/languages.ts';

interface Sections {
  mail: typeof mail;
  notifications: typeof notifications;
  people: typeof people;
  server: typeof server;
  signing: typeof signing;
  text: typeof text;
}

const folder = join(import.meta.dirname, '../../contract/locales');

/** Returns the texts of one section in every language. */
export function textsOf<Section extends keyof Sections>(section: Section): Readonly<Record<Locale, Sections[Section]>> {
  const read = (locale: Locale): Sections[Section] => JSON.parse(readFileSync(join(folder, locale, `${section}.json`), 'utf8'));
  return Object.fromEntries(locales.map((locale) => [locale, read(locale)])) as Record<Locale, Sections[Section]>;
}

/** Returns the wanted language if offered, else English, else the first offered one. */
export function readableLocale(wanted: string | null | undefined, offered: readonly Locale[] = locales): Locale {
  const language = localeOfTag(wanted);
  return offered.find((each) => each === language) ?? offered.find((each) => each === 'en') ?? offered[0] ?? 'en';
}

/** Replaces placeholders such as `{{title}}` by values. */
export function fillText(text: string, data: object): string {
  const values = data as Readonly<Record<string, unknown>>;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
