import { execFileSync, spawnSync } from 'node:child_process';
import { webcrypto, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeEngine, type Engine, type Tail } from '@countersign/core/node';
import type { PendingSignature } from '@countersign/core/signing';
import { optionsOf } from '../signatures/matrix.ts';
import { startCscService } from '../support/csc-service.ts';
import { asFile, hasSignatureJudge, judgeSignatures, qpdfProblems } from '../support/judges.ts';
import { root as repository } from '../support/shared.ts';
import { hasToken, makeToken, softToken } from '../support/soft-token.ts';
import { hasTestAuthority, startTestAuthority, type TestAuthority } from '../support/test-authority.ts';
import { formDocument, joined } from './documents.ts';

/** The code of docs/signing.md, by its names. */
const guide = readFileSync(join(repository, 'docs/signing.md'), 'utf8');
const examples = new Map([...guide.matchAll(/```(?:js|sh) example=(\w+)\n([\s\S]*?)```/g)].map(([, name = '', code = '']) => [name, code]));

type Example = (engine: Engine, file: Uint8Array, options: object) => Promise<Tail & Blob>;

describe.skipIf(!hasSignatureJudge || !hasTestAuthority)('docs/signing.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'));
  let engine: Engine;
  let authority: TestAuthority;
  let file: Uint8Array;

  beforeAll(async () => {
    engine = await createNodeEngine();
    authority = await startTestAuthority();
    file = await formDocument();
    // The examples import the package as an application does.
    mkdirSync(join(folder, 'node_modules/@countersign'), { recursive: true });
    symlinkSync(join(repository, 'bindings'), join(folder, 'node_modules/@countersign/core'));
  });

  afterAll(async () => {
    await engine.close();
    authority.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const example = async (name: string, call: string): Promise<Example> => {
    writeFileSync(join(folder, `${name}.mjs`), examples.get(name) ?? '');
    return (await import(pathToFileURL(join(folder, `${name}.mjs`)).href))[call];
  };
  const accepted = (name: string, signed: Uint8Array, level = 'B-B') => {
    const path = asFile(folder, `${name}.pdf`, signed);
    expect(qpdfProblems(path)).toBe('');
    return judgeSignatures(path, authority.root, level).verdict.all_acceptable;
  };
  const der = (pem: Uint8Array) => new Uint8Array(new X509Certificate(pem).raw);

  test('signs with a key of the browser', async () => {
    const { key, certificate, chain } = authority.signer('p256');
    const privateKey = await webcrypto.subtle.importKey('pkcs8', key.export({ format: 'der', type: 'pkcs8' }), { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const signed = await (await example('webcrypto', 'signWithWebCrypto'))(engine, file, { certificate, chain, privateKey });
    expect(accepted('webcrypto', new Uint8Array(await signed.arrayBuffer()))).toBe(true);
  });

  test('signs with a key file', () => {
    asFile(folder, 'contract.pdf', file);
    execFileSync('cp', [authority.keyFile('rsa3072'), join(folder, 'ada.p12')]);
    const command = (examples.get('p12') ?? '').replace('countersign', `"${process.execPath}" "${join(repository, 'bindings/bin/countersign.mjs')}"`);
    execFileSync('sh', ['-c', command], { cwd: folder, env: { ...process.env, PASSPHRASE: 'test' }, stdio: 'pipe' });
    expect(accepted('p12', readFileSync(join(folder, 'signed.pdf')))).toBe(true);
    const wrong = spawnSync('sh', ['-c', command.replace('signed.pdf', 'never.pdf')], { cwd: folder, env: { ...process.env, PASSPHRASE: 'wrong' }, encoding: 'utf8' });
    expect(wrong.status).toBe(2);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'key_file_passphrase' } });
  });

  test.skipIf(!hasToken)('signs with a PKCS#11 token', async () => {
    makeToken(folder, join(authority.folder, 'keys/p384.pem'));
    const { certificate, chain } = authority.signer('p384');
    const sign = await example('pkcs11', 'signWithToken');
    const options = { certificate, chain, ...softToken, keyId: '01' };
    expect(accepted('pkcs11', joined(file, (await sign(engine, file, options)).bytes))).toBe(true);
    await expect(sign(engine, file, { ...options, certificate: authority.signer('p256').certificate })).rejects.toMatchObject({ code: 'sign_mismatch' });
  });

  test('signs with a remote signing service', async () => {
    const { key, certificate, chain } = authority.signer('rsa2048');
    const service = await startCscService({ key, certificates: [certificate, ...chain].map(der), pin: '4711' });
    const sign = await example('csc', 'signRemotely');
    const options = { service: service.address, client: 'client', secret: 'secret', pin: '4711' };
    expect(accepted('csc', joined(file, (await sign(engine, file, options)).bytes))).toBe(true);
    await expect(sign(engine, file, { ...options, pin: '0000' })).rejects.toThrow('invalid_pin');
    service.close();
  });

  test('signs for the long term and extends', async () => {
    const { prepare, sign } = optionsOf(authority, 'P-521', 'B-LTA');
    const waited: string[] = [];
    const keep = (pending: PendingSignature, problem: { code: string; message: string }) => {
      waited.push(problem.code);
      if (waited.length > 2) throw new Error(problem.message);
      return structuredClone(pending);
    };
    const trust = [readFileSync(authority.root)];
    const one = await (await example('levels', 'signForTheLongTerm'))(engine, file, { prepare, sign, keep, trust, timestampUrl: authority.timestampUrl });
    expect(accepted('levels', joined(file, one.bytes), 'B-LTA')).toBe(true);
    expect(waited).toEqual([]);
  });

  test('every example is tested', () => {
    expect([...examples.keys()]).toEqual(['webcrypto', 'p12', 'pkcs11', 'csc', 'levels']);
  });
});
