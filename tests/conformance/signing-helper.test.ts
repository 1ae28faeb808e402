/** The signing helper: keys of this device for the pages of one installation, and for nobody else. */
import { spawn } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root as repository } from '../support/shared.ts';
import { addCertificate, hasToken, makeToken, softToken } from '../support/soft-token.ts';
import { hasTestAuthority, startTestAuthority, type TestAuthority } from '../support/test-authority.ts';

const origin = 'https://sign.example.org';
const tbs = new TextEncoder().encode('signed attributes');

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: { certificates?: { id: string; subject: string; chain: string[] }[]; signature?: string; error?: { code: string } };
}

/** Browsers let no page choose these headers; a test has to. */
function ask(address: string, path: string, { headers = {}, body, method = body === undefined ? 'GET' : 'POST' }: { headers?: Record<string, string>; body?: unknown; method?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, address), { method, headers: { origin, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? {} : JSON.parse(text) });
      });
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
  });
}

describe.skipIf(!hasTestAuthority)('the signing helper', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-helper-'));
  let authority: TestAuthority;
  let address = '';
  const children: ReturnType<typeof spawn>[] = [];

  /** Starts the command and waits until it says where it is. */
  function start(...more: string[]): Promise<string> {
    const child = spawn(process.execPath, [join(repository, 'bindings/bin/countersign.mjs'), 'helper', '--origin', origin, '--port', '0', ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(child);
    return new Promise((resolve, reject) => {
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, found] = /Ready at (\S+)/.exec(said) ?? [];
        if (found) resolve(found);
      });
      child.once('exit', (status) => reject(new Error(`It ended with ${status}: ${said}`)));
    });
  }

  beforeAll(async () => {
    authority = await startTestAuthority();
    address = await start('--key', authority.keyFile('p384'), '--passphrase', 'test');
  });
  afterAll(() => {
    for (const child of children) child.kill();
    authority.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const isBy = (name: 'p384' | 'rsa2048', digest: string, signature = ''): boolean =>
    verify(digest, tbs, { key: createPublicKey(readFileSync(join(authority.folder, 'keys', `${name}.pem`))), dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64'));

  test('offers the key of a file and signs with it', async () => {
    expect(await ask(address, '/')).toMatchObject({ status: 200, body: { name: 'countersign-helper' }, headers: { 'access-control-allow-origin': origin } });
    const { body } = await ask(address, '/certificates');
    expect(body.certificates).toMatchObject([{ id: 'file', subject: 'Signer p384', chain: [expect.any(String)] }]);
    const signed = await ask(address, '/sign', { body: { id: 'file', digest: 'sha384', tbs: Buffer.from(tbs).toString('base64') } });
    expect(isBy('p384', 'sha384', signed.body.signature)).toBe(true);
  });

  test('answers no other origin', async () => {
    expect((await ask(address, '/certificates', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    const withoutOrigin = await fetch(new URL('/certificates', address));
    expect(withoutOrigin.status).toBe(403);
    // A name that was made to lead to the loopback address.
    expect((await ask(address, '/certificates', { headers: { host: 'evil.example' } })).status).toBe(403);
    const allowed = await ask(address, '/sign', { method: 'OPTIONS' });
    expect(allowed).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': origin, 'access-control-allow-headers': 'content-type' } });
  });

  test('refuses invalid requests', async () => {
    expect(await ask(address, '/sign', { body: { id: 'other', digest: 'sha256', tbs: '' } })).toMatchObject({ status: 404, body: { error: { code: 'unable_retrieve_cert' } } });
    expect(await ask(address, '/sign', { body: { id: 'file', digest: 'md5', tbs: '' } })).toMatchObject({ status: 400 });
    expect(await ask(address, '/sign', { body: 'nonsense' })).toMatchObject({ status: 400 });
    expect(await ask(address, '/sign', { body: 'x'.repeat(70_000) })).toMatchObject({ status: 413 });
    expect(await ask(address, '/elsewhere')).toMatchObject({ status: 404 });
  });

  test.skipIf(!hasToken)('signs with the keys of a token', async () => {
    makeToken(folder, join(authority.folder, 'keys/rsa2048.pem'));
    addCertificate(join(authority.folder, 'certificates/rsa2048.cert.pem'));
    const token = await start('--module', softToken.module, '--token', softToken.token, '--pin', softToken.pin);
    expect((await ask(token, '/certificates')).body.certificates).toMatchObject([{ id: '01', subject: 'Signer rsa2048' }]);
    const signed = await ask(token, '/sign', { body: { id: '01', digest: 'sha256', tbs: Buffer.from(tbs).toString('base64') } });
    expect(isBy('rsa2048', 'sha256', signed.body.signature)).toBe(true);
  });
});
