/**
 * The server's own texts: mails, text messages, its few pages. A language is a folder of `contract/locales`; one more
 * folder is one more language.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type mail from '#contract/locales/en/mail.json';
import type server from '#contract/locales/en/server.json';
import type text from '#contract/locales/en/text.json';
import { locales, type Locale } from '#contract/entities/profile.ts';

interface Sections {
  mail: typeof mail;
  server: typeof server;
  text: typeof text;
}

const folder = join(import.meta.dirname, '../../contract/locales');
const filesOf = (locale: Locale): string[] => readdirSync(join(folder, locale));
const present = locales.filter((locale) => readdirSync(folder).includes(locale));

/** The texts of one part, in each language that has them. */
export function textsOf<Section extends keyof Sections>(section: Section): Readonly<Partial<Record<Locale, Sections[Section]>>> & { en: Sections[Section] } {
  const file = `${section}.json`;
  const entries = present.filter((locale) => filesOf(locale).includes(file)).map((locale) => [locale, JSON.parse(readFileSync(join(folder, locale, file), 'utf8'))]);
  return Object.fromEntries(entries) as Readonly<Partial<Record<Locale, Sections[Section]>>> & { en: Sections[Section] };
}

/** The languages in which everything is written: those an installation can offer. */
export const completeLocales: readonly Locale[] = present.filter((locale) => filesOf('en').every((file) => filesOf(locale).includes(file)));

/** The language of these that somebody reads, or else English, or else the installation's first one. */
export function readableLocale(wanted: string | null | undefined, offered: readonly Locale[] = completeLocales): Locale {
  const language = (wanted ?? '').slice(0, 2).toLowerCase();
  return offered.find((each) => each === language) ?? offered.find((each) => each === 'en') ?? offered[0] ?? 'en';
}

/** Puts values where a text names them: `{{title}}`. */
export function fillText(text: string, data: object): string {
  const values = data as Readonly<Record<string, unknown>>;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
