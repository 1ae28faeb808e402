/** Changes after a signature are listed: each filled field with its value and appearance. */
import type { SignatureReport } from '@countersign/core';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import verdict from '#contract/locales/en/verdict.json' with { type: 'json' };
import { Evidence } from './Evidence.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { verdict } }, interpolation: { escapeValue: false }, react: { useSuspense: false } }));

const filled = (field: string, texts: { value?: string; shown?: string }) => ({ kind: 'fieldFilled', severity: 'allowed', field, message: 'the field was filled', ...texts });

const shownFor = (changes: readonly unknown[], changesOmitted = 0): string => {
  const report = { intact: true, trusted: true, coversWholeFile: false, revocation: [], findings: [], changes, changesOmitted } as unknown as SignatureReport;
  return renderToStaticMarkup(<Evidence report={report} />);
};

test('lists a filled field once, with its value', () => {
  const shown = shownFor([filled('amount', { value: '1000', shown: '1000' }), filled('amount', { value: '1000', shown: '1000' })]);
  expect(shown.split('Filled in since: amount – “1000”')).toHaveLength(2);
});

test('shows what a field displays if it differs from the value or is unknown', () => {
  const shown = shownFor([filled('amount', { value: '1000', shown: '1,000.00 EUR' }), filled('name', { value: 'Ada' })]);
  expect(shown).toContain('Filled in since: amount – “1000”, displayed as “1,000.00 EUR”');
  expect(shown).toContain('Filled in since: name – “Ada”. What it displays can&#x27;t be determined.');
});

test('counts changes that the report omits', () => {
  const many = Array.from({ length: 25 }, (_, number) => filled(`field ${number}`, { value: 'x', shown: 'x' }));
  const shown = shownFor(many, 5);
  expect(shown).toContain('30 permitted changes since.');
  expect(shown).toContain('5 more fields filled in since.');
});

test('shows the legal qualification if trusted lists were used, and why it is no higher', () => {
  const judged = (qualification: unknown): string => {
    const report = { intact: true, trusted: true, coversWholeFile: true, revocation: [], findings: [], changes: [], changesOmitted: 0, qualification } as unknown as SignatureReport;
    return renderToStaticMarkup(<Evidence report={report} />);
  };
  const service = { territory: 'DE', provider: 'Trust', name: 'Qualified CA', listUntil: '' };
  const [good, less, unproven] = [{ level: 'QES', reasons: [], service }, { level: 'AdES-QC', reasons: ['no_device'], service: { ...service, territory: 'EU?' } }, { level: 'indeterminate', reasons: ['not_valid', 'withdrawn'], service: null }].map(judged);
  expect(good).toContain('This is a qualified electronic signature. Listed service: Qualified CA – Trust, Germany.');
  expect(good).toMatch(/data-state="good"[^\n]*?This is a qualified/);
  expect(less).toContain('This is an advanced electronic signature with a qualified certificate. The signing key is not kept in a qualified device. Listed service: Qualified CA – Trust, EU?.');
  expect(less).toContain('data-state="neutral"');
  expect(unproven).not.toContain('qualified');
  expect(judged(null)).not.toContain('qualified');
});
