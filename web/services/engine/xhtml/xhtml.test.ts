import { describe, expect, test } from 'vitest';
import { MARK } from './xhtml-fields.ts';
import { placeFields } from './xhtml-layout.ts';
import { isXhtml, readXhtml } from './xhtml.service.ts';

const page = (body: string, head = '', attributes = '') =>
  new Blob([`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" ${attributes}><head><title>Report</title>${head}</head><body>${body}</body></html>`]);
const xbrl = 'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"';
const fact = '<p>Revenue <ix:nonFraction name="a" contextRef="c" unitRef="u">42</ix:nonFraction></p>';

describe('XHTML pages', () => {
  test('are recognized by type or name', () => {
    expect(isXhtml({ type: 'application/xhtml+xml' })).toBe(true);
    expect(isXhtml({ type: '', name: 'report.XHTML' })).toBe(true);
    expect(isXhtml({ type: 'application/pdf', name: 'report.pdf' })).toBe(false);
  });

  test('keep their text, styles and title', async () => {
    const read = await readXhtml(page('<p style="color: red">Dear <b>Ada</b></p><div/><p>after</p>', '<style>p { margin: 0 }</style>'));
    expect(read).toMatchObject({ title: 'Report', text: 'Dear Adaafter' });
    expect(read.html).toContain('<p style="color: red">Dear <b>Ada</b></p>');
    expect(read.html).toContain('<div></div>');
    expect(read.html).toContain('p { margin: 0 }');
  });

  test.each([
    ['scripts', '<script>alert(1)</script>', '', /script/],
    ['handlers', '<p onclick="alert(1)">x</p>', '', /onclick/],
    ['frames', '<iframe src="https://example.org"></iframe>', '', /iframe/],
    ['pictures from elsewhere', '<img src="https://example.org/spy.png" alt=""/>', '', /example\.org/],
    ['addresses that run', '<a href="javascript:alert(1)">x</a>', '', /javascript/],
    ['forms that send', '<form action="https://example.org"><input/></form>', '', /example\.org/],
    ['a base and style sheets from elsewhere', '', '<base href="https://example.org"/><link rel="stylesheet" href="https://example.org/a.css"/>', /example\.org/],
  ])('lose their %s', async (_what, body, head, harm) => {
    expect((await readXhtml(page(body, head))).html).not.toMatch(harm);
  });

  test.each<[string, string, string, boolean]>([
    ['nothing', '<p style="color: red; background: url(#a)">x</p><img src="data:image/png;base64,AA" alt=""/>', '<style>p { background: url("data:image/png;base64,AA") }</style><meta name="author" content="Ada"/>', false],
    ['a link or a form', '<a href="https://example.org" ping="https://example.org">x</a><form action="https://example.org"><input/></form>', '', false],
    ['a script', '<script>alert(1)</script>', '', true],
    ['a handler', '<p onclick="alert(1)">x</p>', '', true],
    ['a picture from elsewhere', '<img src="https://example.org/a.png" alt=""/>', '', true],
    ['a style sheet from elsewhere', '', '<link rel="stylesheet" href="https://example.org/a.css"/>', true],
    ['a style that imports', '', '<style>@import "https://example.org/a.css";</style>', true],
    ['a style that loads', '<p style="background: url( \'https://example.org/a.png\' )">x</p>', '', true],
    ['a refresh', '', '<meta http-equiv="refresh" content="0; url=https://example.org"/>', true],
    ['a frame', '<iframe src="https://example.org"></iframe>', '', true],
    ['a style that hides what it loads', '<p style="background: u\\72l(https://example.org/a.png)">x</p>', '', true],
    ['a style that hides what it imports', '', '<style>@\\69mport "https://example.org/a.css";</style>', true],
    ['a list of pictures from elsewhere', '<p style="background: image-set(\'https://example.org/a.png\' 1x)">x</p>', '', true],
    ['a drawing that loads', '<svg xmlns="http://www.w3.org/2000/svg"><rect filter="url(https://example.org/a.svg#f)"/></svg>', '', true],
    ['a drawing that does not', '<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="g"/><rect fill="url(#g)"/></svg>', '', false],
    ['a style for those who run scripts', '', '<style>@media (scripting: enabled) { p { display: none } }</style>', true],
    ['what ends a style sheet in HTML', '', '<style><![CDATA[ p { content: "</style><p>You pay 100</p>" } ]]></style>', true],
    ['a paragraph with a block, which HTML closes', '<p>You pay <div>100</div></p>', '', true],
    ['text in an element that is empty in HTML', '<br>You pay 100</br>', '', true],
    ['elements with a prefix', '<h:p xmlns:h="http://www.w3.org/1999/xhtml">x</h:p>', '', true],
    ['a drawing that is none in XML', '<svg><desc>You pay 100</desc></svg>', '', true],
    ['a drawing in HTML\'s spelling', '<svg xmlns="http://www.w3.org/2000/svg"><linearGradient id="g"><stop/></linearGradient><foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject></svg>', '', false],
    ['a table without groups of rows', '<table><tr><td>x</td></tr></table>', '', false],
  ])('say whether something is left out that others may show: %s', async (_what, body, head, leavesOut) => {
    expect((await readXhtml(page(body, head))).leavesOut).toBe(leavesOut);
  });

  test.each(['<p>You pay 100</p>', 'You pay 100', '<style>p { display: none }</style>'])('say so of what stands beside the body: %s', async (more) => {
    expect((await readXhtml(new Blob([`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>x</p></body>${more}</html>`]))).leavesOut).toBe(true);
  });

  test('are shown with what their style sheets refer to', async () => {
    const { html, leavesOut } = await readXhtml(page('<p>x</p>', '<style>.final .draft { display: none }</style>', 'class="final" dir="rtl" onload="alert(1)" xml:lang="ar"'));
    expect(html).toMatch(/<html[^>]* class="final" dir="rtl"/);
    expect(html).not.toMatch(/onload|xml:lang/);
    expect(leavesOut).toBe(true);
  });

  test('keep style sheets in CDATA sections, without their marks', async () => {
    const { html, leavesOut } = await readXhtml(page('<p>x</p>', '<style><![CDATA[ p > b { color: red } ]]></style>'));
    expect(html).toContain('<style> p > b { color: red } </style>');
    expect(leavesOut).toBe(false);
  });

  test('say so of a style sheet before the page', async () => {
    const before = new Blob(['<?xml version="1.0"?><?xml-stylesheet href="https://example.org/a.css"?><html xmlns="http://www.w3.org/1999/xhtml"><body>x</body></html>']);
    expect((await readXhtml(before)).leavesOut).toBe(true);
  });

  test('cannot load anything', async () => {
    expect((await readXhtml(page('x'))).html).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'/);
  });

  test('are refused if they are not well-formed XHTML', async () => {
    await expect(readXhtml(new Blob(['<html><p>not closed</html>']))).rejects.toMatchObject({ code: 'pdf_parsing_error_invalid_extention' });
    await expect(readXhtml(new Blob(['%PDF-1.7']))).rejects.toMatchObject({ code: 'pdf_parsing_error_invalid_extention' });
  });

  test.each([
    ['a declared one', 'iso-8859-1', '', (text: string) => Buffer.from(text, 'latin1')],
    ['UTF-16 with its mark', 'UTF-16', '\uFEFF', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16 of the other order', 'UTF-16', '\uFEFF', (text: string) => Buffer.from(text, 'utf16le').swap16()],
    ['UTF-16 without its mark', 'UTF-16LE', '', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-8 with its mark', 'utf-8', '\uFEFF', (text: string) => Buffer.from(text, 'utf8')],
  ])('are decoded in their own encoding: %s', async (_which, name, mark, encoded) => {
    const text = `${mark}<?xml version="1.0" encoding="${name}"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Crème</title></head><body><p>brûlée</p><input name="é" value="ß"/></body></html>`;
    const read = await readXhtml(new Blob([Uint8Array.from(encoded(text))]));
    expect(read).toMatchObject({ title: 'Crème', text: 'brûlée', fields: [{ fieldName: 'é', value: 'ß' }] });
  });

  test('are refused if their bytes are invalid in their encoding', async () => {
    const latin = (declared: string) => new Blob([Uint8Array.from(Buffer.from(`<?xml version="1.0"${declared}?><html xmlns="http://www.w3.org/1999/xhtml"><body>Crème</body></html>`, 'latin1'))]);
    for (const declared of ['', ' encoding="UTF-8"', ' encoding="x-unheard-of"']) await expect(readXhtml(latin(declared))).rejects.toMatchObject({ code: 'pdf_parsing_error_invalid_extention' });
  });

  test('need a header if they contain XBRL; it stays hidden', async () => {
    await expect(readXhtml(page(fact, '', xbrl))).rejects.toMatchObject({ code: 'invalid_xbrl', message: 'Invalid XBRL Document' });
    const header = '<div style="display: none"><ix:header><ix:hidden>secret</ix:hidden></ix:header></div>';
    const read = await readXhtml(page(header + fact, '', xbrl));
    expect(read).toMatchObject({ text: 'Revenue 42', leavesOut: false });
  });
});

describe('the controls of a page', () => {
  const controls = `
    <form action="/send">
      <input type="hidden" name="token" value="x"/><input type="submit" value="Send"/>
      <p><label>Name <input name="name" value="Ada" maxlength="40" required=""/></label></p>
      <input type="email" id="mail" readonly="readonly"/><input type="tel" name="phone"/>
      <input type="date" name="born" value="1815-12-10"/>
      <textarea name="note" cols="20">two
lines</textarea>
      <select name="country"><option value="de">Germany</option><option value="gr" selected="selected">Greece</option></select>
      <input type="checkbox" name="agreed" checked="checked"/>
      <input type="radio" name="pay" value="cash"/><input type="radio" name="pay" value="card" checked="checked"/>
    </form>`;

  test('become fields with their values and constraints', async () => {
    const { fields } = await readXhtml(page(controls));
    expect(fields.map(({ fieldName, type, value }) => [fieldName, type, value])).toEqual([
      ['name', 'text', 'Ada'],
      ['mail', 'text', ''],
      ['phone', 'text', ''],
      ['born', 'date', '1815-12-10'],
      ['note', 'text', 'two\nlines'],
      ['country', 'text', 'Greece'],
      ['agreed', 'checkmark', true],
      ['pay', 'radio', false],
      ['pay', 'radio', true],
    ]);
    expect(fields[0]).toMatchObject({ required: true, readonly: false, textMaxLength: 40, multiline: false, textFormat: null, page: 1 });
    expect(fields[1]).toMatchObject({ readonly: true, textFormat: 'email' });
    expect(fields[2]).toMatchObject({ textFormat: 'phone_number' });
    expect(fields[3]).toMatchObject({ dateFormat: 'YYYY-MM-DD' });
    expect(fields[4]).toMatchObject({ multiline: true });
    expect(fields[7]).toMatchObject({ group: 'pay' });
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  });

  test('are read-only where input would be lost', async () => {
    const shown = new DOMParser().parseFromString((await readXhtml(page(controls))).html, 'text/html');
    for (const control of shown.querySelectorAll<HTMLInputElement>(`[${MARK}]`)) expect(control.disabled || control.readOnly).toBe(true);
    expect(shown.querySelectorAll(`[${MARK}]`)).toHaveLength(9);
  });

  test('have positions in percent of the laid-out page; hidden ones are left out', async () => {
    const { fields, html } = await readXhtml(page('<input name="a"/><input name="gone"/><input name="b"/>'));
    const shown = new DOMParser().parseFromString(html, 'text/html');
    const box = (element: Element, left: number, top: number, width: number, height: number) => {
      element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
    };
    Object.defineProperties(shown.documentElement, { scrollWidth: { value: 1000 }, scrollHeight: { value: 3000 } });
    box(shown.documentElement, 0, 0, 1000, 3000);
    const [a, gone, b] = shown.querySelectorAll('input');
    if (!a || !gone || !b) throw new Error('The page has three controls');
    box(a, 100, 60, 200, 20);
    box(gone, 0, 0, 0, 0);
    box(b, 100, 1000, 333, 20);
    expect(placeFields(fields, shown).map(({ fieldName, rect }) => [fieldName, rect])).toEqual([
      ['a', { x: 10, y: 2, width: 20, height: 0.6667 }],
      ['b', { x: 10, y: 33.3333, width: 33.3, height: 0.6667 }],
    ]);
  });
});
