/** Time stamps and revocation answers, verified with OpenSSL. */
import { execFileSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { openAuthority } from '#server/adapters/authority/authority.ts';
import { openKeyVault } from '#server/adapters/authority/key-vault.ts';
import { startTestApp, type SignedIn, type TestApp } from '../../tests/support/app.ts';

let server: TestApp;
let ada: SignedIn;
const folder = mkdtempSync(join(tmpdir(), 'countersign-authority-'));
const at = (name: string): string => join(folder, name);
const openssl = (...words: string[]): string => execFileSync('openssl', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
/** Returns the error output of a command that must fail. */
const failure = (...words: string[]): string => {
  try {
    openssl(...words);
    return '';
  } catch (error) {
    return String((error as { stderr?: string }).stderr);
  }
};

beforeAll(async () => {
  server = await startTestApp();
  ada = await server.signIn('ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  writeFileSync(at('root.pem'), server.infrastructure.authority.rootPem());
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const post = (id: 'certificates.timestamp' | 'certificates.ocsp', type: string, body: Buffer) =>
  server.app.inject({ method: 'POST', url: calls[id].path, headers: { 'content-type': type }, payload: body });

describe('time stamps', () => {
  const stamp = async (query: Buffer): Promise<Buffer> => {
    const answer = await post('certificates.timestamp', 'application/timestamp-query', query);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/timestamp-reply']);
    return answer.rawPayload;
  };
  const queryFor = (data: string, ...more: string[]): Buffer => {
    writeFileSync(at('data'), data);
    openssl('ts', '-query', '-data', at('data'), '-out', at('query.tsq'), ...more);
    return readFileSync(at('query.tsq'));
  };

  test.each(['sha256', 'sha384', 'sha512'])('over %s are accepted by OpenSSL', async (hash) => {
    writeFileSync(at('reply.tsr'), await stamp(queryFor('a contract', `-${hash}`, '-cert')));
    expect(openssl('ts', '-verify', '-queryfile', at('query.tsq'), '-in', at('reply.tsr'), '-CAfile', at('root.pem'))).toContain('Verification: OK');
    const said = openssl('ts', '-reply', '-in', at('reply.tsr'), '-text');
    const [, moment = ''] = /Time stamp: (.*)/.exec(said) ?? [];
    expect(Math.abs(new Date(moment).getTime() - Date.now())).toBeLessThan(10_000);
  });

  test('cover the given data, have unique serial numbers, and omit certificates on request', async () => {
    writeFileSync(at('reply.tsr'), await stamp(queryFor('a contract', '-cert')));
    writeFileSync(at('data'), 'another contract');
    expect(failure('ts', '-verify', '-data', at('data'), '-in', at('reply.tsr'), '-CAfile', at('root.pem'))).toContain('message imprint mismatch');
    const [first, second] = [await stamp(queryFor('x')), await stamp(queryFor('x', '-cert'))];
    expect(first.length).toBeLessThan(second.length - 300);
    const numbers = [first, second].map((reply) => {
      writeFileSync(at('one.tsr'), reply);
      return /Serial number: (.*)/.exec(openssl('ts', '-reply', '-in', at('one.tsr'), '-text'))?.[1];
    });
    expect(new Set(numbers).size).toBe(2);
  });

  test.each([
    ['a malformed query', () => Buffer.from('hello'), 'badDataFormat'],
    ['a truncated query', () => queryFor('x').subarray(0, 20), 'badDataFormat'],
    ['a broken hash algorithm', () => queryFor('x', '-sha1'), 'badAlg'],
    ['another policy', () => queryFor('x', '-tspolicy', '1.2.3.4'), 'unacceptedPolicy'],
  ])('are refused with the reason: %s', async (_, query, reason) => {
    writeFileSync(at('refused.tsr'), await stamp(query()));
    const said = openssl('ts', '-reply', '-in', at('refused.tsr'), '-text');
    expect(said).toContain('Status: Rejected.');
    expect(said).toContain(reason);
  });
});

describe('certificates', () => {
  async function enroll(name: string): Promise<string> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = (await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKeyPair;
    const request = await x509.Pkcs10CertificateRequestGenerator.create({ name: 'CN=Browser', keys, signingAlgorithm: algorithm });
    const answer = await server.app.inject({ method: 'POST', url: calls['certificates.enroll'].path, headers: ada.headers, payload: { csr: request.toString('pem') } });
    const { certificate, chain } = answer.json<{ certificate: string; chain: string[] }>();
    const pem = (der: string): string => `${new x509.X509Certificate(der).toString('pem')}\n`;
    writeFileSync(at(`${name}.pem`), pem(certificate));
    writeFileSync(at('issuing.pem'), pem(chain[0]!));
    return new x509.X509Certificate(certificate).serialNumber;
  }

  async function ask(name: string, over: 'POST' | 'GET' = 'POST'): Promise<string> {
    openssl('ocsp', '-issuer', at('issuing.pem'), '-cert', at(`${name}.pem`), '-reqout', at('request.der'));
    const request = readFileSync(at('request.der'));
    const answer = over === 'POST' ? await post('certificates.ocsp', 'application/ocsp-request', request)
      : await server.app.inject({ method: 'GET', url: `${calls['certificates.ocsp'].path}/${encodeURIComponent(request.toString('base64'))}` });
    expect(answer.headers['content-type']).toBe('application/ocsp-response');
    writeFileSync(at('response.der'), answer.rawPayload);
    writeFileSync(at('chain.pem'), readFileSync(at('issuing.pem'), 'utf8') + readFileSync(at('root.pem'), 'utf8'));
    return openssl('ocsp', '-issuer', at('issuing.pem'), '-cert', at(`${name}.pem`), '-respin', at('response.der'), '-CAfile', at('chain.pem'), '-no_nonce');
  }

  const revoke = (serial: string, who = ada) =>
    server.app.inject({ method: 'POST', url: calls['certificates.revoke'].path, headers: who.headers, payload: { serial, reason: 'keyCompromise' } });

  test('name their OCSP and CRL URLs, and stay valid until their owner revokes them', async () => {
    const serial = await enroll('ada');
    const text = openssl('x509', '-in', at('ada.pem'), '-noout', '-text');
    expect(text).toContain(`OCSP - URI:http://localhost:3000${calls['certificates.ocsp'].path}`);
    expect(text).toContain(`URI:http://localhost:3000${calls['certificates.revocationList'].path}`);
    for (const over of ['POST', 'GET'] as const) expect(await ask('ada', over)).toContain(': good');
    const eve = await server.signIn('eve@example.org');
    expect((await revoke(serial, eve)).json().error.code).toBe('not_found');
    const first = (await revoke(serial)).json();
    expect(first).toMatchObject({ serial, email: 'ada@example.org', revokedAt: expect.any(String) });
    expect((await revoke(serial)).json()).toEqual(first);
    const said = await ask('ada');
    expect(said).toContain(': revoked');
    expect(said).toContain('keyCompromise');
    const list = await server.app.inject({ method: 'GET', url: calls['certificates.list'].path, headers: ada.headers });
    expect(list.json().certificates).toMatchObject([{ serial, subject: 'Ada Byron', revokedAt: first.revokedAt }]);
  });

  test('appear after revocation on a CRL signed by the authority', async () => {
    const [good, bad] = [await enroll('good'), await enroll('bad')];
    await revoke(bad);
    const answer = await server.app.inject({ method: 'GET', url: calls['certificates.revocationList'].path });
    expect(answer.headers['content-type']).toBe('application/pkix-crl');
    writeFileSync(at('list.der'), answer.rawPayload);
    writeFileSync(at('chain.pem'), readFileSync(at('issuing.pem'), 'utf8') + readFileSync(at('root.pem'), 'utf8'));
    const text = openssl('crl', '-inform', 'DER', '-in', at('list.der'), '-noout', '-text').toLowerCase();
    expect(text).toContain(bad);
    expect(text).not.toContain(good);
    expect(failure('crl', '-inform', 'DER', '-in', at('list.der'), '-noout', '-CAfile', at('chain.pem')) || 'verify ok').toMatch(/verify ok/i);
  });

  test('of the authorities themselves are covered by the root\'s CRL', async () => {
    const answer = await server.app.inject({ method: 'GET', url: calls['certificates.authorityRevocationList'].path });
    expect(answer.headers['content-type']).toBe('application/pkix-crl');
    writeFileSync(at('authorities.der'), answer.rawPayload);
    expect(failure('crl', '-inform', 'DER', '-in', at('authorities.der'), '-noout', '-CAfile', at('root.pem')) || 'verify ok').toMatch(/verify ok/i);
    await enroll('ada');
    expect(openssl('x509', '-in', at('issuing.pem'), '-noout', '-text')).toContain(`URI:http://localhost:3000${calls['certificates.authorityRevocationList'].path}`);
  });

  test('of other issuers and malformed OCSP requests are rejected', async () => {
    await enroll('ada');
    const wrong = openssl('ocsp', '-issuer', at('root.pem'), '-cert', at('ada.pem'), '-reqout', at('wrong.der'));
    expect(wrong).toBe('');
    for (const [request, status] of [[readFileSync(at('wrong.der')), 6], [Buffer.from('hello'), 1]] as const) {
      expect([...(await post('certificates.ocsp', 'application/ocsp-request', request)).rawPayload]).toEqual([0x30, 3, 0x0a, 1, status]);
    }
  });
});

test('keys are rotated before they expire, with an early warning for the root', async () => {
  const vault = await openKeyVault(server.infrastructure.db, server.infrastructure.config);
  const authority = await openAuthority(vault, server.infrastructure.config);
  const years = (count: number): Date => new Date(Date.now() + count * 365 * 24 * 60 * 60 * 1000);
  expect(await authority.look()).toEqual([]);
  const before = authority.chain()[0]!;
  // At any time, the current authorities stay valid for another ten years.
  expect(await authority.look(years(1.4))).toEqual([]);
  expect(await authority.look(years(2))).toMatchObject([{ kind: 'renewed', name: expect.stringContaining('time stamps') }]);
  expect(authority.chain()[0]!.equals(before)).toBe(true);
  expect(await authority.look(years(10))).toMatchObject([{ kind: 'renewed', name: expect.stringContaining('signers') }, { kind: 'renewed' }]);
  expect(authority.chain()[0]!.equals(before)).toBe(false);
  expect(authority.issuers().some(({ certificate }) => certificate.equals(before))).toBe(true);
  expect(await authority.look(years(10))).toEqual([]);
  // Another node loads the same keys.
  const other = await openAuthority(vault, server.infrastructure.config);
  await other.look(years(10));
  expect(other.chain()[0]!.equals(authority.chain()[0]!)).toBe(true);
  expect((await authority.look(years(20))).filter(({ kind }) => kind === 'ending')).toMatchObject([{ name: expect.stringContaining('root') }]);
});
