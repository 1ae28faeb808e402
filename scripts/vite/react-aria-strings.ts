import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { locales } from '../../contract/languages.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Packages of React Aria with strings, in `dist/private/intl` or its subfolders. */
const packages = ['react-aria', 'react-stately', 'react-aria-components'];

/** The React Aria locale of a language of the app: `ja` → `ja-JP`. */
const localeOf = (language: string): string => {
  const { language: code, region } = new Intl.Locale(language).maximize();
  return `${code}-${region}`;
};

const ours = new Map<string, string>(locales.map((language) => [language, localeOf(language)]));

/** Folders with one string file per locale. */
const stringFolders = (): string[] =>
  packages.flatMap((name) => {
    const folder = path.join(modules, name, 'dist', 'private', 'intl');
    if (!existsSync(folder)) return [];
    const folders = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isDirectory());
    return [folder, ...folders.map((entry) => path.join(entry.parentPath, entry.name))].filter((each) => existsSync(path.join(each, 'en-US.mjs')));
  });

/** Languages of the app that are missing in a folder. */
export const missingStrings = (folders: readonly string[] = stringFolders(), locales: Iterable<string> = ours.values()): string[] =>
  [...locales].flatMap((locale) => folders.filter((folder) => !existsSync(path.join(folder, `${locale}.mjs`))).map((folder) => `${locale} in ${path.relative(modules, folder)}`));

/** Fallback of a locale: itself if the app has it, else another locale of its language, else English. */
export const standInFor = (locale: string): string => {
  if ([...ours.values()].includes(locale)) return locale;
  return ours.get(locale.slice(0, 2)) ?? localeOf('en');
};

/** Strings of one language: `import 'react-aria-strings:fr'`. */
const LANGUAGE = 'react-aria-strings:';
/** Virtual module with the strings of all loaded languages. */
const STRINGS_MODULE = '\0react-aria-strings';
/** Query for an unmodified string file. */
const OWN = '?own';

const keeping = `
const kept = {};
export const stringsOf = (folder, locale) => (kept[folder + ' ' + locale] ??= {});
`;

const nameOf = (folder: string): string => path.relative(modules, folder);

/** Module that copies the strings of a locale into the objects that the components have imported. */
const filling = (locale: string): string => {
  const folders = stringFolders();
  return [
    `import { stringsOf } from ${JSON.stringify(STRINGS_MODULE)};`,
    ...folders.map((folder, at) => `import own${at} from ${JSON.stringify(`${path.join(folder, `${locale}.mjs`)}${OWN}`)};`),
    ...folders.map((folder, at) => `Object.assign(stringsOf(${JSON.stringify(nameOf(folder))}, ${JSON.stringify(locale)}), own${at});`),
  ].join('\n');
};

/**
 * React Aria's components throw where they find no string for the locale, and they bring thirty locales. Of those of the
 * app's languages a component is given empty ones, which the language fills when its texts are loaded: nobody loads the
 * strings of nine others. Any other locale gets the strings of a language that is there, never none: a browser set to
 * `zh-TW` or `pt-BR` must not break a menu.
 */
export const reactAriaStrings = (): Plugin => ({
  name: 'countersign:react-aria-strings',
  enforce: 'pre',
  buildStart() {
    const folders = stringFolders();
    const missing = missingStrings(folders);
    if (folders.length === 0) this.error('React Aria keeps its strings elsewhere now: scripts/vite/react-aria-strings.ts finds none.');
    if (missing.length > 0) this.error(`React Aria has no strings for: ${missing.join(', ')}`);
  },
  resolveId: (id) => {
    if (id === STRINGS_MODULE || id.endsWith(OWN)) return id;
    return id.startsWith(LANGUAGE) ? `\0${id}` : null;
  },
  async load(id) {
    if (id === STRINGS_MODULE) return keeping;
    if (id.startsWith(`\0${LANGUAGE}`)) return { code: filling(localeOf(id.slice(LANGUAGE.length + 1))), moduleSideEffects: true };
    if (id.endsWith(OWN)) return readFile(id.slice(0, -OWN.length), 'utf8');
    const [, folder, locale] = /node_modules\/(react-(?:aria|stately|aria-components)\/.*\/intl(?:\/.*)?)\/([a-z]{2}-[A-Z]{2})\.m?js$/.exec(id) ?? [];
    if (!folder || !locale) return null;
    return `import { stringsOf } from ${JSON.stringify(STRINGS_MODULE)};\nexport default stringsOf(${JSON.stringify(folder)}, ${JSON.stringify(standInFor(locale))});`;
  },
});
