import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Issuer, issuer, person, signedBy } from '../support/qualified-signer.ts';
import { root } from '../support/shared.ts';
import { type PublishedLists, publishLists } from '../support/published-lists.ts';
import { type ListSigner, listSigner, listXml, type MadeList, policiesXml, qualificationsXml, signList } from '../support/trusted-lists.ts';
import { formDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-lists-'));
let published: PublishedLists;
const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString().replace(/\.\d+Z/, 'Z');
let engine: Engine;
let union: ListSigner;
let [ofA, ofB]: ListSigner[] = [];
let [inA, inB]: Issuer[] = [];

beforeAll(async () => {
  published = await publishLists();
  engine = await createNodeEngine();
  [union, ofA, ofB] = await Promise.all([listSigner('Union'), listSigner('A'), listSigner('B')]);
  [inA, inB] = await Promise.all([issuer('Authority A'), issuer('Authority B')]);
  writeFileSync(join(folder, 'union.der'), union!.certificate);
  for (const [name, authority] of [['a.pdf', inA!], ['b.pdf', inB!]] as const) {
    const signed = await signedBy(engine, await formDocument(), await person(authority, 'Ada Byron'), [authority.certificate], Math.floor(Date.now() / 1000));
    writeFileSync(join(folder, name), signed);
  }
});
afterAll(async () => {
  await engine.close();
  published.close();
  rmSync(folder, { recursive: true, force: true });
});

const inForce = { issued: days(-10), nextUpdate: days(90) };
const service = (authority: Issuer, more: object = {}): NonNullable<MadeList['services']>[number] => ({
  provider: 'Trustworthy & Sons', name: authority.name, type: 'CA/QC', certificates: [authority.certificate], periods: [{ status: 'granted', since: '2020-01-01T00:00:00Z', ...more }],
});
function publish(a: MadeList = {}, b: MadeList = {}): void {
  const member = (territory: string, authority: Issuer, list: MadeList): string => listXml({ territory, ...inForce, services: [service(authority)], ...list });
  published.lists.set('/a.xml', signList(member('XA', inA!, a), ofA!));
  published.lists.set('/b.xml', signList(member('XB', inB!, b), ofB!));
  const pointers = [['XA', '/a.xml', ofA!], ['XB', '/b.xml', ofB!]] as const;
  published.lists.set('/lotl.xml', signList(listXml({ territory: 'EU', type: 'EUlistofthelists', ...inForce, pointers: pointers.map(([territory, path, { certificate }]) => ({ territory, location: published.origin + path, certificates: [certificate] })) }), union));
}

interface Printed {
  status: number;
  stdout: string;
}

const countersign = (...args: string[]): Promise<Printed> =>
  new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), ...args], { cwd: folder, encoding: 'utf8' }, (error, stdout) => resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout }));
  });
const verify = (file: string, ...more: string[]): Promise<Printed> => countersign('verify', file, '--trusted-list', `${published.origin}/lotl.xml`, '--lotl-certificates', 'union.der', ...more);
const judged = async (file: string, ...more: string[]) => {
  const { status, stdout } = await verify(file, ...more);
  const { signatures: [signature], trustedLists } = JSON.parse(stdout) as { signatures: { qualification: { level: string; reasons: string[] } }[]; trustedLists: { problem: { code: string } | null }[] };
  return { status, level: signature?.qualification.level, reasons: signature?.qualification.reasons, problems: trustedLists.map(({ problem }) => problem?.code ?? null) };
};

test('lists referenced by the list of lists make a signature qualified', async () => {
  publish();
  expect(await judged('a.pdf')).toEqual({ status: 0, level: 'QES', reasons: [], problems: [null, null, null] });
  expect(await judged('b.pdf')).toMatchObject({ status: 0, level: 'QES' });
  const { stdout } = await verify('a.pdf', '--text');
  expect(stdout).toContain('Qualified electronic signature (QES), by Trustworthy & Sons: Authority A (XA)');
  expect(stdout).toMatch(/Trusted list XB: number 1 of \d{4}-\d\d-\d\d, to be followed by/);
});

test('qualifications in the list override those in certificates', async () => {
  publish({ services: [service(inA!, { extensions: qualificationsXml(['NotQualified'], '<q:CriteriaList assert="all"><q:KeyUsage><q:KeyUsageBit name="nonRepudiation">true</q:KeyUsageBit></q:KeyUsage></q:CriteriaList>') })] }, { services: [service(inB!, { extensions: qualificationsXml(['NotQualified'], policiesXml('all', '1.2.3')) })] });
  expect(await judged('a.pdf')).toMatchObject({ status: 0, level: 'AdES', reasons: ['list_denies'] });
  expect(await judged('b.pdf')).toMatchObject({ status: 0, level: 'QES', reasons: [] });
});

test('a withdrawn service qualifies nobody, and valid lists still count', async () => {
  publish({ services: [{ ...service(inA!), periods: [{ status: 'withdrawn', since: '2024-01-01T00:00:00Z' }, { status: 'granted', since: '2020-01-01T00:00:00Z' }] }] });
  expect(await judged('a.pdf')).toMatchObject({ status: 3, level: 'indeterminate', reasons: ['not_valid', 'withdrawn'] });
  published.lists.set('/a.xml', signList(listXml({ territory: 'XA', ...inForce, services: [service(inA!)] }), ofB!));
  expect(await judged('a.pdf')).toMatchObject({ status: 3, reasons: ['not_valid', 'not_listed'], problems: [null, 'trusted_list_signer', null] });
  expect(await judged('b.pdf')).toMatchObject({ status: 0, level: 'QES' });
});

test('caches lists and does not return to an older one', async () => {
  publish({ sequence: 5 });
  expect(await judged('a.pdf', '--list-cache', 'kept')).toMatchObject({ level: 'QES' });
  publish({ sequence: 4, services: [] });
  expect(await judged('a.pdf', '--list-cache', 'kept')).toMatchObject({ level: 'QES', problems: [null, 'trusted_list_rolled_back', null] });
  published.lists.clear();
  expect(await judged('a.pdf', '--list-cache', 'kept', '--offline')).toMatchObject({ level: 'QES', problems: ['unable_to_access', 'unable_to_access', 'unable_to_access'] });
  const later = days(120);
  expect(await judged('a.pdf', '--list-cache', 'kept', '--offline', '--at', later)).toMatchObject({ level: 'indeterminate', reasons: ['list_expired'] });
});

test('an unauthenticated or missing list gives no verdict', async () => {
  publish();
  published.lists.set('/lotl.xml', published.lists.get('/a.xml')!);
  const { status, stdout } = await verify('a.pdf');
  expect([status, (JSON.parse(stdout) as { error: { code: string } }).error.code]).toEqual([2, 'trusted_list_signer']);
  const bare = await countersign('verify', 'a.pdf', '--trusted-list', `${published.origin}/lotl.xml`);
  expect([bare.status, bare.stdout]).toEqual([2, expect.stringContaining('--lotl-certificates')]);
});

test('a list cannot point to a local file', async () => {
  publish();
  writeFileSync(join(folder, 'member.xml'), published.lists.get('/a.xml')!);
  published.lists.set('/lotl.xml', signList(listXml({ territory: 'EU', type: 'EUlistofthelists', ...inForce, pointers: [{ territory: 'XA', location: join(folder, 'member.xml'), certificates: [ofA!.certificate] }] }), union));
  expect(await judged('a.pdf')).toMatchObject({ status: 3, problems: [null, 'unable_to_access'] });
  writeFileSync(join(folder, 'ofa.der'), ofA!.certificate);
  const own = await countersign('verify', 'a.pdf', '--trusted-list', 'member.xml', '--lotl-certificates', 'ofa.der');
  expect(own.status).toBe(0);
});

test('writes the verdict as an ETSI validation report', async () => {
  publish();
  expect((await verify('a.pdf', '--report', 'report.xml')).status).toBe(0);
  const report = readFileSync(join(folder, 'report.xml'), 'utf8');
  expect(report).toContain('<MainIndication>urn:etsi:019102:mainindication:total-passed</MainIndication>');
  expect(report).toContain('urn:countersign:qualification:QES<');
  expect(report).toMatch(/<SignersDocument><DigestAlgAndValue>.*<TrustAnchor VOReference="C2"\/>/);
  expect((await verify('a.pdf', '--report', '-')).status).toBe(2);
});
