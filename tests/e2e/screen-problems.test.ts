import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contexts, devices, newPerson, openContexts } from '../support/chromium.ts';
import { overflowOf, problemsOf } from './screen-problems.ts';

let browser: Contexts;
let page: Page;

beforeAll(async () => {
  browser = await openContexts();
  page = await newPerson(browser, devices.phone);
});
afterAll(() => browser?.close());

const show = (body: string) => page.setContent(`<html lang="en"><head><title>Problems</title><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>Problems</h1>${body}</main></body></html>`);

test('finds low contrast and content wider than the screen', async () => {
  await show('<p style="color:#ccc">Pale</p><p style="width:900px">Wide</p>');
  const found = (await problemsOf(page, 'wrong')).join('\n');
  expect(found).toMatch(/light: color-contrast at p/);
  expect(found).toMatch(/dark: color-contrast at p/);
  expect(found).toMatch(/\d+ px wide on a screen of 360 px/);
});

const scrolling = 'overflow:auto;width:300px;height:300px';
test.each([
  ['main', `<div style="width:900px;height:20px"></div><style>main{${scrolling}}</style>`],
  ['a dialog', `<div role="dialog" aria-label="Wide"><div style="${scrolling}" tabindex="0"><div style="width:900px;height:20px"></div></div></div>`],
  ['a dialog', `<div role="alertdialog" aria-label="Wide"><div style="${scrolling}" tabindex="0"><div style="width:900px;height:20px"></div></div></div>`],
])('finds horizontal scrolling within %s', async (where, body) => {
  await show(body);
  expect(await overflowOf(page, 'wrong')).toEqual([`wrong: 900 px wide on ${where} of 300 px`]);
});

test('ignores content with its own scroll container', async () => {
  const table = '<div style="overflow-x:auto" tabindex="0"><div style="width:900px;height:20px"></div></div>';
  await show(`${table}<div role="dialog" aria-label="Table"><div style="overflow:auto" tabindex="0">${table}</div></div>`);
  expect(await overflowOf(page, 'right')).toEqual([]);
});

test('finds text that does not fit', async () => {
  await show('<p style="width:900px">Wide</p><p style="width:40px;white-space:nowrap">Longer than its place</p><p style="width:40px;white-space:nowrap;overflow:hidden">Cut in its place</p>');
  const found = (await overflowOf(page, 'wrong')).join('\n');
  for (const problem of ['“Wide” is outside', '“Longer than its place” spills out', '“Cut in its place” is cut']) expect(found).toContain(problem);
});

test('finds broken words', async () => {
  await show('<p style="width:50px;overflow-wrap:anywhere">Some properties</p>');
  for (const found of [await overflowOf(page, 'wrong'), await problemsOf(page, 'wrong')]) expect(found).toEqual(['wrong: “properties” is broken into lines']);
});

test('finds nothing in correct content', async () => {
  await show('<p>Readable</p><p style="width:40px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis">Shortened on purpose</p><p style="width:90px;overflow-wrap:anywhere">Some words, and long.address@example.com</p><p lang="ja" style="width:60px">誰が作成できるもの</p>');
  expect([await problemsOf(page, 'right'), await overflowOf(page, 'right')]).toEqual([[], []]);
});
