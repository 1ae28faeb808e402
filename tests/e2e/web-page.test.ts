/** A page of the web as a document: shown without what it would run, filled in where it is shown, and kept. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooserOf } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { seeing } from './people.ts';
import { clientIn } from './requests.ts';
import { inWorld, type World } from './world.ts';

/** A form whose author wants to run something, to load something, and fixed one of the controls. */
const form = (written: { name: string; agreed: string; plain: string; fast: string; note: string }) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Order</title></head><body>
<p id="run">Nothing ran</p><script>document.getElementById('run').textContent = 'It ran';</script>
<p><label>Name <input name="name" value="${written.name}" /></label></p>
<p><label>Number <input name="number" value="4711" readonly="readonly" /></label></p>
<p><label><input type="checkbox" name="agreed"${written.agreed} /> Agreed</label></p>
<p><label>Delivery <select name="delivery"><option${written.plain}>Plain</option><option${written.fast}>Fast</option></select></label></p>
<p><label>Note <textarea name="note">${written.note}</textarea></label></p>
</body></html>`;

const before = form({ name: '', agreed: '', plain: ' selected="selected"', fast: '', note: 'none' });
const after = form({ name: 'Ada &amp; Æsop', agreed: ' checked="checked"', plain: '', fast: ' selected="selected"', note: '2 &lt; 3\nand more' });

describe('a web page', () => {
  let world: World;
  let page: Page;
  const frame = () => page.frameLocator('iframe[title="Order.xhtml"]');

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  test('is accepted and shown without scripts', async () => {
    await page.goto(`${world.product.url}/files`);
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(world.file('Order.xhtml', before));
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    await frame().getByText('Nothing ran').waitFor();
    await page.getByRole('button', { name: 'Request signatures' }).waitFor();
    // What other programs would run is not shown, which is said.
    await page.getByText('This page has parts that are not shown here').waitFor();
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  });

  test('is filled in place, except for read-only controls', async () => {
    await frame().getByLabel('Name').fill('Ada & Æsop');
    await frame().getByLabel('Agreed').check();
    await frame().getByLabel('Delivery').selectOption('Fast');
    await frame().getByLabel('Note').fill('2 < 3\nand more');
    expect(await frame().getByLabel('Number').isEditable()).toBe(false);
    await seeing(page.getByText('Saved', { exact: true }), () => page.getByRole('button', { name: 'Save', exact: true }).click());
    expect(await world.product.query('select title, version from files')).toEqual([{ title: 'Order.xhtml', version: 2 }]);
  });

  test('has the same values on return, in the download and in the list of fields', async () => {
    await page.reload();
    await frame().getByText('Nothing ran').waitFor();
    await expect.poll(() => frame().getByLabel('Name').inputValue()).toBe('Ada & Æsop');
    await expect.poll(() => frame().getByLabel('Agreed').isChecked()).toBe(true);
    await expect.poll(() => frame().getByLabel('Delivery').inputValue()).toBe('Fast');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download', exact: true }).click()]);
    expect(download.suggestedFilename()).toBe('Order.xhtml');
    const path = join(world.folder, 'Filled.xhtml');
    await download.saveAs(path);
    // The page is the author's, word for word, with what was written into it.
    expect(readFileSync(path, 'utf8')).toBe(after);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const meta = await (await clientIn(world, page)).call('files.getMeta', { params: { id } });
    expect(meta.attributes.fields.map(({ fieldName, value }) => [fieldName, value])).toEqual([
      ['name', 'Ada & Æsop'], ['number', '4711'], ['agreed', true], ['delivery', 'Fast'], ['note', '2 < 3\nand more'],
    ]);
  });

  /** A report whose figure is marked for machines, written as programs from before UTF-8 write it. */
  const report = (header: string) =>
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><head><title>Report</title></head><body>${header}
<p>Umsätze <ix:nonFraction name="a" contextRef="c" unitRef="u">42</ix:nonFraction></p>
<p><label>Geprüft von <input name="prüfer" /></label></p></body></html>`, 'latin1');

  async function choose(name: string, bytes: Uint8Array): Promise<void> {
    await page.goto(`${world.product.url}/files`);
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(world.file(name, bytes));
  }

  test('that is an XBRL report without its header is refused', async () => {
    await choose('Headless.xhtml', report(''));
    await page.getByRole('region', { name: 'Documents being added' }).locator('[data-error-code=invalid_xbrl]').filter({ hasText: 'Invalid XBRL Document' }).waitFor();
    expect(await world.product.query('select title from files')).toEqual([{ title: 'Order.xhtml' }]);
  });

  test('that is an XBRL report is shown without its header, but filled and saved with it', async () => {
    await choose('Report.xhtml', report('<div style="display: none"><ix:header><ix:hidden>for machines</ix:hidden></ix:header></div>'));
    await page.waitForURL(/\/file\/[0-9a-f]{24}/);
    const shown = page.frameLocator('iframe[title="Report.xhtml"]');
    await shown.getByText('Umsätze 42').waitFor();
    expect(await shown.locator('body').textContent()).not.toContain('for machines');
    await shown.getByLabel('Geprüft von').fill('Ελένη');
    await seeing(page.getByText('Saved', { exact: true }), () => page.getByRole('button', { name: 'Save', exact: true }).click());
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download', exact: true }).click()]);
    const path = join(world.folder, 'Filled report.xhtml');
    await download.saveAs(path);
    const saved = readFileSync(path, 'utf8');
    for (const part of ['<ix:hidden>for machines</ix:hidden>', 'Umsätze <ix:nonFraction', 'name="prüfer" value="Ελένη"']) expect(saved).toContain(part);
  });
});
