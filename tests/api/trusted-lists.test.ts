/** Certificates of issuers that trusted lists name: accepted and counted as qualified as the lists say. Real documents, real signatures. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import { openNetwork } from '#server/adapters/fetching/public-addresses.ts';
import { publishLists, type PublishedLists } from '../support/published-lists.ts';
import { trustService, type TrustService, type Wish } from '../support/trust-service.ts';
import { type ListSigner, listSigner, listXml, type MadePeriod, type MadeService, qualificationsXml, signList } from '../support/trusted-lists.ts';
import { deliver, openSigners, place, problemsOf, signedCopy, startForReal, type Signers, type SigningKey } from './real-signing.ts';
import { at, contact } from './transaction-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-listed-'));
const names = ['Granted', 'Withdrawn', 'Stamps', 'Denied', 'Declared', 'Unlisted', 'Operator'] as const;
type Name = (typeof names)[number];
let issuers: Record<Name, TrustService>;
let published: PublishedLists;
let listOperator: ListSigner;
let revocations: Server;
let { server, engine, form, ada, bea, beasKey } = {} as Signers;

const day = 86_400_000;
const ever: MadePeriod = { status: 'granted', since: '2020-01-01T00:00:00Z' };
const everybody = '<q:CriteriaList assert="all"><q:KeyUsage><q:KeyUsageBit name="nonRepudiation">true</q:KeyUsageBit></q:KeyUsage></q:CriteriaList>';
const says = (...qualifiers: string[]): MadePeriod => ({ ...ever, extensions: qualificationsXml(qualifiers, everybody) });
const ended: MadePeriod = { status: 'withdrawn', since: new Date(Date.now() - day).toISOString() };

const service = (name: Name, periods: MadePeriod[], type = 'CA/QC'): MadeService => ({ provider: name, type, certificates: [new X509Certificate(issuers[name].rootPem).raw], periods });
const services = (): MadeService[] => [
  service('Granted', [ever]), service('Withdrawn', [ended, ever]), service('Stamps', [ever], 'TSA/QTST'),
  service('Denied', [says('NotQualified')]), service('Declared', [says('QCStatement', 'QCWithQSCD')]),
];

function publish(sequence: number, list: MadeService[]): void {
  const dates = { issued: new Date(Date.now() - day).toISOString(), nextUpdate: new Date(Date.now() + 90 * day).toISOString() };
  published.lists.set('/list.xml', signList(listXml({ ...dates, sequence, services: list }), listOperator));
}

beforeAll(async () => {
  // Issuers of the test are on this machine.
  vi.spyOn(openNetwork, 'contains').mockReturnValue(true);
  published = await publishLists();
  listOperator = await listSigner('Operator of lists');
  const made = await Promise.all(names.map(async (name) => [name, await trustService(`${name} Authority`)] as const));
  issuers = Object.fromEntries(made) as Record<Name, TrustService>;
  const list = await issuers.Granted.revoke([]);
  revocations = createServer((_, response) => void response.end(list));
  await new Promise<void>((resolve) => revocations.listen(0, '127.0.0.1', resolve));
  publish(1, services());
  writeFileSync(join(folder, 'signer.pem'), new X509Certificate(listOperator.certificate).toString());
  writeFileSync(join(folder, 'operator.pem'), issuers.Operator.rootPem);
  ({ server, engine, form, ada, bea, beasKey } = await openSigners({
    TRUSTED_LISTS: `${published.origin}/list.xml`, TRUSTED_LIST_CERTIFICATES: join(folder, 'signer.pem'), TRUSTED_CERTIFICATES: join(folder, 'operator.pem'),
  }));
});
afterAll(async () => {
  vi.restoreAllMocks();
  revocations.close();
  published.close();
  await engine.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function sentWith(options: Partial<TransactionOptions>): Promise<Transaction> {
  const file = await ada.addFile(form, 'Lease.pdf');
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [place('name', 18, bea.email)] } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  return startForReal(engine, ada, await ada.call('transactions.update', { ...at(created), body: { options, recipients: [contact(bea.email)] } }));
}

async function signWith(sent: Transaction, key: SigningKey) {
  const [fileId = ''] = sent.fileIds;
  return deliver(bea, sent, fileId, await signedCopy(engine, bea, key, sent, fileId, { values: { name: 'Bea' } }));
}

const keyOf = (name: Name, wish: Partial<Wish> = {}): Promise<SigningKey> => issuers[name].issue({ name: 'Bea', ...wish });
const untrusted = ['signature_untrusted', 'signature_refused'];

/** `accepted`, or the problems, by issuer. */
async function outcomes(options: Partial<TransactionOptions>, keys: readonly (readonly [Name, Partial<Wish>])[]): Promise<unknown[]> {
  const found: unknown[] = [];
  let sent = await sentWith(options);
  for (const [name, wish] of keys) {
    const { status, body } = await signWith(sent, await keyOf(name, wish));
    found.push([name, status === 200 ? 'accepted' : problemsOf(body)]);
    if (status === 200) sent = await sentWith(options);
  }
  return found;
}

test('a certificate of a listed issuer is trusted while the list grants it, and no other is', async () => {
  const every = names.map((name) => [name, {}] as const);
  expect(await outcomes({}, every)).toEqual([
    ['Granted', 'accepted'], ['Withdrawn', untrusted], ['Stamps', untrusted], ['Denied', 'accepted'], ['Declared', 'accepted'],
    ['Unlisted', untrusted], ['Operator', 'accepted'],
  ]);
}, 120_000);

describe('a sender who asks for a qualified certificate', () => {
  test('gets what the lists call qualified, whatever the certificate states of itself', async () => {
    const refused = ['certificate_not_qualified'];
    expect(await outcomes({ requireQualifiedCertificate: true }, [
      ['Granted', {}], ['Denied', { qualified: true, onDevice: true }], ['Operator', { qualified: true, onDevice: true }],
      ['Granted', { qualified: true }], ['Granted', { qualified: true, onDevice: true }], ['Declared', {}],
    ])).toEqual([
      ['Granted', refused], ['Denied', refused], ['Operator', refused], ['Granted', 'accepted'], ['Granted', 'accepted'], ['Declared', 'accepted'],
    ]);
    const sent = await sentWith({ requireQualifiedCertificate: true });
    expect(problemsOf((await signWith(sent, beasKey)).body)).toEqual(refused);
  }, 120_000);

  test('and a key on a device gets qualified signatures only', async () => {
    expect(await outcomes({ requireQualifiedCertificate: true, requireSmartCard: true }, [
      ['Granted', { qualified: true }], ['Operator', { qualified: true, onDevice: true }], ['Granted', { qualified: true, onDevice: true }], ['Declared', {}],
    ])).toEqual([
      ['Granted', ['certificate_not_on_card']], ['Operator', ['certificate_not_qualified', 'certificate_not_on_card']], ['Granted', 'accepted'], ['Declared', 'accepted'],
    ]);
  }, 120_000);

  test('can do so wherever lists are configured', async () => {
    expect((await ada.call('profile.get')).featureFlags).toMatchObject({ allowQualifiedCertTransactions: true, allowSmartCardTransactions: true, allowTrustedCertificates: true });
    expect(await ada.call('deployment.get')).toMatchObject({ trustsOthers: true, promotesTrusted: true });
  });
});

test('the completed document contains long-term validation data for certificates of a listed issuer', async () => {
  const { port } = revocations.address() as AddressInfo;
  const sent = await sentWith({});
  expect(await signWith(sent, await keyOf('Granted', { list: `http://127.0.0.1:${port}/list.crl` }))).toMatchObject({ status: 200 });
  const document = await engine.open(await ada.contentOf(sent.fileIds[0]!));
  const trust = [server.infrastructure.authority.rootCertificate(), new X509Certificate(issuers.Granted.rootPem).raw].map((each) => Uint8Array.from(each));
  const reports = await document.verify({ trust, at: Math.floor(Date.now() / 1000), requireRevocation: true });
  await document.close();
  expect(reports.map(({ kind, level, acceptable }) => [kind === 'signature' ? level : kind, acceptable])).toContainEqual(['B-LTA', true]);
}, 60_000);

test('a newer list takes effect; while it is unavailable, the last one stays in use', async () => {
  publish(2, [service('Granted', [ended, ever])]);
  await server.infrastructure.trustedLists.refresh();
  published.lists.delete('/list.xml');
  await server.infrastructure.trustedLists.refresh();
  expect(server.infrastructure.trustedLists.states()).toMatchObject([{ sequence: 2, problem: { code: 'validation_unavailable' } }]);
  expect(await outcomes({}, [['Granted', {}]])).toEqual([['Granted', untrusted]]);
  publish(3, services());
  await server.infrastructure.trustedLists.refresh();
  expect(await outcomes({}, [['Granted', {}]])).toEqual([['Granted', 'accepted']]);
}, 60_000);
