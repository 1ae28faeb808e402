import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inBareNode } from '../bare-node.ts';
import type { Result } from '../jobs.ts';
import type { Operation, Passwords } from './peers/peer.ts';

/** qpdf would pack what is not packed, which nobody else does. */
const asIs = ['--compress-streams=n', '--decode-level=none'];

interface Measured {
  name: string;
  version: string;
  milliseconds: number;
  /** Bytes of memory at most, over the file's own size; not a number for a program of its own. */
  peak: number;
}

/** What was measured of one operation. */
export interface EncryptionSection {
  operation: Operation;
  results: Result[];
}

const here = new URL('.', import.meta.url).pathname;
const passwords: Passwords = { before: 'owner', user: 'reader', owner: 'writer' };

/** Measures encryption, or other passwords for a file that is encrypted already, side by side. */
export function encryptionSection(operation: Operation, input: string, work: string, runs: number): EncryptionSection {
  const secret = join(work, 'secret.pdf');
  if (operation === 'password') execFileSync('qpdf', [...asIs, '--encrypt', 'user', 'owner', '256', '--', input, secret]);
  const file = operation === 'password' ? secret : input;
  const inNode = ['countersign', 'mupdf', 'pdfium'].map((peer) => {
    const output = join(work, `${peer}-${operation}.pdf`);
    const measured = median(runs, () => inProcess(peer, operation, file, output));
    assertProtected(output);
    return measured;
  });
  return { operation, results: [...inNode, median(runs, () => natively(operation, file, work))].map(toResult) };
}

/** The section as text. */
export function encryptionText({ operation, results }: EncryptionSection, input: string): string {
  const rows = results.map(({ peer, version, cold, peak }) => `| ${peer} ${version} | ${cold.toFixed(0)} | ${Number.isNaN(peak) ? '' : (peak / 1e6).toFixed(0)} |`);
  return [titles[operation](statSync(input).size / 1e6), ['| program | ms | peak MB over the file |', '|---|---|---|', ...rows].join('\n')].join('\n\n');
}

const titles: Record<Operation, (megabytes: number) => string> = {
  encrypt: (megabytes) => `## Encrypt with AES-256: ${megabytes.toFixed(0)} MB

From bytes in memory to the chunks of the result, each program in its own process. qpdf is a native program that reads and writes
files. qpdf checks every result.`,
  password: () => `## Change the passwords of the same file, protected with AES-256

Only @countersign/core keeps the encrypted content and re-wraps the file key; the others re-encrypt everything.`,
};

function toResult({ name, version, milliseconds, peak }: Measured): Result {
  return { peer: name, version, cold: milliseconds, warm: undefined, peak, newBytes: 0 };
}

/** The run in the middle, by time. */
function median(runs: number, measure: () => Measured): Measured {
  const measured = Array.from({ length: runs }, measure).toSorted((one, other) => one.milliseconds - other.milliseconds);
  const middle = measured[Math.floor(runs / 2)];
  if (!middle) throw new Error('Nothing was measured');
  return middle;
}

function inProcess(peer: string, operation: Operation, input: string, output: string): Measured {
  return inBareNode(join(here, 'measure.ts'), [peer, operation, input, output, JSON.stringify(passwords)]) as Measured;
}

function natively(operation: Operation, input: string, work: string): Measured {
  const { before, user, owner } = passwords;
  const output = join(work, `qpdf-${operation}.pdf`);
  const open = operation === 'password' ? [`--password=${before}`] : [];
  const began = performance.now();
  execFileSync('qpdf', [...open, ...asIs, '--encrypt', user, owner, '256', '--', input, output]);
  const milliseconds = performance.now() - began;
  const version = /version (\S+)/.exec(execFileSync('qpdf', ['--version'], { encoding: 'utf8' }))?.[1] ?? '';
  return { name: 'qpdf', version: `${version}, native`, milliseconds, peak: Number.NaN };
}

/** The result opens with the new passwords only, and is sound. */
function assertProtected(path: string): void {
  const { before, user, owner } = passwords;
  for (const password of [user, owner]) execFileSync('qpdf', [`--password=${password}`, '--check', path], { stdio: 'ignore' });
  if (spawnSync('qpdf', [`--password=${before}`, '--show-npages', path]).status === 0) throw new Error(`${path} still opens with the password it had`);
}
