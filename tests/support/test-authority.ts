import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from './product.ts';
import { judgePython } from './shared.ts';

const certomancer = join(dirname(judgePython), 'certomancer');

/** Whether the test authority can be started here. */
export const hasTestAuthority = existsSync(certomancer);

/** The keys of its signers, as OpenSSL makes them. */
const signers = {
  rsa2048: ['RSA', 'rsa_keygen_bits:2048'],
  rsa3072: ['RSA', 'rsa_keygen_bits:3072'],
  rsa4096: ['RSA', 'rsa_keygen_bits:4096'],
  p256: ['EC', 'ec_paramgen_curve:P-256'],
  p384: ['EC', 'ec_paramgen_curve:P-384'],
  p521: ['EC', 'ec_paramgen_curve:P-521'],
  ed25519: ['ed25519'],
  expired: ['EC', 'ec_paramgen_curve:P-256'],
  future: ['EC', 'ec_paramgen_curve:P-256'],
  revoked: ['EC', 'ec_paramgen_curve:P-256'],
} as const;

export type SignerName = keyof typeof signers;

/** A signer of the test authority. */
export interface AuthoritySigner {
  key: KeyObject;
  /** PEM. */
  certificate: Uint8Array;
  /** PEM of the certificates above it, but for the root. */
  chain: Uint8Array[];
}

/** An authority of its own on loopback: time stamps, responder, lists, certificates (certomancer, beside the judge). */
export interface TestAuthority {
  folder: string;
  timestampUrl: string;
  /** Path of the root's PEM. */
  root: string;
  signer(name: SignerName): AuthoritySigner;
  /** Path of a PKCS#12 file of the signer, passphrase `test`. */
  keyFile(name: SignerName): string;
  close(): void;
}

/** Starts the authority; ends with `close()`. */
export async function startTestAuthority(): Promise<TestAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-authority-'));
  const port = await freePort();
  makeKeys(folder);
  writeFileSync(join(folder, 'certomancer.yml'), configuration(port));
  const config = ['--config', join(folder, 'certomancer.yml')];
  execFileSync(certomancer, [...config, 'mass-summon', 'test', join(folder, 'certificates'), '--flat', '--no-pfx'], { stdio: 'pipe' });
  const server = spawn(certomancer, [...config, 'animate', '--port', String(port), '--no-web-ui'], { stdio: 'ignore' });
  const certificate = (name: string) => join(folder, 'certificates', `${name}.cert.pem`);
  await untilAnswered(`http://127.0.0.1:${port}/test/certs/root/ca.crt`, server);
  return {
    folder,
    timestampUrl: `http://127.0.0.1:${port}/test/tsa/tsa`,
    root: certificate('root'),
    signer: (name) => ({ key: createPrivateKey(readFileSync(join(folder, 'keys', `${name}.pem`))), certificate: readFileSync(certificate(name)), chain: [readFileSync(certificate('interm'))] }),
    keyFile: (name) => {
      const path = join(folder, `${name}.p12`);
      execFileSync('openssl', ['pkcs12', '-export', '-inkey', join(folder, 'keys', `${name}.pem`), '-in', certificate(name), '-certfile', certificate('interm'), '-out', path, '-passout', 'pass:test'], { stdio: 'pipe' });
      return path;
    },
    close: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeKeys(folder: string): void {
  mkdirSync(join(folder, 'keys'));
  const authorities = Object.fromEntries(['root', 'interm', 'tsa', 'ocsp'].map((name) => [name, signers.p256]));
  for (const [name, [algorithm, ...options]] of Object.entries({ ...authorities, ...signers })) {
    execFileSync('openssl', ['genpkey', '-algorithm', algorithm, ...options.flatMap((option) => ['-pkeyopt', option]), '-out', join(folder, 'keys', `${name}.pem`)], { stdio: 'pipe' });
  }
}

async function untilAnswered(address: string, server: ChildProcess): Promise<void> {
  const ended = new Promise<never>((_, reject) => server.once('exit', (status) => reject(new Error(`The test authority ended with ${status}`))));
  const answered = async () => {
    for (;;) {
      const response = await fetch(address).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await Promise.race([answered(), ended]);
}

/** The authority in certomancer's own words; JSON is YAML. */
function configuration(port: number): string {
  const names = ['root', 'interm', 'tsa', 'ocsp', ...Object.keys(signers)];
  const valid = (from: string, to: string) => ({ 'valid-from': `${from}-01-01T00:00:00+0000`, 'valid-to': `${to}-01-01T00:00:00+0000` });
  const signer = (validity = valid('2020', '2045')) => ({
    issuer: 'interm',
    validity,
    profiles: ['digsig-commitment'],
    extensions: [
      { id: 'authority_information_access', 'smart-value': { schema: 'aia-urls', params: { 'ocsp-responder-names': ['interm'], 'ca-issuer-links': [{ repo: 'interm', 'include-repo-authority': true }] } } },
      { id: 'crl_distribution_points', 'smart-value': { schema: 'crl-dist-url', params: { 'crl-repo-names': ['interm'] } } },
    ],
  });
  const good = Object.fromEntries(Object.keys(signers).map((name) => [name, signer()]));
  return JSON.stringify({
    'external-url-prefix': `http://127.0.0.1:${port}`,
    keysets: { test: { 'path-prefix': 'keys', keys: Object.fromEntries(names.map((name) => [name, { path: `${name}.pem` }])) } },
    'pki-architectures': {
      test: {
        keyset: 'test',
        'entity-defaults': { 'country-name': 'BE', 'organization-name': 'Test Authority' },
        entities: Object.fromEntries(names.map((name) => [name, { 'common-name': `Signer ${name}` }])),
        certs: {
          root: { subject: 'root', 'subject-key': 'root', issuer: 'root', 'authority-key': 'root', validity: valid('2020', '2060'), profiles: [{ id: 'simple-ca', params: { 'crl-repo': 'root' } }] },
          interm: { issuer: 'root', validity: valid('2020', '2050'), profiles: [{ id: 'simple-ca', params: { 'max-path-len': 0, 'crl-repo': 'root' } }] },
          ocsp: { issuer: 'interm', validity: valid('2020', '2050'), profiles: ['ocsp-responder'] },
          tsa: {
            issuer: 'root',
            validity: valid('2020', '2045'),
            extensions: [
              { id: 'key_usage', critical: true, 'smart-value': { schema: 'key-usage', params: ['digital_signature'] } },
              { id: 'extended_key_usage', critical: true, value: ['time_stamping'] },
              { id: 'crl_distribution_points', 'smart-value': { schema: 'crl-dist-url', params: { 'crl-repo-names': ['root'] } } },
            ],
          },
          ...good,
          expired: signer(valid('2020', '2021')),
          future: signer(valid('2050', '2055')),
          revoked: { ...signer(), revocation: { 'revoked-since': '2024-12-01T00:00:00+0000', reason: 'key_compromise' } },
        },
        services: {
          ocsp: { interm: { 'for-issuer': 'interm', 'responder-cert': 'ocsp', 'signing-key': 'ocsp' } },
          'crl-repo': {
            root: { 'for-issuer': 'root', 'signing-key': 'root', 'simulated-update-schedule': 'P90D' },
            interm: { 'for-issuer': 'interm', 'signing-key': 'interm', 'simulated-update-schedule': 'P30D' },
          },
          'cert-repo': { root: { 'for-issuer': 'root', 'publish-issued-certs': true }, interm: { 'for-issuer': 'interm', 'publish-issued-certs': false } },
          'time-stamping': { tsa: { 'signing-key': 'tsa', 'signing-cert': 'tsa' } },
        },
      },
    },
  });
}
