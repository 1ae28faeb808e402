import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { certificatesFrom, ConfigError } from './config-lists.ts';
import { loadConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-lists-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function root(name: string): string {
  const path = join(folder, `${name}.pem`);
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', join(folder, 'key.pem'), '-out', path, '-subj', `/CN=${name}`, '-days', '30'], { stdio: 'pipe' });
  return path;
}
const namesOf = (lists: string | undefined): string[] => certificatesFrom('TRUSTED_CERTIFICATES', lists).map((der) => new X509Certificate(der).subject);

test('combines trusted certificates from several lists without duplicates', () => {
  const [one, two] = [root('One'), root('Two')];
  const both = join(folder, 'both.pem');
  writeFileSync(both, `# what our association trusts\n${readFileSync(two, 'utf8')}${readFileSync(one, 'utf8')}`);
  expect(namesOf(undefined)).toEqual([]);
  expect(namesOf(one)).toEqual(['CN=One']);
  expect(namesOf(`${one}, ${both},`)).toEqual(['CN=One', 'CN=Two']);
});

test('a list can include the system\'s trusted certificates', () => {
  const bundle = new Set(tls.getCACertificates('system').map((pem) => new X509Certificate(pem).fingerprint256));
  expect(bundle.size).toBeGreaterThan(50);
  const found = certificatesFrom('TRUSTED_CERTIFICATES', `system,${root('Own')}`);
  expect(found).toHaveLength(bundle.size + 1);
  expect(new Set(found.slice(0, -1).map((der) => new X509Certificate(der).fingerprint256))).toEqual(bundle);
});

test('an unreadable list stops the start with its name', () => {
  const empty = join(folder, 'empty.pem');
  writeFileSync(empty, 'nothing');
  for (const list of [join(folder, 'missing.pem'), empty]) expect(() => certificatesFrom('TRUSTED_CERTIFICATES', `${root('One')},${list}`)).toThrow(ConfigError);
  expect(() => certificatesFrom('TRUSTED_CERTIFICATES', empty)).toThrow(/empty\.pem can't be read/);
});

test('an unreadable trusted list file stops the start with its name; a URL does not', () => {
  const signers = root('Lists');
  const load = (lists: string) => loadConfig({ TRUSTED_LISTS: lists, TRUSTED_LIST_CERTIFICATES: signers });
  for (const missing of [join(folder, 'missing.xml'), folder, 'htps://lists.example.org/eu.xml']) expect(() => load(`${signers}, ${missing}`)).toThrow(new ConfigError(`These settings can't be used:\n  TRUSTED_LISTS: ${missing} can't be read`).message);
  expect(load(`${signers}, https://lists.example.org/eu.xml`).trustedLists?.locations).toEqual([signers, 'https://lists.example.org/eu.xml']);
});
