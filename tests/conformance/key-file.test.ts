/** Key files (PKCS#12) of every kind of key, as OpenSSL writes them, and what is wrong with others. */
import { execFileSync } from 'node:child_process';
import { createPublicKey, constants, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readKeyFile } from '@countersign/core/key-file';
import { hasSignatureJudge } from '../support/judges.ts';
import { judgePython } from '../support/shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-key-file-'));
const at = (name: string): string => join(folder, name);
const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' });

const kinds = {
  rsa: ['RSA', 'rsa_keygen_bits:2048'],
  pss: ['RSA-PSS', 'rsa_keygen_bits:2048'],
  p256: ['EC', 'ec_paramgen_curve:P-256'],
  p384: ['EC', 'ec_paramgen_curve:P-384'],
  p521: ['EC', 'ec_paramgen_curve:P-521'],
  ed25519: ['ED25519'],
} as const;
type Kind = keyof typeof kinds;

const tbs = new TextEncoder().encode('signed attributes');

function makeKey(name: string, [algorithm, ...options]: readonly string[]): void {
  openssl('genpkey', '-algorithm', algorithm ?? '', ...options.flatMap((option) => ['-pkeyopt', option]), '-out', at(`${name}.pem`));
  openssl('req', '-x509', '-new', '-key', at(`${name}.pem`), '-subj', `/CN=Signer ${name}`, '-days', '30', '-out', at(`${name}.crt`));
}

function keyFile(name: string, more: string[] = [], key = name): Uint8Array {
  const path = at(`${name}.p12`);
  openssl('pkcs12', '-export', '-inkey', at(`${key}.pem`), '-in', at(`${name}.crt`), '-out', path, '-passout', 'pass:Über 1', ...more);
  return new Uint8Array(readFileSync(path));
}

const refusal = (bytes: Uint8Array, passphrase = 'Über 1'): Promise<unknown> => readKeyFile(bytes, passphrase).then(() => 'read', (error: { code?: unknown }) => error.code);

beforeAll(() => {
  for (const [name, kind] of Object.entries(kinds)) makeKey(name, kind);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a key file', () => {
  test.each(Object.keys(kinds) as Kind[])('with a key of type %s signs', async (name) => {
    makeKey('above', kinds.p256);
    const signer = await readKeyFile(keyFile(name, ['-certfile', at('above.crt')]), 'Über 1');
    expect(new X509Certificate(signer.certificate).subject).toBe(`CN=Signer ${name}`);
    expect(signer.chain.map((der) => new X509Certificate(der).subject)).toEqual(['CN=Signer above']);
    const isPss = name === 'pss';
    const value = await signer.sign({ tbs, digest: 'sha384' }, isPss);
    const key = createPublicKey(readFileSync(at(`${name}.crt`)));
    const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 } : {};
    expect(verify(name === 'ed25519' ? null : 'sha384', tbs, { key, dsaEncoding: 'ieee-p1363', ...padding }, value)).toBe(true);
  });

  /** What systems and old programs export: macOS and `-legacy` encrypt certificates by RC2 with 40 bits and keys by triple DES. */
  test.each([
    ['of OpenSSL 1 and macOS', ['-legacy']],
    ['of triple DES', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES']],
    ['of triple DES with two keys', ['-legacy', '-keypbe', 'PBE-SHA1-2DES', '-certpbe', 'PBE-SHA1-2DES']],
    ['of RC2 with 128 bits', ['-legacy', '-keypbe', 'PBE-SHA1-RC2-128', '-certpbe', 'PBE-SHA1-RC2-128']],
    ['of RC2 with 40 bits', ['-legacy', '-keypbe', 'PBE-SHA1-RC2-40', '-certpbe', 'PBE-SHA1-RC2-40', '-iter', '1']],
    ['without a certificate that is encrypted', ['-legacy', '-certpbe', 'NONE', '-nomac']],
  ])('%s is read with its passphrase only', async (_, options) => {
    makeKey('above', kinds.rsa);
    const file = keyFile('rsa', ['-certfile', at('above.crt'), ...options]);
    const signer = await readKeyFile(file, 'Über 1');
    expect([signer.certificate, ...signer.chain].map((der) => new X509Certificate(der).subject)).toEqual(['CN=Signer rsa', 'CN=Signer above']);
    expect(verify('sha256', tbs, readFileSync(at('rsa.crt')), await signer.sign({ tbs, digest: 'sha256' }))).toBe(true);
    expect(await refusal(file, 'über 1')).toBe('key_file_passphrase');
  });

  test('is refused with a separate code for each reason', async () => {
    expect(await refusal(keyFile('p256'), 'another')).toBe('key_file_passphrase');
    expect(await refusal(keyFile('p256', ['-nomac']), 'another')).toBe('key_file_passphrase');
    const rc4 = ['-legacy', '-keypbe', 'PBE-SHA1-RC4-128', '-certpbe', 'PBE-SHA1-3DES'];
    expect(await refusal(keyFile('p256', rc4))).toBe('key_file_encryption');
    expect(await refusal(new TextEncoder().encode('no key file'))).toBe('unable_retrieve_cert');
    openssl('pkcs12', '-export', '-nokeys', '-in', at('p256.crt'), '-out', at('keyless.p12'), '-passout', 'pass:Über 1');
    expect(await refusal(new Uint8Array(readFileSync(at('keyless.p12'))))).toBe('unable_retrieve_cert');
  });

  test.skipIf(!hasSignatureJudge)('is refused if its certificates belong to another key', async () => {
    expect(await refusal(withKeyOf(at('p256.pem')))).toBe('key_file_mismatch');
  });
});

/** A file with this key and the certificates of others, which OpenSSL does not write: the library below the judge does. */
function withKeyOf(key: string): Uint8Array {
  // The certificate has the names of the signer and the key of another: only the check by signing tells.
  openssl('req', '-x509', '-new', '-key', at('p521.pem'), '-subj', '/CN=Signer p256', '-days', '30', '-out', at('foreign.crt'));
  const program = `
import sys
from cryptography.hazmat.primitives.serialization import load_pem_private_key, BestAvailableEncryption
from cryptography.hazmat.primitives.serialization.pkcs12 import serialize_key_and_certificates
from cryptography.x509 import load_pem_x509_certificate
key = load_pem_private_key(open(sys.argv[1], 'rb').read(), None)
others = [load_pem_x509_certificate(open(path, 'rb').read()) for path in sys.argv[2:]]
sys.stdout.buffer.write(serialize_key_and_certificates(b'x', key, None, others, BestAvailableEncryption('Über 1'.encode())))
`;
  return new Uint8Array(execFileSync(judgePython, ['-c', program, key, at('foreign.crt'), at('rsa.crt')]));
}
