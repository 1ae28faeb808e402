import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SignatureReport } from './engine.ts';
import { parseXml } from './trusted-lists/xml.ts';
import { validationReport } from './validation-report.ts';

const schema = new URL('../../tests/fixtures/validation-report.xsd', import.meta.url).pathname;
const hasJudge = spawnSync('xmllint', ['--version']).status === 0;
const at = Date.parse('2026-11-25T12:00:00Z') / 1000;
const info = (name: string, byte: string) => ({ subject: `CN=${name}`, commonName: name, fingerprint: byte.repeat(32) });
const [ada, authority, anchor] = [info('Ada <&"> \u0000Byron', 'aa'), info('Authority', 'bb'), info('Root', 'cc')];
const full = (changed: object = {}): SignatureReport =>
  ({
    field: 'one', kind: 'signature', indication: 'passed', subIndication: null, signer: ada, certificate: 'MAA=', trusted: true, chain: [ada, authority, anchor], revocation: [], byteRange: [0, 10, 20, 10],
    signingTime: '2026-11-20T10:00:00+01:00', cmsSigningTime: null, reason: 'I agree', location: 'Here', provenTime: '2026-11-20T09:00:05Z', level: 'B-LTA', findings: [{ code: 'level_next', severity: 'info', message: 'a < b', where: '' }],
    qualification: { level: 'AdES-QC', reasons: ['no_device'] }, ...changed,
  }) as never;

/** Returns the errors of the schema validation. */
function problems(xml: string): string {
  if (!hasJudge) return '';
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  try {
    writeFileSync(join(folder, 'report.xml'), xml);
    execFileSync('xmllint', ['--noout', '--nonet', '--schema', schema, join(folder, 'report.xml')], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { stderr?: Buffer }).stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const textOf = (xml: string, name: string): string[] => Array.from(parseXml(xml).getElementsByTagNameNS('http://uri.etsi.org/19102/v1.2.1#', name)).map(({ textContent }) => textContent ?? '');

test('a verdict becomes a report valid against the schema', () => {
  const xml = validationReport([full(), full({ field: null, signer: null, certificate: null, chain: [], trusted: false, byteRange: [], signingTime: null, reason: null, location: null, provenTime: null, level: 'none', findings: [], qualification: null })], { at, digests: [new Uint8Array(32).fill(7), undefined] });
  expect(problems(xml)).toBe('');
  expect(textOf(xml, 'MainIndication')).toEqual(['urn:etsi:019102:mainindication:total-passed', 'urn:etsi:019102:mainindication:total-passed']);
  expect(textOf(xml, 'SignatureQualityInformation')).toEqual(['urn:countersign:qualification:AdES-QC', 'urn:countersign:qualification-reason:no_device']);
  expect(textOf(xml, 'SignatureValidationProcessID')).toEqual(['urn:etsi:019102:validationprocess:LTA', 'urn:etsi:019102:validationprocess:Basic']);
  expect(textOf(xml, 'ValidationTime')).toEqual(['2026-11-25T12:00:00Z', '2026-11-25T12:00:00Z']);
  expect(textOf(xml, 'POETime')).toEqual(['2026-11-20T09:00:05Z', '2026-11-25T12:00:00Z']);
  // Each certificate is listed once, by its bytes or its digest.
  expect(textOf(xml, 'base64')).toEqual(['MAA=']);
  expect(textOf(xml, 'ObjectType')).toHaveLength(3);
  // Characters that XML can't hold are replaced, and markup characters are escaped.
  expect(textOf(xml, 'Signer')).toEqual(['CN=Ada <&"> \ufffdByron']);
});

test.each([
  ['failed', 'HASH_FAILURE', 'total-failed'],
  ['indeterminate', 'REVOKED_NO_POE', 'indeterminate'],
] as const)('%s with %s', (indication, subIndication, main) => {
  const revocation = [{ certificate: 'Authority', state: 'revoked', revokedAt: '2026-01-01T00:00:00Z', reason: 'keyCompromise' }];
  const xml = validationReport([full({ indication, subIndication, trusted: false, revocation })], { at });
  expect(problems(xml)).toBe('');
  expect([textOf(xml, 'MainIndication'), textOf(xml, 'SubIndication')]).toEqual([[`urn:etsi:019102:mainindication:${main}`], [`urn:etsi:019102:subindication:${subIndication}`]]);
  expect([textOf(xml, 'RevocationReason'), textOf(xml, 'TrustAnchor')]).toEqual([['keyCompromise'], []]);
});

test('the schema refuses an invalid report', () => {
  const xml = validationReport([full()], { at });
  if (hasJudge) expect(problems(xml.replace('MainIndication>', 'Main>').replace('/MainIndication>', '/Main>'))).not.toBe('');
  expect(xml.match(/<SignatureValidationReport>/g)).toHaveLength(1);
});
