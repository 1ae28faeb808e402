/** The expert view shows findings in the page's language beside the core's English messages, which are marked as English. */
import type { SignatureReport } from '@countersign/core';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import verdict from '#contract/locales/de/verdict.json' with { type: 'json' };
import { ExpertView } from './ExpertView.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'de', resources: { de: { verdict } }, interpolation: { escapeValue: false }, react: { useSuspense: false } }));

const report = {
  indication: 'indeterminate', subIndication: 'REVOKED_NO_POE',
  level: 'B-B', field: 'signature', byteRange: [0, 10, 20, 10], signer: null, revocation: [], provenTime: null, timestamp: null, changes: [],
  findings: [
    { code: 'certificate_revoked', severity: 'error', where: 'signer', message: 'The certificate was revoked.' },
    { code: 'level_next', severity: 'info', where: '', message: 'A time stamp is missing for B-T.' },
  ],
} as unknown as SignatureReport;

test('shows a finding in German and in the words of the core', () => {
  const shown = renderToStaticMarkup(<ExpertView report={report} />);
  expect(shown).toContain('Das Zertifikat wurde widerrufen. <span lang="en">The certificate was revoked.</span>');
});

test('shows the result in the terms of ETSI', () => {
  expect(renderToStaticMarkup(<ExpertView report={report} />)).toContain('<dt>Prüfergebnis (ETSI)</dt><dd>INDETERMINATE / REVOKED_NO_POE</dd>');
});

test('shows notes in the words of the core', () => {
  const shown = renderToStaticMarkup(<ExpertView report={report} />);
  expect(shown).toContain('<code>level_next</code>  <span lang="en">A time stamp is missing for B-T.</span>');
});
