/** What came after a signature is named: each filled field with what it says and what it shows. */
import type { SignatureReport } from '@countersign/core';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import verdict from '#contract/locales/en/verdict.json' with { type: 'json' };
import { Evidence } from './Evidence.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { verdict } }, interpolation: { escapeValue: false }, react: { useSuspense: false } }));

const filled = (field: string, told: { value?: string; shown?: string }) => ({ kind: 'fieldFilled', severity: 'allowed', field, message: 'the field was filled', ...told });

const shownFor = (changes: readonly unknown[], changesOmitted = 0): string => {
  const report = { intact: true, trusted: true, coversWholeFile: false, revocation: [], findings: [], changes, changesOmitted } as unknown as SignatureReport;
  return renderToStaticMarkup(<Evidence report={report} />);
};

test('a filled field is named once, with its value', () => {
  const shown = shownFor([filled('amount', { value: '1000', shown: '1000' }), filled('amount', { value: '1000', shown: '1000' })]);
  expect(shown.split('Filled in since: amount – “1000”')).toHaveLength(2);
});

test('what a field shows is told where it is not the value, or can not be told', () => {
  const shown = shownFor([filled('amount', { value: '1000', shown: '1,000.00 EUR' }), filled('name', { value: 'Ada' })]);
  expect(shown).toContain('Filled in since: amount – “1000”, displayed as “1,000.00 EUR”');
  expect(shown).toContain('Filled in since: name – “Ada”. What it displays can&#x27;t be determined.');
});

test('changes that the report leaves out are counted', () => {
  const many = Array.from({ length: 25 }, (_, number) => filled(`field ${number}`, { value: 'x', shown: 'x' }));
  const shown = shownFor(many, 5);
  expect(shown).toContain('30 permitted changes since.');
  expect(shown).toContain('5 more fields filled in since.');
});
