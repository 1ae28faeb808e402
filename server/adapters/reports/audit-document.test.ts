/** Every character of every language is rendered with a glyph and can be extracted again. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { locales } from '#contract/languages.ts';
import { textsOf } from '#server/platform/texts.ts';
import { renderAudit } from './audit-document.ts';
import { renderReceipt } from './receipt-document.ts';
import { linesOf } from './report-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = new Date('2026-05-03T12:00:00Z');
const names = ['김철수', 'محمد علي', 'שלום עולם', 'สมชาย ใจดี', '👍🏽 ok ☑', 'राजेश कुमार', 'Αλέξανδρα Шевченко 山田', 'Łukasz Ñandú', 'გიორგი Արամ'];

function audit(locale: string, title = '契約 Договір 12'): Promise<Buffer> {
  return renderAudit({
    locale, installation: 'sign.example.org', madeAt: at,
    transaction: { id: 't-1', name: title, status: 'completed', sender: 'Ada <ada@example.org>', created: at, started: at, ended: at, reason: null },
    signers: names.map((name) => ({ name, contact: 'a@example.org', invited: at, viewed: at, signed: at, from: '127.0.0.1', level: 'B-T', byApplication: false,
      signIn: { how: 'email', at, secondStep: true }, inPerson: { host: 'Ада', code: { address: 'a@example.org', at } }, certificate: { serial: 'ab12', holder: name, issuer: null, keyOfServer: true },
    })),
    readers: (['approver', 'viewer'] as const).map((participation) => ({
      participation, name: `${participation} Σοφία`, contact: 'r@example.org', invited: at, viewed: at, done: at, from: '127.0.0.1', signIn: { how: 'email', at, secondStep: false }, byApplication: false,
      documents: participation === 'approver' ? [{ title: `${title} Ω`, version: 2, hash: 'ef'.repeat(32) }] : [],
    })),
    documents: [{ id: 'd', title, versions: [{ version: 1, kind: 'signed', by: 'محمد', at, size: 12_345, hash: 'ab'.repeat(32) }] }],
    steps: [], records: [], head: 'cd'.repeat(32),
  });
}

function textOf(pdf: Buffer): string {
  const path = join(folder, `${Math.random()}.pdf`);
  writeFileSync(path, pdf);
  return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' }).replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '');
}

/**
 * Returns the glyph ids drawn, four hexadecimal digits each; 0 is `.notdef`, drawn for a character that the font
 * lacks.
 */
function codesOf(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  return [...streams].flatMap(([, body = '']) => {
    const bytes = Buffer.from(body, 'latin1');
    const content = bytes[0] === 0x78 ? inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1') : body;
    if (!/\bTJ\b/.test(content)) return [];
    return [...content.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? []);
  });
}

const texts = textsOf('server');

test.each(locales)('renders every letter in %s, page numbers included', async (locale) => {
  const pdf = await audit(locale);
  const codes = codesOf(pdf);
  expect(codes.length).toBeGreaterThan(500);
  expect(codes.filter((code) => code === '0000')).toEqual([]);
  const text = textOf(pdf);
  const pages = String([...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length);
  const { page, title, signers, readers, approved, viewedAll } = texts[locale].audit;
  for (const part of [page.replace('{{page}}', '1').replace('{{pages}}', pages), title, signers, readers, approved, viewedAll, 'ef'.repeat(32)]) expect(text.replaceAll(/\s+/g, '')).toContain(part.replaceAll(/\s+/g, ''));
  for (const name of names.filter((each) => !each.startsWith('👍'))) expect(text).toContain(name);
  expect(text).toContain('👍');
});

test.each(locales)('renders every letter of a receipt in %s', async (locale) => {
  const pdf = await renderReceipt({
    locale, installation: 'sign.example.org', madeAt: at, number: 'r-1', paidAt: at, payer: 'Αλέξανδρα Шевченко 山田', contact: 'a@example.org', plan: 'h_b_o_a', seats: 3, until: at,
    promoCode: 'HALF', amount: 45_000, charged: 44_000, card: '4242',
  });
  expect(codesOf(pdf).filter((code) => code === '0000')).toEqual([]);
  const text = textOf(pdf).replaceAll(/\s+/g, '');
  const { title, seats, balance, annual, noTax } = texts[locale].receipt;
  for (const part of [title, seats, balance, annual, noTax, 'Αλέξανδρα Шевченко 山田', 'HALF', '4242']) expect(text).toContain(part.replaceAll(/\s+/g, ''));
});

test('wraps a long title in any script within the page', async () => {
  for (const title of ['מסמך ארוך מאוד '.repeat(17), '契約書、第一版。'.repeat(30), `${'x'.repeat(256)}`, 'เอกสารสัญญาฉบับที่หนึ่ง'.repeat(11)]) {
    const text = textOf(await audit('en', title));
    expect(text.replaceAll(/\s+/g, '')).toContain([...title.replaceAll(/\s+/g, '')].slice(0, 20).join(''));
    for (const line of text.split('\n')) expect(line.length).toBeLessThan(160);
  }
});

describe('line layout', () => {
  const lines = (text: string, room: number) => linesOf(text, 'en', room, (part) => part.length).map((pieces) => pieces.map((piece) => piece.text));

  test('breaks between words, between ideographs but not before closing punctuation, and inside overlong words', () => {
    expect(lines('ab cd efghijklm', 6)).toEqual([['ab cd'], ['efghij'], ['klm']]);
    expect(lines('2026-05-03 12:00', 10)).toEqual([['2026-05-03'], ['12:00']]);
    expect(lines('日本。語「漢」語', 4)).toEqual([['日本。語'], ['「漢」語']]);
  });

  test('follows reading order, right to left where the script requires it', () => {
    expect(lines('a שלום b', 99)).toEqual([['a ', 'שלום', ' b']]);
    expect(lines('שלום 12 עולם', 99)).toEqual([[' עולם', '12', 'שלום ']]);
    expect(lines('שלום (ab) 12', 99)).toEqual([['12', ') ', 'ab', 'שלום (']]);
  });
});

test('words that an earlier audit trail had are not shaped again to measure them', async () => {
  await audit('fi', 'Ensimmäinen');
  const shaping = vi.spyOn(PDFDocument.prototype, 'widthOfString');
  await audit('fi', 'Toinen');
  // The new title only; all of a trail takes hundreds.
  expect(shaping.mock.calls.length).toBeLessThan(20);
  shaping.mockRestore();
});
