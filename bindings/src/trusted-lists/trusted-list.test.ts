import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type ListSigner, listSigner, listXml, policiesXml, qualificationsXml, signList, takenOverXml, useXml } from '../../../tests/support/trusted-lists.ts';
import { readTrustedList, type TrustedList } from './trusted-list.ts';

const now = Date.parse('2026-11-25T12:00:00Z') / 1000;
let signer: ListSigner;
let other: ListSigner;
beforeAll(async () => {
  [signer, other] = await Promise.all([listSigner('Operator'), listSigner('Somebody Else')]);
});

const read = (xml: string, by: readonly ListSigner[] = [signer]): TrustedList => readTrustedList(new TextEncoder().encode(xml), by.map(({ certificate }) => certificate), now);
const problemOf = (xml: string, by?: readonly ListSigner[]): string => {
  try {
    read(xml, by);
    return 'read';
  } catch (error) {
    return (error as Error).message;
  }
};
const codeOf = (xml: string, by?: readonly ListSigner[]): string => {
  try {
    read(xml, by);
    return 'read';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const certificate = () => signer.certificate;
const service = { type: 'CA/QC', get certificates() { return [certificate()]; }, periods: [{ status: 'granted', since: '2020-01-01T00:00:00Z' }] };
const algorithms = 'http://www.w3.org/2001/04/xmldsig-more#';

test.each([5, 6])('reads a list of version %i', (version) => {
  const list = read(signList(listXml({ version, sequence: 12, services: [service], pointers: [{ location: 'https://lists.example/xb.xml', territory: 'XB', certificates: [other.certificate] }, { location: 'https://lists.example/xb.pdf', territory: 'XB', certificates: [other.certificate], mime: 'application/pdf' }] }), signer));
  expect(list).toMatchObject({ territory: 'XA', operator: 'Operator of XA', sequence: 12, issued: Date.parse('2026-10-01') / 1000, nextUpdate: Date.parse('2027-03-01') / 1000, isListOfLists: false });
  expect(list.pointers).toEqual([{ location: 'https://lists.example/xb.xml', territory: 'XB', certificates: [other.certificate], isListOfLists: false }]);
  expect(list.services).toEqual([{ territory: 'XA', provider: 'Provider', name: 'Service', kind: 'caQc', certificates: [Buffer.from(signer.certificate).toString('base64')], listUntil: list.nextUpdate, periods: [{ since: Date.parse('2020-01-01') / 1000, granted: true, takenOver: false, uses: [], rules: [] }] }]);
});

test('refuses other versions', () => {
  expect(codeOf(signList(listXml({ version: 4 }), signer))).toBe('trusted_list_version');
});

test.each(['rsa-sha512'])('reads a list signed with %s', (name) => {
  expect(codeOf(signList(listXml(), signer, { algorithm: `${algorithms}${name}`, digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }))).toBe('read');
});

test('refuses a list signed with SHA-1', () => {
  expect(codeOf(signList(listXml(), signer, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }))).toBe('trusted_list_signature');
  expect(codeOf(signList(listXml(), signer, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }))).toBe('trusted_list_signature');
});

test('another program validates the signatures of these test lists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'list-'));
  try {
    writeFileSync(join(folder, 'list.xml'), signList(listXml({ services: [service] }), signer));
    writeFileSync(join(folder, 'signer.der'), signer.certificate);
    const judge = ['--verify', '--trusted-der', join(folder, 'signer.der'), '--id-attr:Id', 'SignedProperties', join(folder, 'list.xml')];
    let verdict: string;
    try {
      verdict = execFileSync('xmlsec1', judge, { stdio: 'pipe' }).toString() || 'OK';
    } catch (error) {
      // The program is not installed on every machine.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    expect(verdict).toContain('OK');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('accepts only signers named in advance', () => {
  expect(codeOf(signList(listXml(), other))).toBe('trusted_list_signer');
  expect(codeOf(signList(listXml(), other), [signer, other])).toBe('read');
  expect(codeOf(signList(listXml(), signer), [])).toBe('trusted_list_signer');
  // Signed by another key, but with the operator's certificate.
  expect(codeOf(signList(listXml(), other, { certificate: signer.certificate }))).toBe('trusted_list_signature');
});

test('refuses a list signed with a short key', async () => {
  const weak = await listSigner('Weak', 1024);
  expect(codeOf(signList(listXml(), weak), [weak])).toBe('trusted_list_signer');
});

test('detects any change in a signed list', () => {
  const signed = signList(listXml({ services: [service] }), signer);
  expect(codeOf(signed.replace('Svcstatus/granted', 'Svcstatus/withdrawn'))).toBe('trusted_list_signature');
  expect(codeOf(signed.replace('<TSLSequenceNumber>1<', '<TSLSequenceNumber>2<'))).toBe('trusted_list_signature');
  expect(codeOf(listXml())).toBe('trusted_list_signature');
});

test('refuses a signed list wrapped in another one', () => {
  const signed = signList(listXml(), signer).replace(/^<\?xml.*\?>\s*/, '');
  const evil = listXml({ sequence: 99, services: [{ ...service, certificates: [other.certificate] }] });
  const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed)?.[0] ?? '';
  const original = signed.replace(signature, '');
  expect(signature).not.toBe('');
  const last = '</TrustServiceStatusList>';
  // Signature wrapping: the signed original is placed where the reference finds it, below the root and in the signature.
  const wrappings = [
    evil.replace(last, `${signed}${last}`),
    evil.replace(last, `${signature}${original}${last}`),
    evil.replace(' Id="list"', ' Id="other"').replace(last, `${signature.replace('</ds:Signature>', `<ds:Object>${original}</ds:Object></ds:Signature>`)}${last}`),
  ];
  for (const wrapped of wrappings) expect(codeOf(wrapped)).toBe('trusted_list_signature');
  const places = [evil.replace(last, `${signed}${last}`), evil.replace(last, `${signature}${signature}${last}`), signed.replace(last, `<Other>${signature}</Other>${last}`)];
  for (const wrapped of places) expect(problemOf(wrapped)).toBe('A list has one signature, directly below its root');
});

test('accepts a reference by id only to the root element', () => {
  const byName = signList(listXml(), signer, { reference: '/*' });
  expect(byName).toContain('URI="#list"');
  expect(codeOf(byName)).toBe('read');
  const body = byName.replace(/^<\?xml.*\?>\s*/, '');
  const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(body)?.[0] ?? '';
  // The signed content is in the signature, where its id is found; the list around it is another one.
  const carrying = signature.replace('</ds:Signature>', `<ds:Object>${body.replace(signature, '')}</ds:Object></ds:Signature>`);
  const evil = listXml({ sequence: 99 }).replace(' Id="list"', ' Id="other"').replace('</TrustServiceStatusList>', `${carrying}</TrustServiceStatusList>`);
  expect(problemOf(evil)).toBe('The signature does not cover the whole list');
});

test('refuses a signature over part of a list', () => {
  const partial = signList(listXml({ services: [service] }), signer, { reference: '//*[local-name(.)=\'SchemeInformation\']', transforms: ['http://www.w3.org/2001/10/xml-exc-c14n#'] });
  expect(codeOf(partial)).toBe('trusted_list_signature');
  const further = signList(listXml(), signer).replace('<ds:Transforms>', '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>');
  expect(codeOf(further)).toBe('trusted_list_signature');
  // The signature is valid, so that only the rule about transforms can reject it.
  const withComments = signList(listXml(), signer, { transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'] });
  expect(codeOf(withComments)).toBe('trusted_list_signature');
});

test.each([
  ['entities that expand', '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'],
  ['entities from elsewhere', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
  ['a document type alone', '<!DOCTYPE TrustServiceStatusList>'],
])('refuses %s before parsing', (_, type) => {
  const signed = signList(listXml(), signer);
  expect(codeOf(signed.replace('?>', `?>${type}`))).toBe('trusted_list_malformed');
});

test('refuses anything that is not a list', () => {
  const deep = `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`;
  for (const text of ['', 'no list', '<a', '<a><b></a>', deep, `<a>${'<b/>'.repeat(400_001)}</a>`]) expect(codeOf(text), text.slice(0, 20)).toBe('trusted_list_malformed');
  expect(codeOf('<a/>')).toBe('trusted_list_signature');
  const utf16 = Buffer.from(`\ufeff${listXml()}`, 'utf16le');
  // A lenient decoder reads the broken byte as the signed character U+FFFD.
  const replaced = Buffer.from(signList(listXml({ services: [{ ...service, name: '\ufffd' }] }), signer));
  expect(codeOf(replaced.toString())).toBe('read');
  const broken = Buffer.from(replaced.toString('latin1').replaceAll('\u00ef\u00bf\u00bd', '\u00ff'), 'latin1');
  expect(() => readTrustedList(broken, [signer.certificate], now)).toThrow('The list is not UTF-8');
  expect(() => readTrustedList(utf16, [signer.certificate], now)).toThrow(expect.objectContaining({ code: 'trusted_list_malformed' }));
  expect(() => readTrustedList(new Uint8Array(33 << 20).fill(32), [signer.certificate], now)).toThrow(/bytes/);
});

test('refuses a list from the future and reads a closed one', () => {
  expect(codeOf(signList(listXml({ issued: '2027-01-01T00:00:00Z' }), signer))).toBe('trusted_list_malformed');
  expect(read(signList(listXml({ nextUpdate: null }), signer)).nextUpdate).toBe(0);
});

test('reads the history of a service with the qualifications of its certificates', () => {
  const rule = qualificationsXml(['QCWithQSCD', 'QCForESig', 'NeverHeardOf'], policiesXml('atLeastOne', '1.2.3', '1.2.4'));
  const bits = '<q:CriteriaList assert="none"><q:KeyUsage><q:KeyUsageBit name="nonRepudiation">true</q:KeyUsageBit></q:KeyUsage><q:CriteriaList assert="all"><q:Strange/></q:CriteriaList><q:otherCriteriaList><a:ExtendedKeyUsage><a:KeyPurposeId><x:Identifier>1.9</x:Identifier></a:KeyPurposeId></a:ExtendedKeyUsage></q:otherCriteriaList></q:CriteriaList>';
  const [found, stamps, ...rest] = read(signList(listXml({
    services: [
      { ...service, periods: [{ status: 'withdrawn', since: '2024-01-01T00:00:00Z', extensions: takenOverXml }, { status: 'granted', since: '2016-07-01T00:00:00Z', extensions: useXml('ForeSignatures') + rule + qualificationsXml(['NotQualified'], bits) }, { status: 'accredited', since: '2010-01-01T00:00:00Z' }] },
      { ...service, type: 'TSA/QTST', periods: [{ status: 'undersupervision', since: '2012-01-01T00:00:00Z' }] },
      { ...service, type: 'Certstatus/OCSP/QC' },
      { ...service, periods: [{ status: 'granted', since: 'always' }] },
    ],
  }), signer)).services;
  expect(rest).toEqual([]);
  expect(found?.periods.map(({ since, granted, takenOver, uses }) => [new Date(since * 1000).getUTCFullYear(), granted, takenOver, uses])).toEqual([[2024, false, true, []], [2016, true, false, ['signatures']], [2010, true, false, []], [2016, false, false, []]]);
  expect(found?.periods[1]?.rules).toEqual([
    { qualifiers: ['onDevice', 'forSignatures'], criteria: { assert: 'atLeastOne', policies: [['1.2.3', '1.2.4']], keyUsage: [], purposes: [], lists: [], others: false } },
    { qualifiers: ['notQualified'], criteria: { assert: 'none', policies: [], keyUsage: [[{ bit: 1, value: true }]], purposes: [['1.9']], lists: [{ assert: 'all', policies: [], keyUsage: [], purposes: [], lists: [], others: true }], others: false } },
  ]);
  // Statuses of Directive 1999/93/EC ended with it.
  expect(stamps?.kind).toBe('tsaQtst');
  expect(stamps?.periods.map(({ granted }) => granted)).toEqual([true, false]);
});

test('does not evaluate criteria nested too deeply', () => {
  const deep = (levels: number): string => `<q:CriteriaList assert="all">${levels > 1 ? deep(levels - 1) : '<q:KeyUsage><q:KeyUsageBit name="nonRepudiation">true</q:KeyUsageBit></q:KeyUsage>'}</q:CriteriaList>`;
  const deepestOf = (levels: number) => {
    let criteria = read(signList(listXml({ services: [{ ...service, periods: [{ status: 'granted', since: '2020-01-01T00:00:00Z', extensions: qualificationsXml(['NotQualified'], deep(levels)) }] }] }), signer)).services[0]?.periods[0]?.rules[0]?.criteria;
    while (criteria?.lists[0]) criteria = criteria.lists[0];
    return { others: criteria?.others, bits: criteria?.keyUsage.length };
  };
  expect([deepestOf(8), deepestOf(9)]).toEqual([{ others: false, bits: 1 }, { others: true, bits: 0 }]);
});
