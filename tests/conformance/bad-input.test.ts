/** What can be wrong with a key, a time stamp or a document when somebody signs: each has its own code, and nothing is written. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../support/shared.ts';
import { fieldToPlace, formDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-bad-input-'));
const at = (name: string): string => join(folder, name);
const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });
const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate below the root, valid from and to these days (`YYMMDDHHMMSSZ`), with its key. */
function certify(name: string, [from, to]: readonly [string, string], extensions = 'person'): void {
  openssl('req', ...curve, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
  openssl('ca', '-batch', '-config', 'ca.conf', '-name', 'ca', '-extensions', extensions, '-startdate', from, '-enddate', to, '-in', `${name}.csr`, '-out', `${name}.pem`, '-notext');
  openssl('pkcs12', '-export', '-inkey', `${name}.key`, '-in', `${name}.pem`, '-out', `${name}.p12`, '-passout', 'pass:open');
}

const configuration = `
[ca]
database=index.txt
serial=serial
new_certs_dir=.
certificate=root.pem
private_key=root.key
default_md=sha256
policy=any
unique_subject=no
[any]
commonName=supplied
[person]
keyUsage=critical,digitalSignature,nonRepudiation
[stamps]
keyUsage=critical,digitalSignature
extendedKeyUsage=critical,timeStamping
[tsa]
serial=tsa.serial
signer_digest=sha256
default_policy=1.2.3.4
digests=sha256,sha384,sha512
ess_cert_id_alg=sha256
`;

const now = ['250101000000Z', '491231000000Z'] as const;
/** How the time-stamp authority answers the next query. */
let answer: (query: Buffer) => Buffer;
let authority: Server;

function reply(query: Buffer, signer = 'stamper'): Buffer {
  writeFileSync(at('query.tsq'), query);
  openssl('ts', '-reply', '-config', 'ca.conf', '-section', 'tsa', '-queryfile', 'query.tsq', '-signer', `${signer}.pem`, '-inkey', `${signer}.key`, '-chain', 'root.pem', '-out', 'reply.tsr');
  return readFileSync(at('reply.tsr'));
}

/** The same query for other bytes, or with another nonce. */
function otherwise(query: Buffer, what: 'imprint' | 'nonce'): Buffer {
  const changed = Buffer.from(query);
  // The imprint is the only string of 32 bytes; the nonce is the last number, before the wish for certificates.
  const place = what === 'imprint' ? changed.indexOf(Buffer.from([0x04, 0x20])) + 2 : changed.lastIndexOf(Buffer.from([0x01, 0x01, 0xff])) - 1;
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
}

beforeAll(async () => {
  writeFileSync(at('ca.conf'), configuration);
  for (const [name, content] of [['index.txt', ''], ['serial', '01'], ['tsa.serial', '01']] as const) writeFileSync(at(name), content);
  openssl('req', '-x509', ...curve, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Root', '-days', '3650');
  openssl('req', '-x509', ...curve, '-keyout', 'other.key', '-out', 'other.pem', '-subj', '/CN=Other', '-days', '3650', '-addext', 'extendedKeyUsage=critical,timeStamping', '-addext', 'keyUsage=critical,digitalSignature', '-addext', 'basicConstraints=CA:FALSE');
  certify('good', now);
  certify('ended', ['200101000000Z', '210101000000Z']);
  certify('future', ['480101000000Z', '491231000000Z']);
  certify('stamper', now, 'stamps');
  writeFileSync(at('form.pdf'), await formDocument());
  authority = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer(Buffer.concat(parts))));
  });
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  authority.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the command says, and how it ends. */
function countersign(...args: string[]): Promise<{ status: number; code: string | undefined }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), ...args], { cwd: folder }, (failure, said) => {
      const printed = said.trim() === '' ? {} : (JSON.parse(said) as { error?: { code: string } });
      resolve({ status: typeof failure?.code === 'number' ? failure.code : 0, code: printed.error?.code });
    });
  });
}

const key = (name: string, passphrase = 'open'): string[] => ['--key', `${name}.p12`, '--passphrase', passphrase];
const stamped = (): string[] => ['--level', 'B-T', '--tsa', `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`, '--trust', 'root.pem'];

interface Refusal {
  status: number;
  code: string | undefined;
  /** Whether a file was made, or the one that should be signed changed. */
  wrote: boolean;
}

async function refusalOf(...args: string[]): Promise<Refusal> {
  const original = at(args[1] ?? '');
  const before = readFileSync(original);
  const ended = await countersign(...args, '-o', 'never.pdf');
  return { ...ended, wrote: readdirSync(folder).includes('never.pdf') || !readFileSync(original).equals(before) };
}

const refused = (code: string): Refusal => ({ status: 2, code, wrote: false });

test('a valid key and a valid time stamp produce a signature', async () => {
  answer = reply;
  expect(await countersign('sign', 'form.pdf', '-o', 'signed.pdf', ...key('good'), ...stamped())).toEqual({ status: 0, code: undefined });
  expect(await countersign('verify', 'signed.pdf', '--trust', 'root.pem', '--offline')).toEqual({ status: 0, code: undefined });
});

test.each([
  ['key_file_passphrase', key('good', 'wrong')],
  ['sign_certificate_expired', key('ended')],
  ['sign_certificate_not_yet_valid', key('future')],
])('refuses the key with %s', async (code, args) => {
  expect(await refusalOf('sign', 'form.pdf', ...args)).toEqual(refused(code));
});

test.each<[string, (query: Buffer) => Buffer]>([
  ['timestamp_imprint', (query) => reply(otherwise(query, 'imprint'))],
  ['timestamp_nonce', (query) => reply(otherwise(query, 'nonce'))],
  ['timestamp_authority', (query) => reply(query, 'other')],
  ['timestamp_unreadable', () => Buffer.from('busy')],
])('refuses the time stamp with %s', async (code, answering) => {
  answer = answering;
  expect(await refusalOf('sign', 'form.pdf', ...key('good'), ...stamped())).toEqual(refused(code));
});

test('refuses the document with sign_field_signed and sign_certified', async () => {
  expect(await countersign('sign', 'form.pdf', '-o', 'one.pdf', ...key('good'), '--field', 'mine')).toMatchObject({ status: 0 });
  expect(await refusalOf('sign', 'one.pdf', ...key('good'), '--field', 'mine')).toEqual(refused('sign_field_signed'));
  expect(await countersign('sign', 'form.pdf', '-o', 'final.pdf', ...key('good'), '--certify', '1')).toMatchObject({ status: 0 });
  expect(await refusalOf('sign', 'final.pdf', ...key('good'))).toEqual(refused('sign_certified'));
});

test('pdf_certified and pdf_not_permitted: refuses to fill and place what signatures or permissions forbid', async () => {
  writeFileSync(join(folder, 'values.json'), JSON.stringify({ 'full name': 'Mallory' }));
  writeFileSync(join(folder, 'fields.json'), JSON.stringify([fieldToPlace('new', 'text', 80)]));
  const outcome = async (file: string, ...password: string[]) => [await refusalOf('fill', file, 'values.json', ...password), await refusalOf('place', file, 'fields.json', ...password)];
  expect(await countersign('sign', 'form.pdf', '-o', 'closed.pdf', ...key('good'), '--certify', '1')).toMatchObject({ status: 0 });
  expect(await outcome('closed.pdf')).toEqual([refused('pdf_certified'), refused('pdf_certified')]);
  expect(await countersign('encrypt', 'form.pdf', '-o', 'secret.pdf', '--user', 'reads', '--owner', 'owns', '--permissions', 'print')).toMatchObject({ status: 0 });
  expect(await outcome('secret.pdf', '--password', 'reads')).toEqual([refused('pdf_not_permitted'), refused('pdf_not_permitted')]);
  expect(await refusalOf('sign', 'secret.pdf', ...key('good'), '--password', 'reads')).toEqual(refused('pdf_not_permitted'));
  for (const command of [['fill', 'values.json'], ['place', 'fields.json']]) expect(await countersign(command[0] ?? '', 'secret.pdf', command[1] ?? '', '-o', 'done.pdf', '--password', 'owns')).toMatchObject({ status: 0 });
  for (const command of [['fill', 'secret.pdf', 'values.json'], ['place', 'secret.pdf', 'fields.json'], ['sign', 'secret.pdf', ...key('good')]]) expect(await countersign(...command, '-o', 'done.pdf', '--password', 'reads', '--ignore-permissions')).toMatchObject({ status: 0 });
});
