/** The installation's keys in a PKCS#11 token (SoftHSM). */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeEngine, Token } from '@countersign/core/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../../tests/api/client.ts';
import { enroll } from '../../tests/api/real-signing.ts';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { hasToken, makeToken, softToken } from '../../tests/support/soft-token.ts';

describe.skipIf(!hasToken)('with an HSM', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-hsm-'));
  let server: TestApp;
  beforeAll(async () => {
    makeToken(folder);
    server = await startTestApp({ HSM_MODULE: softToken.module, HSM_TOKEN: softToken.token, HSM_PIN: softToken.pin });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('keeps the private keys of the authorities in the token, and only their location in the database', async () => {
    const { vault } = server.infrastructure;
    for (const name of ['authority/root', 'authority/issuing', 'authority/timestamps']) {
      const stored = JSON.parse((await vault.findOrCreate(name, () => Promise.reject(new Error('It is not there')))).toString()) as object;
      expect(Object.keys(stored).sort()).toEqual(['certificate', 'token']);
    }
  });

  test('explains why a public key cannot be read', async () => {
    await expect(new Token(softToken).publicKey('00')).rejects.toMatchObject({ code: 'unable_retrieve_cert' });
  });

  test('issues certificates, time stamps and OCSP responses with the token\'s keys', async () => {
    const bea = await Client.signIn(server, 'bea@example.org', { type: 'guest', firstName: 'Bea' });
    const key = await enroll(bea);
    const [issuing, root] = key.chain.map((der) => new X509Certificate(der));
    expect(new X509Certificate(key.certificate).verify(issuing!.publicKey)).toBe(true);
    expect(issuing!.verify(root!.publicKey)).toBe(true);

    const engine = await createNodeEngine();
    const form = Buffer.from(await makeOwnForm());
    const document = await engine.open(form);
    const prepared = await document.prepareSignature({ field: { name: 'One' }, certificate: key.certificate, chain: key.chain, signingTime: Math.floor(Date.now() / 1000) });
    const value = await key.sign(prepared.tbs);
    const query = await engine.timestampRequest(prepared.session, value);
    const response = new Uint8Array(await server.infrastructure.authority.timestamps.answer(Buffer.from(query)));
    const trust = [server.infrastructure.authority.rootCertificate()];
    const tail = await engine.completeWithSignature(prepared.session, value, { request: query, response, trust });
    const signed = await engine.open(Buffer.concat([form, tail.bytes]));
    const [report] = await signed.verify({ trust, at: Math.floor(Date.now() / 1000) });
    expect(report).toMatchObject({ acceptable: true, level: 'B-T' });
    await engine.close();
  }, 60_000);
});
