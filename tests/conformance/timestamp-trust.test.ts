/** `verify --timestamp-trust`: roots that are trusted for time stamps, and for nothing else. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { createNodeEngine, type Engine, type SignatureReport } from '@countersign/core/node';
import { AuthorityClient, signDocument, type SigningContext, timestampDocument } from '@countersign/core/signing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { optionsOf } from '../signatures/matrix.ts';
import { asFile } from '../support/judges.ts';
import { root } from '../support/shared.ts';
import { selfSigned } from '../support/signer.ts';
import { hasTestAuthority, startTestAuthority, type TestAuthority } from '../support/test-authority.ts';
import { joined, plainDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-timestamp-trust-'));

describe.skipIf(!hasTestAuthority)('countersign verify --timestamp-trust', () => {
  let engine: Engine;
  let authority: TestAuthority;
  let signerRoot: string;

  beforeAll(async () => {
    [engine, authority] = await Promise.all([createNodeEngine(), startTestAuthority()]);
    const source = await plainDocument();
    const context: SigningContext = { engine, source, authorities: new AuthorityClient() };
    const stamps = { timestampUrl: authority.timestampUrl, trust: [readFileSync(authority.root)] };
    const signer = await selfSigned('Ada Byron');
    const prepare = { field: { name: 'Signature' }, certificate: signer.certificate, signingTime: Math.floor(Date.now() / 1000) };
    const outcome = await signDocument(context, { level: 'B-T', ...stamps, prepare, sign: ({ tbs }) => signer.sign(tbs) });
    if (outcome.state !== 'complete') throw new Error(outcome.problem.message);
    asFile(folder, 'signed.pdf', joined(source, outcome.tail.bytes));
    asFile(folder, 'stamped.pdf', joined(source, (await timestampDocument(context, stamps)).bytes));
    signerRoot = asFile(folder, 'signer.pem', new X509Certificate(signer.certificate).toString());
    const theirs = await signDocument(context, optionsOf(authority, 'P-256', 'B-B'));
    if (theirs.state !== 'complete') throw new Error(theirs.problem.message);
    asFile(folder, 'theirs.pdf', joined(source, theirs.tail.bytes));
  });
  afterAll(async () => {
    await engine.close();
    authority.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const verify = (file: string, ...trust: string[]): Promise<{ status: number; report: SignatureReport }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), 'verify', file, '--offline', ...trust], { cwd: folder, encoding: 'utf8' }, (error, stdout) =>
        resolve({ status: typeof error?.code === 'number' ? error.code : 0, report: (JSON.parse(stdout) as { signatures: SignatureReport[] }).signatures[0]! }));
    });

  test('a document time stamp is accepted with its root and indeterminate without it', async () => {
    expect(await verify('stamped.pdf', '--trust', signerRoot)).toMatchObject({ status: 3, report: { indication: 'indeterminate', trusted: false } });
    expect(await verify('stamped.pdf', '--timestamp-trust', signerRoot)).toMatchObject({ status: 3, report: { trusted: false } });
    expect(await verify('stamped.pdf', '--timestamp-trust', authority.root)).toMatchObject({ status: 0, report: { indication: 'passed', trusted: true } });
  });

  test('a signature time stamp proves its time only with that root', async () => {
    const without = await verify('signed.pdf', '--trust', signerRoot);
    expect(without).toMatchObject({ status: 0, report: { level: 'B-B', timestamp: { intact: true, trusted: false } } });
    expect(without.report.provenTime ?? null).toBeNull();
    expect(await verify('signed.pdf', '--trust', signerRoot, '--timestamp-trust', authority.root)).toMatchObject({
      status: 0, report: { level: 'B-T', timestamp: { trusted: true }, provenTime: expect.stringMatching(/^\d{4}-/) },
    });
  });

  test('with the option, the trusted roots of signers do not count for time stamps', async () => {
    expect(await verify('stamped.pdf', '--trust', authority.root)).toMatchObject({ status: 0, report: { trusted: true } });
    expect(await verify('stamped.pdf', '--trust', authority.root, '--timestamp-trust', signerRoot)).toMatchObject({ status: 3, report: { trusted: false } });
  });

  test('a time-stamp root is not trusted for signers', async () => {
    expect(await verify('theirs.pdf', '--trust', authority.root)).toMatchObject({ status: 0, report: { trusted: true } });
    expect(await verify('theirs.pdf', '--trust', signerRoot, '--timestamp-trust', authority.root)).toMatchObject({ status: 3, report: { trusted: false } });
  });
});
