import { expect, test } from 'vitest';
import { conversionSpeedOf, errorReport, maskText, pageNameOf, usageEvent } from './telemetry.ts';

const id = '0123456789abcdef01234567';

test.each([
  ['/', '/'],
  ['/transactions', '/transactions'],
  [`/transaction/${id}`, '/transaction/:id'],
  [`/transaction/${id}/editor`, '/transaction/:id/editor'],
  [`/file/${id},${id}`, '/file/:id'],
  [`/organization/${id}/team/${id}`, '/organization/:id/team/:id'],
  ['/organizations/new', '/organizations/new'],
  ['/library/template', '/library/template'],
  ['/ada@example.org/Lease.pdf', '/other'],
])('the page of %s is %s', (path, name) => expect(pageNameOf(path)).toBe(name));

test.each([[0, 'fast'], [1999, 'fast'], [2000, 'average'], [4999, 'average'], [5000, 'slow']] as const)('a conversion of %i ms is %s', (time, speed) => expect(conversionSpeedOf(time)).toBe(speed));

test.each([
  ['Ada <ada.byron+rent@mail.example.org> is unknown', 'Ada <***@***> is unknown'],
  [`/transaction/${id}?code=secret failed`, '/transaction/:id failed'],
  ['at https://sign.example.org/direct_link#kJ8sQ0secret, line #3', 'at https://sign.example.org/direct_link, line #3'],
  ['"χρήστης@παράδειγμα.ελ"', '"***@***"'],
])('%s is masked', (text, masked) => expect(maskText(text)).toBe(masked));

test('a report is masked and cut off wherever it comes from, and names only known pages', () => {
  const report = errorReport.parse({ code: 'unknown_ui_error', message: 'ada@example.org '.repeat(100), stack: 'at https://sign.example.org/x?ticket=1', page: '/other' });
  expect(report.message.length).toBe(500);
  expect(JSON.stringify(report)).not.toMatch(/ada|example\.org \*|ticket/);
  expect(usageEvent.safeParse({ name: 'page_view', page: `/transaction/${id}` }).success).toBe(false);
});

test('a long text is masked at once, whatever it is of', () => {
  const begun = performance.now();
  for (const part of ['a', '@', 'a@', '?', '0', '?a@']) maskText(part.repeat(500_000));
  expect(performance.now() - begun).toBeLessThan(2000);
});

test('a version is the name of a build, and no other text', () => {
  const report = { code: 'unknown_ui_error', message: '', page: '/transactions' };
  expect(['0123abcdef', '0.1.0', null].map((version) => errorReport.safeParse({ ...report, version }).success)).toEqual([true, true, true]);
  expect(['ada@example.org', 'of Ada', 'https://x'].map((version) => errorReport.safeParse({ ...report, version }).success)).toEqual([false, false, false]);
});
