import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceKeyOf } from '#contract/entities/trust-service.ts';
import { listSigner, listXml, policiesXml, qualificationsXml, signList } from '../../tests/support/trusted-lists.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

async function makeRequest(algorithm: EcKeyGenParams = curve) {
  const keys = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({ name: 'CN=Somebody Else, E=else@example.org', keys: keys as CryptoKeyPair, signingAlgorithm: curve });
  return { keys, request };
}

const enroll = (csr: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'POST', url: '/v0/certificates/enroll', headers, payload: { csr } });

test('certifies the address and name of the person, whatever the request claims', async () => {
  const ada = await server.signIn('ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  const { request } = await makeRequest();
  const response = await enroll(request.toString('pem'), ada.headers);
  expect(response.statusCode, response.body).toBe(200);
  const [certificate, issuing, root] = [response.json().certificate, ...response.json().chain].map((text: string) => new x509.X509Certificate(text));
  if (certificate === undefined || issuing === undefined || root === undefined) throw new Error('the chain is short');

  expect(certificate.subject).toBe('CN=Ada Byron');
  expect(certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.toJSON()).toEqual([{ type: 'email', value: 'ada@example.org' }]);
  const usage = certificate.getExtension(x509.KeyUsagesExtension);
  expect([usage?.critical, usage?.usages]).toEqual([true, x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation]);
  expect(certificate.getExtension(x509.BasicConstraintsExtension)?.ca).toBe(false);
  expect(certificate.publicKey.toString('base64')).toBe(request.publicKey.toString('base64'));
  expect(await certificate.verify({ publicKey: issuing.publicKey })).toBe(true);
  expect(await issuing.verify({ publicKey: root.publicKey })).toBe(true);
  expect(certificate.notAfter.getTime() - Date.now()).toBeLessThanOrEqual(366 * 24 * 3600 * 1000);

  const published = await server.app.inject({ method: 'GET', url: '/v0/certificates/root' });
  expect(new x509.X509Certificate(published.body).toString('base64')).toBe(root.toString('base64'));
  const record = await server.infrastructure.db.selectFrom('certificates').selectAll().where('serial', '=', certificate.serialNumber).executeTakeFirstOrThrow();
  expect(record).toMatchObject({ user_id: ada.userId, email: 'ada@example.org', subject: 'Ada Byron' });
});

test('publishes the additional trusted certificates', async () => {
  const response = await server.app.inject({ method: 'GET', url: '/v0/certificates/trusted' });
  expect([response.statusCode, response.body]).toEqual([200, '']);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-trusted-'));
  const published = await server.app.inject({ method: 'GET', url: '/v0/certificates/root' });
  writeFileSync(join(folder, 'other.pem'), published.body);
  const other = await startTestApp({ TRUSTED_CERTIFICATES: join(folder, 'other.pem') });
  try {
    const answer = await other.app.inject({ method: 'GET', url: '/v0/certificates/trusted' });
    expect(answer.headers['content-type']).toContain('application/x-pem-file');
    expect(new x509.X509Certificate(answer.body).toString('base64')).toBe(new x509.X509Certificate(published.body).toString('base64'));
    expect((await other.app.inject({ method: 'GET', url: '/v0/deployment' })).json()).toMatchObject({ trustsOthers: true });
  } finally {
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('publishes the services of trusted lists, looked up by key', async () => {
  const ask = async ({ app }: Pick<TestApp, 'app'>, keys: string) => (await app.inject({ method: 'GET', url: `/v0/certificates/services?keys=${keys}` })).json();
  expect(await ask(server, '00')).toEqual({ services: null });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-lists-'));
  const signer = await listSigner('Operator');
  writeFileSync(join(folder, 'signer.pem'), new X509Certificate(signer.certificate).toString());
  const service = { provider: 'Provider', type: 'CA/QC', certificates: [signer.certificate], periods: [{ status: 'granted', since: '2020-01-01T00:00:00Z', extensions: qualificationsXml(['QCWithQSCD'], policiesXml('all', '1.2.3')) }] };
  const inForce = { issued: new Date(Date.now() - 86_400_000).toISOString(), nextUpdate: new Date(Date.now() + 86_400_000).toISOString() };
  writeFileSync(join(folder, 'list.xml'), signList(listXml({ ...inForce, services: [service] }), signer));
  const other = await startTestApp({ TRUSTED_LISTS: join(folder, 'list.xml'), TRUSTED_LIST_CERTIFICATES: join(folder, 'signer.pem') });
  try {
    await other.infrastructure.trustedLists.refresh();
    const key = await serviceKeyOf('Operator');
    expect(await ask(other, key)).toMatchObject({ services: [{ provider: 'Provider', kind: 'caQc', periods: [{ granted: true, rules: [{ qualifiers: ['onDevice'], criteria: { policies: [['1.2.3']] } }] }] }] });
    expect(await ask(other, '')).toEqual({ services: [] });
    expect((await other.app.inject({ method: 'GET', url: `/v0/certificates/services?keys=${key},everything` })).statusCode).toBe(400);
    expect((await other.app.inject({ method: 'GET', url: `/v0/certificates/services?keys=${Array.from({ length: 65 }, () => key).join(',')}` })).statusCode).toBe(400);
  } finally {
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('publishes the roots of accepted time stamps separately, and trusts them for nothing else', async () => {
  const url = '/v0/certificates/timestamp/roots';
  const none = await server.app.inject({ method: 'GET', url });
  expect([none.statusCode, none.body]).toEqual([200, '']);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-stamp-roots-'));
  const published = await server.app.inject({ method: 'GET', url: '/v0/certificates/root' });
  writeFileSync(join(folder, 'stamps.pem'), published.body);
  const other = await startTestApp({ TIMESTAMP_URL: 'http://127.0.0.1:9', TIMESTAMP_CERTIFICATES: join(folder, 'stamps.pem') });
  try {
    const answer = await other.app.inject({ method: 'GET', url });
    expect(answer.headers['content-type']).toContain('application/x-pem-file');
    expect(new x509.X509Certificate(answer.body).toString('base64')).toBe(new x509.X509Certificate(published.body).toString('base64'));
    expect((await other.app.inject({ method: 'GET', url: '/v0/certificates/trusted' })).body).toBe('');
  } finally {
    await other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('certifies a guest without a name by address', async () => {
  const guest = await server.signIn('guest@example.org', { type: 'guest' });
  const { request } = await makeRequest({ name: 'ECDSA', namedCurve: 'P-384' });
  const response = await enroll(Buffer.from(request.rawData).toString('base64'), guest.headers);
  expect(new x509.X509Certificate(response.json().certificate).subject).toBe('CN=guest@example.org');
});

test('certifies an international domain in its ASCII form, and rejects a non-ASCII local part', async () => {
  const { request } = await makeRequest();
  const greek = await server.signIn('ada@παράδειγμα.example');
  const certificate = new x509.X509Certificate((await enroll(request.toString('pem'), greek.headers)).json().certificate);
  expect(certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.toJSON()).toEqual([{ type: 'email', value: 'ada@xn--hxajbheg2az3al.example' }]);
  const refused = await enroll(request.toString('pem'), (await server.signIn('άντα@example.org')).headers);
  expect(refused.json().error.code).toBe('certificate_enrollment_identity_error');
});

test('issues no certificate without proof of the key, a verified address and a token', async () => {
  const ada = await server.signIn('ada@example.org');
  const { request } = await makeRequest();
  expect((await enroll(request.toString('pem'))).statusCode).toBe(401);

  const bent = new Uint8Array(request.rawData);
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
  for (const csr of [Buffer.from(bent).toString('base64'), 'no request', Buffer.from('30820000', 'hex').toString('base64'), '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----']) {
    const refused = await enroll(csr, ada.headers);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.code).toBe('request_validation_error');
  }

  await server.infrastructure.db.updateTable('users').set({ email_verified: false }).where('id', '=', ada.userId).execute();
  expect((await enroll(request.toString('pem'), ada.headers)).json().error.code).toBe('certificate_enrollment_identity_error');
});

test.each(['enroll', 'stamp'])('%s is limited by person, not by the address of an office', async (name) => {
  const [ada, bea] = await Promise.all(['ada', 'bea'].map((who) => server.signIn(`${who}-${name}@example.org`)));
  const ask = async (headers: Record<string, string>) => (await server.app.inject({ method: 'POST', url: `/v0/certificates/${name}`, headers, payload: {} })).statusCode;
  for (let count = 0; count < 60; count += 1) expect(await ask(ada!.headers)).toBe(400);
  expect([await ask(ada!.headers), await ask(bea!.headers)]).toEqual([429, 400]);
});
