import { describe, expect, test } from 'vitest';
import { fillXhtml, unlock, writtenIn } from './xhtml-fill.ts';
import type { ControlValues } from './xhtml-fill.ts';
import { readXhtml } from './xhtml.service.ts';

const xbrl = 'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"';
const source = `<?xml version="1.0"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" ${xbrl}><head><title>Report</title><script>keep()</script></head><body>
<div style="display: none"><ix:header><ix:hidden>figures</ix:hidden></ix:header></div>
<input type="hidden" name="token" value="x"/>
<input name="name" value="Ada"/><input name="fixed" value="stays" readonly="readonly"/>
<textarea name="note">old</textarea>
<select name="country"><option selected="selected">Germany</option><option>Greece</option></select>
<input type="checkbox" name="agreed" checked="checked"/>
<input type="radio" name="pay" value="cash" checked="checked"/><input type="radio" name="pay" value="card"/>
</body></html>`;

/** The page as it is shown in a frame, and what it was made of. */
async function shownPage() {
  const read = await readXhtml(new Blob([source]));
  return { shown: new DOMParser().parseFromString(read.html, 'text/html'), fields: read.fields };
}

const valuesOf = async (body: Blob) => (await readXhtml(body)).fields.map(({ value }) => value);

describe('a filled page', () => {
  const values: ControlValues = new Map<number, string | boolean | readonly number[]>([
    [0, 'Grace & "Co" <1>'],
    [1, 'changed'],
    [2, 'two\nlines'],
    [3, [1]],
    [4, false],
    [5, false],
    [6, true],
  ]);

  test('has the values except in read-only controls', async () => {
    expect(await valuesOf(await fillXhtml(new Blob([source]), values))).toEqual(['Grace & "Co" <1>', 'stays', 'two\nlines', 'Greece', false, false, true]);
  });

  test('keeps everything else: hidden elements, scripts, facts of a report', async () => {
    const filled = await fillXhtml(new Blob([source]), values);
    const text = await filled.text();
    expect(filled.type).toBe('application/xhtml+xml');
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<!DOCTYPE html>/);
    for (const preserved of ['<script>keep()</script>', '<ix:header><ix:hidden>figures</ix:hidden></ix:header>', 'name="token" value="x"']) expect(text).toContain(preserved);
  });

  test('is unchanged if nothing was entered', async () => {
    const { shown } = await shownPage();
    expect(await valuesOf(await fillXhtml(new Blob([source]), writtenIn(shown)))).toEqual(await valuesOf(new Blob([source])));
  });

  test('keeps the characters of another encoding and is saved as UTF-8', async () => {
    const latin = '<?xml version="1.0" encoding="iso-8859-1"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>Crème brûlée</p><input name="a"/></body></html>';
    const filled = await fillXhtml(new Blob([Uint8Array.from(Buffer.from(latin, 'latin1'))]), new Map([[0, 'Ελλάδα']]));
    expect(await filled.text()).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n.*<p>Crème brûlée<\/p><input name="a" value="Ελλάδα" ?\/>/s);
  });

  test('refuses values of another page', async () => {
    await expect(fillXhtml(new Blob([source]), new Map([[7, 'x']]))).rejects.toMatchObject({ code: 'pdf_merge_fields_failed' });
  });
});

test('the values entered in the displayed page fill the file', async () => {
  const { shown, fields } = await shownPage();
  unlock(shown, (index) => !fields[index]?.readonly);
  const [name, fixed] = shown.querySelectorAll<HTMLInputElement>('input[name=name], input[name=fixed]');
  if (!name || !fixed) throw new Error('The page has both');
  expect([name.readOnly, fixed.readOnly]).toEqual([false, true]);
  name.value = 'Grace';
  const options = shown.querySelectorAll('option');
  for (const [index, option] of options.entries()) option.selected = index === 1;
  const filled = await fillXhtml(new Blob([source]), writtenIn(shown));
  expect((await valuesOf(filled)).slice(0, 4)).toEqual(['Grace', 'stays', 'old', 'Greece']);
});
