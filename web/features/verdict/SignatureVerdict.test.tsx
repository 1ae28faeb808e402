/** The first sentence names the signer and the action. */
import type { SignatureReport } from '@countersign/core';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import verdict from '#contract/locales/en/verdict.json' with { type: 'json' };
import { SignatureVerdict } from './SignatureVerdict.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { verdict } }, interpolation: { escapeValue: false }, react: { useSuspense: false } }));

const report = {
  indication: 'passed', subIndication: null, intact: true, trusted: true, acceptable: true, coversWholeFile: true, revisionEnd: 100, level: 'B-LTA', byteRange: [],
  signer: { commonName: 'Countersign Time Stamping' }, signingTime: null, timestamp: { time: '2026-05-03T12:00:00Z' }, revocation: [], changes: [], findings: [], changesOmitted: 0, findingsOmitted: 0,
};
const said = (kind: SignatureReport['kind']): string => renderToStaticMarkup(<SignatureVerdict stamps={new Set()} report={{ ...report, kind } as unknown as SignatureReport} />);

test('says “sealed” of a document time stamp', () => {
  expect(said('documentTimestamp')).toContain('Sealed with a time stamp by Countersign Time Stamping on May 3, 2026.');
});

test('says “signed” of a person’s signature', () => {
  expect(said('signature')).toContain('Signed by Countersign Time Stamping on May 3, 2026.');
});
