import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { SignatureReport } from '../engine.ts';
import { validationReport } from '../validation-report.ts';
import { argument, type Invocation, text, UsageProblem } from './command.ts';

/** Writes the ETSI validation report (ETSI TS 119 102-2), if the option is given. */
export async function writeReport(invocation: Invocation, signatures: readonly SignatureReport[], at: number): Promise<void> {
  const output = text(invocation, 'report');
  if (output === undefined) return;
  if (output === '-') throw new UsageProblem('--report takes a file: the verdict is on standard output');
  // The standard defines no report for a document without signatures.
  if (signatures.length === 0) return;
  const path = argument(invocation, 0);
  const digests = path === '-' ? [] : await Promise.all(signatures.map(({ byteRange }) => digestOf(path, byteRange)));
  await writeFile(output, validationReport(signatures, { at, digests }));
}

/** Returns the SHA-256 digest of a signature's byte range; undefined if the range is invalid. */
async function digestOf(path: string, byteRange: readonly number[]): Promise<Uint8Array | undefined> {
  const [first, length, second, rest, ...more] = byteRange;
  if (first !== 0 || length === undefined || second === undefined || rest === undefined || more.length > 0 || second < length) return undefined;
  const hash = createHash('sha256');
  for (const [start, count] of [[first, length], [second, rest]] as const) {
    if (count > 0) for await (const part of createReadStream(path, { start, end: start + count - 1 })) hash.update(part as Buffer);
  }
  return hash.digest();
}
