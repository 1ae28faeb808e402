import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { inBareNode } from '../bare-node.ts';
import { largeFile } from './large-file.ts';
import { installPeers } from './peers/installed.ts';
import type { SigningKey } from './peers/peer.ts';

const runs = 7;
/** At most: of one SHA-256 over the file, and megabytes over what the engine alone takes. */
const goals = { time: 1.3, memory: 64 };
const python = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'countersign', 'judge', 'venv', 'bin', 'python');

interface Measured {
  name: string;
  version: string;
  milliseconds: number;
  peakMegabytes: number;
}

const here = new URL('.', import.meta.url).pathname;

/** Measures a signature of a large file side by side; gives the section of the report. */
export function signingSection(work: string): string {
  installPeers();
  mkdirSync(work, { recursive: true });
  const input = largeFile(join(work, 'to-sign.pdf'));
  const key = makeKey(work);
  const hash = median(() => inNode('sha256', input, work, key));
  const idle = median(() => inNode('nothing', input, work, key));
  const own = signed('countersign', input, work, key);
  const others = ['libpdf', 'signpdf'].map((peer) => signed(peer, input, work, key));
  if (existsSync(python)) others.push(withPyHanko(input, work, key));
  const ratio = own.milliseconds / hash.milliseconds;
  const memory = own.peakMegabytes - idle.peakMegabytes;
  const verdict = (reached: boolean) => (reached ? 'reached' : 'missed');
  const fastest = Math.min(...others.map(({ milliseconds }) => milliseconds));
  return `## Sign a file of ${(statSync(input).size / 1e6).toFixed(0)} MB

From the file on disk to the signature, prepared and completed, with a 2048-bit RSA key; median of ${runs}, each in its own process.
Poppler validates every signature. Memory is the peak of the process.

| program | ms | peak MB |
|---|---|---|
${[hash, idle, own, ...others].map(({ name, version, milliseconds, peakMegabytes }) => `| ${name} ${version} | ${milliseconds.toFixed(0)} | ${peakMegabytes.toFixed(0)} |`).join('\n')}

| goal | at most | measured | |
|---|---|---|---|
| time, relative to one SHA-256 over the file in the same runtime | ${goals.time} | ${ratio.toFixed(2)} | ${verdict(ratio <= goals.time)} |
| memory over the engine alone, MB | ${goals.memory} | ${memory.toFixed(0)} | ${verdict(memory <= goals.memory)} |
| time, relative to the fastest other one | 1 | ${(own.milliseconds / fastest).toFixed(2)} | ${verdict(own.milliseconds < fastest)} |`;
}

function signed(peer: string, input: string, work: string, key: SigningKey): Measured {
  const measured = median(() => inNode(peer, input, work, key));
  assertValid(join(work, `signed-${peer}.pdf`));
  return measured;
}

function withPyHanko(input: string, work: string, { key, certificate }: SigningKey): Measured {
  const output = join(work, 'signed-pyhanko.pdf');
  const measured = median(() => JSON.parse(execFileSync(python, [join(here, 'sign_with_pyhanko.py'), input, output, key, certificate], { encoding: 'utf8' })));
  assertValid(output);
  return measured;
}

function assertValid(path: string): void {
  const said = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' });
  if (!said.includes('Signature is Valid.')) throw new Error(`${path}: ${said}`);
}

function inNode(peer: string, input: string, work: string, key: SigningKey): Measured {
  return inBareNode(join(here, 'measure.ts'), [peer, input, join(work, `signed-${peer}.pdf`), JSON.stringify(key)]) as Measured;
}

/** The run in the middle, by time. */
function median(measure: () => Measured): Measured {
  const measured = Array.from({ length: runs }, measure).toSorted((one, other) => one.milliseconds - other.milliseconds);
  const middle = measured[Math.floor(runs / 2)];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}

function makeKey(work: string): SigningKey {
  const [key, certificate, p12] = ['key.pem', 'certificate.pem', 'key.p12'].map((name) => join(work, name)) as [string, string, string];
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '30', '-subj', '/CN=Signer', '-addext', 'keyUsage=critical,digitalSignature,nonRepudiation');
  openssl('pkcs12', '-export', '-inkey', key, '-in', certificate, '-out', p12, '-passout', 'pass:test', '-legacy');
  return { key, certificate, p12 };
}
