/** The lists, the upload and the sign-in open with a part of the texts: nothing that they run needs another one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/shared.ts';

const opening = ['app/main.tsx', 'app/sign-in.tsx', 'app/magic-link.tsx', 'app/start.tsx', 'app/TransactionsPage.tsx', 'app/TemplatesPage.tsx', 'app/FilesPage.tsx', 'features/upload/UploadScreen.tsx', 'app/screens/AuthorizeScreen.tsx'].map((file) => `web/${file}`);

const further = [...readFileSync(join(root, 'web/services/i18n/texts/further/en.ts'), 'utf8').matchAll(/\{([^}]+)\}\.json/g)].flatMap(([, names = '']) => names.split(','));

/** Asks for texts only if they are there. */
const asksFirst = ['web/entities/error-text.ts', 'web/entities/field/field-findings.ts'];

const sources = new Map<string, string>();
const sourceOf = (file: string): string => sources.get(file) ?? sources.set(file, readFileSync(join(root, file), 'utf8')).get(file) ?? '';

const resolve = (file: string, target: string): string | null => {
  const path = target.startsWith('#') ? target.slice(1) : target.startsWith('.') ? normalize(join(dirname(file), target)) : null;
  return path !== null && /\.tsx?$/.test(path) && existsSync(join(root, path)) ? path : null;
};

const staticImports = /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^'"`;]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'/g;
const lateImports = /(withFurtherTexts\([^'\n]*?)?import\('([^']+)'\)/g;

const runBy = (file: string, found = new Set<string>()): Set<string> => {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, from, alone] of sourceOf(file).matchAll(staticImports)) {
    const target = resolve(file, from ?? alone ?? '');
    if (target) runBy(target, found);
  }
  return found;
};

/** The namespaces that a module asks for, except those of the first texts. */
const furtherOf = (source: string): string[] =>
  further.filter((name) => new RegExp(`useTranslation\\([^)]*'${name}'|['"\`]${name}:[\\w.$]|ns: '${name}'`).test(source) && !source.includes('addFurtherTexts'));

const needing = (files: Iterable<string>): string[] => [...files].filter((file) => file.startsWith('web/') && !asksFirst.includes(file)).flatMap((file) => furtherOf(sourceOf(file)).map((name) => `${file} asks for ${name}`));

const isPage = (file: string): boolean => file.startsWith('web/') && file !== 'web/app/router.tsx' && !file.startsWith('web/services/i18n/');
const first = new Set(opening.flatMap((file) => [...runBy(file)]));
/** A list brings its rows late, as soon as it is known who asks. */
const late = [...first].filter(isPage).flatMap((file) => [...sourceOf(file).matchAll(lateImports)].filter(([, wrapped]) => !wrapped).flatMap(([, , target = '']) => resolve(file, target) ?? []));
const all = new Set([...first, ...late.flatMap((file) => [...runBy(file)])]);

test('every namespace is in one part', () => {
  const named = [...readFileSync(join(root, 'web/services/i18n/texts/en.ts'), 'utf8').matchAll(/\{([^}]+)\}\.json/g)].flatMap(([, names = '']) => names.split(','));
  const catalogue = readdirSync(join(root, 'contract/locales/en')).map((name) => name.replace('.json', ''));
  expect([...named, ...further].toSorted()).toEqual(catalogue.filter((name) => !['failure', 'mail', 'page', 'server', 'text'].includes(name)));
});

test('the first screens are reached', () => {
  expect([...all]).toEqual(expect.arrayContaining(['web/features/lists/TransactionRow.tsx', 'web/features/upload/UploadScreen.tsx', 'web/features/sign-in/SignInPage.tsx', 'web/app/frame/AccountMenu.tsx']));
});

test('the first screens need only the first texts', () => {
  expect(needing(all)).toEqual([]);
});

test('each screen of the router that opens with the first texts is checked here', () => {
  const router = sourceOf('web/app/router.tsx');
  const named = new Map([...router.matchAll(/const (\w+): Screen = \(\) => (?:\{[^}]*?return )?import\('([^']+)'\)/g)].map(([, name, path = '']) => [name, path]));
  const screens = [...router.matchAll(/screen\(routes\.\w+, (?:(\w+)|\(\) => import\('([^']+)'\)), (?:opening|\{[^}]*isOpening: true[^}]*\})\)/g)].map(([, name, path]) => path ?? named.get(name) ?? '');
  expect(screens.length).toBeGreaterThan(3);
  expect(screens.filter((path) => !opening.includes(resolve('web/app/router.tsx', path) ?? ''))).toEqual([]);
});
