import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation, Passwords } from './peers/peer.ts';

/** Peers that are installed for this run only; MuPDF's licence lets it run beside us and not in what we ship. */
const installed = { mupdf: '1.28.1', '@embedpdf/pdfium': '2.15.1' };
const runs = 7;
/** qpdf would pack what is not packed, which nobody else does. */
const asIs = ['--compress-streams=n', '--decode-level=none'];

interface Measured {
  name: string;
  version: string;
  milliseconds: number;
  peakMegabytes: number;
}

const here = new URL('.', import.meta.url).pathname;
const peersFolder = join(here, '..', '..', '.setup', 'bench', 'peers');

/** Measures encryption side by side; gives the section of the report. */
export async function encryptionSection(input: string, work: string): Promise<string> {
  installPeers();
  const megabytes = statSync(input).size / 1e6;
  const secret = join(work, 'secret.pdf');
  const passwords: Passwords = { before: 'owner', user: 'reader', owner: 'writer' };
  execFileSync('qpdf', [...asIs, '--encrypt', 'user', 'owner', '256', '--', input, secret]);
  const encrypted = all('encrypt', input, work, passwords);
  const changed = all('password', secret, work, passwords);
  return [
    `## Encrypt with AES-256: ${megabytes.toFixed(0)} MB`,
    'From bytes in memory to the parts of the result; qpdf is a native program and reads and writes files. Median of 7, a process each; the result is checked by qpdf.',
    table(encrypted, megabytes),
    ratios(encrypted, megabytes),
    `## Change the passwords of the same file, protected with AES-256`,
    'Only @countersign/core leaves the content as it is and wraps the key anew; the others encrypt everything again.',
    table(changed, megabytes),
    ratios(changed, megabytes),
  ].join('\n\n');
}

function installPeers(): void {
  if (Object.keys(installed).every((name) => existsSync(join(peersFolder, 'node_modules', name)))) return;
  mkdirSync(peersFolder, { recursive: true });
  writeFileSync(join(peersFolder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...Object.entries(installed).map(([name, version]) => `${name}@${version}`)], { cwd: peersFolder, stdio: 'inherit' });
}

function all(operation: Operation, input: string, work: string, passwords: Passwords): Measured[] {
  const inNode = ['countersign', 'mupdf', 'pdfium'].map((peer) => {
    const output = join(work, `${peer}-${operation}.pdf`);
    const measured = median(() => inProcess(peer, operation, input, output, passwords));
    assertProtected(output, passwords);
    return measured;
  });
  return [...inNode, median(() => natively(operation, input, work, passwords))];
}

/** The run in the middle, by time. */
function median(measure: () => Measured): Measured {
  const measured = Array.from({ length: runs }, measure).toSorted((one, other) => one.milliseconds - other.milliseconds);
  const middle = measured[Math.floor(runs / 2)];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}

function inProcess(peer: string, operation: Operation, input: string, output: string, passwords: Passwords): Measured {
  const printed = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(here, 'measure.ts'), peer, operation, input, output, JSON.stringify(passwords)], { encoding: 'utf8' });
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '');
}

function natively(operation: Operation, input: string, work: string, { before, user, owner }: Passwords): Measured {
  const output = join(work, `qpdf-${operation}.pdf`);
  const open = operation === 'password' ? [`--password=${before}`] : [];
  const began = performance.now();
  execFileSync('qpdf', [...open, ...asIs, '--encrypt', user, owner, '256', '--', input, output]);
  const milliseconds = performance.now() - began;
  const version = /version (\S+)/.exec(execFileSync('qpdf', ['--version'], { encoding: 'utf8' }))?.[1] ?? '';
  return { name: 'qpdf (native)', version, milliseconds, peakMegabytes: Number.NaN };
}

/** The result opens with the new passwords only, and is sound. */
function assertProtected(path: string, { before, user, owner }: Passwords): void {
  for (const password of [user, owner]) execFileSync('qpdf', [`--password=${password}`, '--check', path], { stdio: 'ignore' });
  if (spawnSync('qpdf', [`--password=${before}`, '--show-npages', path]).status === 0) throw new Error(`${path} still opens with the password it had`);
}

function table(results: readonly Measured[], megabytes: number): string {
  const memory = (peak: number) => (Number.isNaN(peak) ? '' : (peak - megabytes).toFixed(0));
  const rows = results.map(({ name, version, milliseconds, peakMegabytes }) => `| ${name} ${version} | ${milliseconds.toFixed(0)} | ${memory(peakMegabytes)} |`);
  return ['| program | ms | peak MB over the file |', '|---|---|---|', ...rows].join('\n');
}

function ratios([own, ...peers]: readonly Measured[], megabytes: number): string {
  if (!own) throw new Error('Nothing was measured');
  const time = peers.map(({ name, milliseconds }) => `${(own.milliseconds / milliseconds).toFixed(2)} of ${name}`);
  const best = Math.min(...peers.map(({ peakMegabytes }) => peakMegabytes).filter((peak) => !Number.isNaN(peak)));
  return `Time of @countersign/core: ${time.join(', ')}; memory over the file ${((own.peakMegabytes - megabytes) / (best - megabytes)).toFixed(2)} of the best other one in JavaScript or WebAssembly.`;
}
