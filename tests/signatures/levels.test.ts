import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { AuthorityClient, signatureLevels, signDocument } from '@countersign/core/signing';
import { joined } from '../conformance/documents.ts';
import { asFile, hasSignatureJudge, judgeArguments, popplerSignatures, qpdfProblems, type Verdict } from '../support/judges.ts';
import { hasTestAuthority, startTestAuthority, type TestAuthority } from '../support/test-authority.ts';
import { documentOf, fileKinds, type KeyType, keyTypes, optionsOf, password } from './matrix.ts';

const types = Object.keys(keyTypes) as KeyType[];

/** Every kind of key, at every level, in every kind of file: accepted by pyHanko, poppler and qpdf. */
describe.skipIf(!hasSignatureJudge || !hasTestAuthority)('every combination of key, level and document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-matrix-'));
  let engine: Engine;
  let authority: TestAuthority;

  beforeAll(async () => {
    engine = await createNodeEngine();
    authority = await startTestAuthority();
  });

  afterAll(async () => {
    await engine.close();
    authority.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const cases = types.flatMap((type) => signatureLevels.flatMap((level) => fileKinds.map((kind) => [type, level, kind] as const)));

  test.concurrent.each(cases)('%s, %s, %s', async (type, level, kind) => {
    const source = await documentOf(kind, engine);
    const opens = kind === 'encrypted' ? password : undefined;
    const context = { engine, source, password: opens, authorities: new AuthorityClient() };
    const outcome = await signDocument(context, optionsOf(authority, type, level));
    if (outcome.state !== 'complete') throw new Error(`${outcome.problem.code}: ${outcome.problem.message}`);
    const signed = joined(source, outcome.tail.bytes);
    const path = asFile(folder, `${type} ${level} ${kind}.pdf`.replaceAll(/[ #]/g, '-'), signed);
    expect(qpdfProblems(path, opens ?? '')).toBe('');
    const verdict = await judged([path, '--trust', authority.root, '--expect-level', level, ...(opens ? ['--password', opens] : [])]);
    expect(verdict).toMatchObject({ all_acceptable: true, signatures: [{ pades_level: level, gap_exact: true, pades_problems: [], docmdp_ok: true }, ...(level === 'B-LTA' ? [{ type: 'DocTimeStamp' }] : [])] });
    // Poppler knows neither Ed25519 nor RFC 3161 documents' stamps.
    if (type !== 'Ed25519') expect(popplerSignatures(path, opens)[0]?.validation).toBe('Signature is Valid.');
  });
});

/** pyHanko takes seconds: several of it go side by side. */
function judged(order: string[]): Promise<Verdict> {
  const [program, ...args] = judgeArguments(order);
  return new Promise((resolve, reject) => {
    const child = spawn(program ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', () => resolve(JSON.parse(output)));
  });
}
