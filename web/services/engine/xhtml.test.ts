import { describe, expect, test } from 'vitest';
import { isXhtml, readXhtml } from './xhtml.service.ts';

const page = (body: string, head = '', attributes = '') =>
  new Blob([`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" ${attributes}><head><title>Report</title>${head}</head><body>${body}</body></html>`]);
const xbrl = 'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"';
const fact = '<p>Revenue <ix:nonFraction name="a" contextRef="c" unitRef="u">42</ix:nonFraction></p>';

describe('pages as documents', () => {
  test('are told by type or name', () => {
    expect(isXhtml({ type: 'application/xhtml+xml' })).toBe(true);
    expect(isXhtml({ type: '', name: 'report.XHTML' })).toBe(true);
    expect(isXhtml({ type: 'application/pdf', name: 'report.pdf' })).toBe(false);
  });

  test('keep their text, their look and their title', async () => {
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

  test('may load nothing', async () => {
    expect((await readXhtml(page('x'))).html).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'/);
  });

  test('that are no XHTML are refused', async () => {
    await expect(readXhtml(new Blob(['<html><p>not closed</html>']))).rejects.toMatchObject({ code: 'pdf_parsing_error_invalid_extention' });
    await expect(readXhtml(new Blob(['%PDF-1.7']))).rejects.toMatchObject({ code: 'pdf_parsing_error_invalid_extention' });
  });

  test('with XBRL need a header, which nobody sees', async () => {
    await expect(readXhtml(page(fact, '', xbrl))).rejects.toMatchObject({ code: 'invalid_xbrl', message: 'Invalid XBRL Document' });
    const header = '<div style="display: none"><ix:header><ix:hidden>secret</ix:hidden></ix:header></div>';
    const read = await readXhtml(page(header + fact, '', xbrl));
    expect(read.text).toBe('Revenue 42');
  });
});
