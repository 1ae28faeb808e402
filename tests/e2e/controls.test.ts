/** Every control in every language, built as the product is: React Aria throws where a language lacks a string. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locales } from '#contract/languages.ts';
import { type Contexts, keepPicturesOfFailure, newPerson, openContexts } from '../support/chromium.ts';
import { root } from '../support/shared.ts';
import { pageErrorsOf } from './page-errors.ts';
import { buildPages } from './other-build.ts';
import { fromFolder } from './serve-folder.ts';

const controls = join(root, 'tests/e2e/controls');
let folder: string;
let browser: Contexts;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-controls-'));
  [browser] = await Promise.all([openContexts(), buildPages({ pages: controls, outDir: folder })]);
});
beforeEach(() => keepPicturesOfFailure(browser));
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the page has every control of the product based on React Aria', () => {
  const page = readFileSync(join(controls, 'controls.tsx'), 'utf8');
  const names = readdirSync(join(root, 'web/ui')).filter((name) => name.endsWith('.tsx') && readFileSync(join(root, 'web/ui', name), 'utf8').includes("'react-aria-components'"));
  // Shown by the fields themselves.
  expect(names.filter((name) => name !== 'FieldParts.tsx' && !page.includes(`'#web/ui/${name}'`))).toEqual([]);
});

/** Opens a list, sees it and closes it. */
async function openList(page: Page, name: string, role: 'listbox' | 'menu'): Promise<void> {
  await page.getByRole('button', { name }).last().click();
  await page.getByRole(role).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole(role).waitFor({ state: 'detached' });
}

async function openDialog(page: Page, name: string, role: 'dialog' | 'alertdialog'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole(role, { name }).waitFor();
  if (role === 'dialog') await openList(page, 'S3', 'listbox');
  await page.getByRole(role).getByRole('button', { name: 'X' }).first().click();
  await page.getByRole(role).waitFor({ state: 'detached' });
}

test.each([...locales.map((locale) => [locale, locale] as const), ['zh', 'zh-TW'], ['fr', 'fr-CA'], ['fr', 'pt-BR'], ['en', 'en-US@posix']] as const)('all work in %s for a browser in %s', async (language, tag) => {
  const page = await newPerson(browser);
  const complaints = pageErrorsOf(page);
  await page.addInitScript((languages) => Object.defineProperty(navigator, 'languages', { get: () => languages }), [tag]);
  await page.route('http://localhost/**', fromFolder(folder));
  await page.goto(`http://localhost/?language=${language}`);
  // Whatever a control threw is told, rather than that a button did not come.
  await Promise.race([page.getByRole('button', { name: 'M1' }).waitFor(), page.waitForEvent('console', (message) => message.type() === 'error')]);
  expect(complaints).toEqual([]);
  for (const name of ['S1', 'S2', 'C1']) await openList(page, name, 'listbox');
  await openList(page, 'M1', 'menu');
  for (const name of ['C1', 'C2']) {
    await page.getByRole('combobox', { name, exact: true }).fill(name === 'C1' ? '1' : 'a');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
  }
  await page.getByRole('searchbox').fill('1');
  await page.getByRole('button', { name: 'F1' }).click();
  await openDialog(page, 'D1', 'dialog');
  await openDialog(page, 'D2', 'alertdialog');
  expect(complaints).toEqual([]);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await page.context().close();
});
