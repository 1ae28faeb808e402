import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, degrees } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeEngine, createThreadEngine, type Engine, type PrepareOptions } from '@countersign/core/node';
import { AuthorityClient, extendDocument, type PendingSignature, resumeSignature, signDocument, type SignatureLevel, type SigningOutcome } from '@countersign/core/signing';
import { type FileKind, documentOf, type KeyType, keyTypes, optionsOf, password, valueOf } from '../signatures/matrix.ts';
import { asFile, hasSignatureJudge, judgeSignatures, popplerSignatures, qpdfProblems, textOf } from '../support/judges.ts';
import { root as repository } from '../support/shared.ts';
import { hasTestAuthority, startTestAuthority, type TestAuthority } from '../support/test-authority.ts';
import { fieldToPlace, formDocument, joined, plainDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-signing-'));
const authorities = new AuthorityClient({ attempts: 2, pause: 1, timeout: 10_000 });
const signingTime = Math.floor(Date.now() / 1000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function tailOf(outcome: SigningOutcome): Uint8Array {
  if (outcome.state !== 'complete') throw new Error(`${outcome.problem.code}: ${outcome.problem.message}`);
  return outcome.tail.bytes;
}

function pendingOf(outcome: SigningOutcome): { pending: PendingSignature; code: string } {
  if (outcome.state !== 'pending') throw new Error('The signature is complete');
  return { pending: outcome.pending, code: outcome.problem.code };
}

describe.skipIf(!hasSignatureJudge || !hasTestAuthority)('with the test authority', () => {
  let engine: Engine;
  let authority: TestAuthority;

  beforeAll(async () => {
    engine = await createNodeEngine();
    authority = await startTestAuthority();
  });

  afterAll(async () => {
    await engine.close();
    authority.close();
  });

  const judged = (name: string, bytes: Uint8Array, level: string, opens = '') => {
    const path = asFile(folder, name, bytes);
    expect(qpdfProblems(path, opens)).toBe('');
    const { verdict } = judgeSignatures(path, authority.root, level, opens);
    expect(verdict).toMatchObject({ all_acceptable: true });
    return verdict;
  };
  const options = (type: KeyType, level: SignatureLevel, prepare?: Partial<PrepareOptions>) => ({ ...optionsOf(authority, type, level, { signingTime, ...prepare }), trust: [readFileSync(authority.root)] });

  // The whole matrix is `npm run check:signatures`.
  const cases: [KeyType, SignatureLevel, FileKind][] = [
    ['RSA 2048 PKCS#1', 'B-B', 'table'],
    ['RSA 4096 PKCS#1', 'B-T', 'stream'],
    ['RSA 3072 PSS', 'B-LT', 'object stream'],
    ['P-256', 'B-LTA', 'encrypted'],
    ['P-384', 'B-T', 'encrypted'],
    ['P-521', 'B-LTA', 'table'],
    ['Ed25519', 'B-LT', 'stream'],
  ];

  test.each(cases)('signs with %s at %s in a file of kind %s', async (type, level, kind) => {
    const source = await documentOf(kind, engine);
    const opens = kind === 'encrypted' ? password : undefined;
    const outcome = await signDocument({ engine, source, password: opens, authorities }, options(type, level));
    const signed = joined(source, tailOf(outcome));
    const verdict = judged(`${level}-${kind}.pdf`.replace(' ', '-'), signed, level, opens);
    expect(verdict.signatures[0]).toMatchObject({ pades_level: level, pades_problems: [], gap_exact: true });
    const trust = [readFileSync(authority.root)];
    const [report] = await (await engine.open(signed, { password: opens })).verify({ trust, at: signingTime + 60 });
    expect(report).toMatchObject({ intact: true, acceptable: true });
  });

  test.each([1, 2, 3])('certifies a document at level %i and still takes an archive time stamp', async (docMdp) => {
    const source = await formDocument();
    const outcome = await signDocument({ engine, source, authorities }, options('P-256', 'B-LTA', { docMdp }));
    const verdict = judged(`certified-${docMdp}.pdf`, joined(source, tailOf(outcome)), 'B-LTA');
    expect(verdict.signatures.every((signature) => signature.docmdp_ok)).toBe(true);
  });

  test('locks fields, and the locked ones cannot be filled', async () => {
    const source = await formDocument();
    const outcome = await signDocument({ engine, source, authorities }, options('P-256', 'B-B', { lock: { action: 'include', fields: ['full name'] } }));
    const signed = joined(source, tailOf(outcome));
    judged('locked.pdf', signed, 'B-B');
    const again = (await engine.open(signed)).prepareSignature({ ...options('P-384', 'B-B').prepare, field: { name: 'Second' }, values: { 'full name': 'Somebody else' } });
    await expect(again).rejects.toMatchObject({ code: 'sign_field_locked' });
    await expect((await engine.open(signed)).merge({ 'full name': 'Somebody else' })).rejects.toMatchObject({ code: 'sign_field_locked' });
    const second = await signDocument({ engine, source: signed, authorities }, options('P-384', 'B-B', { field: { name: 'Second' } }));
    expect(judged('locked-twice.pdf', joined(signed, tailOf(second)), 'B-B').signatures).toHaveLength(2);
    // pyHanko takes no value for a field whose widget is an object of its own; the core's own judge does.
    const filled = await signDocument({ engine, source: signed, authorities }, options('P-384', 'B-B', { field: { name: 'Second' }, values: { agreed: true } }));
    const reports = await (await engine.open(joined(signed, tailOf(filled)))).verify({ trust: [readFileSync(authority.root)], at: signingTime + 60 });
    expect(reports.map(({ acceptable }) => acceptable)).toEqual([true, true]);
  });

  test('an unreachable time-stamp authority leaves the signature pending, to be resumed elsewhere', async () => {
    const source = await formDocument();
    const silent = await fetch(authority.timestampUrl).then(() => 'http://127.0.0.1:9/tsa');
    const context = { engine, source, authorities };
    const first = pendingOf(await signDocument(context, { ...options('Ed25519', 'B-LTA'), timestampUrl: silent }));
    expect(first.code).toBe('timestamp_unavailable');
    const stored = structuredClone(first.pending);
    const other = createThreadEngine();
    const outcome = await resumeSignature({ engine: other, source, authorities }, stored, { timestampUrl: authority.timestampUrl });
    await other.close();
    judged('resumed.pdf', joined(source, tailOf(outcome)), 'B-LTA');
  });

  test('an unreachable OCSP responder leaves the signature pending with its time stamp', async () => {
    const source = await formDocument();
    const onlyStamps: typeof fetch = (address, init) => (String(address).includes('/tsa/') ? fetch(address, init) : Promise.reject(new Error('nobody there')));
    const cut = new AuthorityClient({ attempts: 1, fetch: onlyStamps });
    const { pending, code } = pendingOf(await signDocument({ engine, source, authorities: cut }, options('P-256', 'B-LT')));
    expect(code).toBe('validation_unavailable');
    expect(pending.unstamped).toBeUndefined();
    judged('long-term.pdf', joined(source, tailOf(await resumeSignature({ engine, source, authorities }, pending))), 'B-LT');
  });

  test.each([
    ['revoked', 'sign_certificate_revoked'],
    ['expired', 'sign_certificate_expired'],
    ['future', 'sign_certificate_not_yet_valid'],
  ] as const)('refuses to sign with a certificate that is %s', async (name, code) => {
    const signer = authority.signer(name);
    const source = await formDocument();
    const bad = { ...options('P-256', 'B-LT', { certificate: signer.certificate, chain: signer.chain }), sign: (prepared: Parameters<typeof valueOf>[1]) => valueOf(signer, prepared) };
    await expect(signDocument({ engine, source, authorities }, bad)).rejects.toMatchObject({ code });
  });

  test('refuses to sign with a foreign key or an untrusted root', async () => {
    const source = await formDocument();
    const stranger = authority.signer('p384');
    const foreign = { ...options('P-256', 'B-T'), sign: (prepared: Parameters<typeof valueOf>[1]) => valueOf(stranger, prepared) };
    await expect(signDocument({ engine, source, authorities }, foreign)).rejects.toMatchObject({ code: 'sign_mismatch' });
    const untrusted = { ...options('P-256', 'B-T'), trust: [stranger.certificate] };
    expect(pendingOf(await signDocument({ engine, source, authorities }, untrusted)).code).toBe('timestamp_authority');
  });

  test('extends an older signature to B-LTA and renews its archive time stamp', async () => {
    const source = await formDocument();
    const trust = [readFileSync(authority.root)];
    const sources = { timestampUrl: authority.timestampUrl, trust };
    const plain = joined(source, tailOf(await signDocument({ engine, source, authorities }, options('P-256', 'B-B'))));
    const archived = joined(plain, tailOf(await extendDocument({ engine, source: plain, authorities }, 'B-LTA', sources)));
    judged('archived.pdf', archived, 'B-LTA');
    const renewed = joined(archived, tailOf(await extendDocument({ engine, source: archived, authorities }, 'B-LTA', sources)));
    expect(judged('renewed.pdf', renewed, 'B-LTA').signatures).toHaveLength(4);
    await expect(extendDocument({ engine, source, authorities }, 'B-LT', sources)).rejects.toMatchObject({ code: 'sign_field_not_found' });
  });

  describe('two-step signing', () => {
    test.each<[KeyType]>([['RSA 2048 PKCS#1'], ['Ed25519']])('%s: separate preparation and completion give the same bytes as one step', async (type) => {
      const source = await formDocument();
      const one = tailOf(await signDocument({ engine, source, authorities }, options(type, 'B-B')));
      const { prepare } = options(type, 'B-B');
      const thread = createThreadEngine();
      const { session, tbs, tbsDigest, digest, byteRange, tail, findings } = await (await thread.open(source)).prepareSignature(prepare);
      const stored = Buffer.from(session).toString('base64');
      const value = valueOf(authority.signer(keyTypes[type].signer), { session, tbs, tbsDigest, digest, byteRange, tail, findings });
      await thread.close();
      const restored = new Uint8Array(Buffer.from(stored, 'base64'));
      expect(await engine.sessionInfo(restored)).toMatchObject({ baseLength: source.length, digest });
      await (await engine.open(source)).checkSession(restored);
      expect((await engine.completeWithSignature(restored, value)).bytes).toEqual(one);
    });

    test('detects a file changed between the steps', async () => {
      const source = await plainDocument();
      const { session } = await (await engine.open(source)).prepareSignature(options('P-256', 'B-B').prepare);
      const changed = source.slice();
      const at = Buffer.from(changed).indexOf('612 792');
      changed[at] = 0x35;
      await expect((await engine.open(changed)).checkSession(session)).rejects.toMatchObject({ code: 'sign_document_changed' });
      session[40] = (session[40] ?? 0) ^ 1;
      await expect(engine.completeWithSignature(session, new Uint8Array(64))).rejects.toMatchObject({ code: 'sign_session' });
    });

    test('reports the size that an oversized CMS needs', async () => {
      const source = await plainDocument();
      const { prepare, sign } = options('P-256', 'B-B', { reserve: 300 });
      const prepared = await (await engine.open(source)).prepareSignature(prepare);
      const error = await engine.completeWithSignature(prepared.session, await sign(prepared)).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'sign_reserve', details: { needed: expect.any(Number) } });
    });
  });

  describe('the appearance of a signature', () => {
    const rect = { x: 10, y: 20, width: 40, height: 10 };

    test.each([0, 90, 180, 270])('is upright and in place on a cropped page rotated by %i', async (turn) => {
      const pdf = await PDFDocument.create();
      const page = pdf.addPage([600, 800]);
      page.setCropBox(50, 100, 500, 600);
      page.setRotation(degrees(turn));
      const source = await pdf.save();
      const lines = ['Ada Byron', 'I agree', 'Ελληνική Δημοκρατία', '2026-11-21'];
      const tail = tailOf(await signDocument({ engine, source, authorities }, options('P-256', 'B-B', { field: { name: 'Seen', page: 1, rect }, lines })));
      const signed = joined(source, tail);
      judged(`seen-${turn}.pdf`, signed, 'B-B');
      const place = wordPlace(join(folder, `seen-${turn}.pdf`), 'Byron', turn % 180 === 90);
      expect(place.x).toBeGreaterThan(10);
      expect(place.x).toBeLessThan(50);
      expect(place.y).toBeGreaterThan(20);
      expect(place.y).toBeLessThan(30);
      expect(textOf(join(folder, `seen-${turn}.pdf`))).toContain('Ελληνική');
    });
  });

  describe('the command line', () => {
    const countersign = (...args: string[]) => {
      const { status, stdout } = spawnSync(process.execPath, [join(repository, 'bindings/bin/countersign.mjs'), ...args], { encoding: 'utf8', cwd: folder });
      return { status, json: stdout.trim() === '' ? undefined : JSON.parse(stdout) };
    };
    const key = () => ['--key', authority.keyFile('p256'), '--passphrase', 'test', '--trust', authority.root];

    test('signs at every level, stamps and extends', async () => {
      asFile(folder, 'form.pdf', await formDocument());
      const tsa = ['--tsa', authority.timestampUrl];
      expect(await run('sign', 'form.pdf', '-o', 'lta.pdf', ...key(), '--level', 'B-LTA', ...tsa)).toBe(0);
      expect(judgeSignatures(join(folder, 'lta.pdf'), authority.root, 'B-LTA').status).toBe(0);
      expect(await run('sign', 'form.pdf', '-o', 'bb.pdf', ...key(), '--text', 'Ada Byron', '--page', '1', '--rect', '10,10,30,5')).toBe(0);
      expect(await run('extend', 'bb.pdf', '-o', 'lt.pdf', '--level', 'B-LT', ...tsa, '--trust', authority.root)).toBe(0);
      expect(judgeSignatures(join(folder, 'lt.pdf'), authority.root, 'B-LT').status).toBe(0);
      expect(await run('timestamp', 'form.pdf', '-o', 'stamped.pdf', ...tsa)).toBe(0);
      expect(judgeSignatures(join(folder, 'stamped.pdf'), authority.root).verdict).toMatchObject({ all_acceptable: true, signatures: [{ type: 'DocTimeStamp' }] });
    });

    // The authority answers in a process of its own, the command in another: nothing here may wait for both at once.
    const run = (...args: string[]) => Promise.resolve(countersign(...args).status);

    test('a failing time-stamp authority is an error with a code, and nothing is written', async () => {
      asFile(folder, 'form.pdf', await formDocument());
      const refusing = createServer((_, response) => response.writeHead(403).end()).listen(0, '127.0.0.1');
      const address = refusing.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      refusing.close();
      const result = countersign('sign', 'form.pdf', '-o', 'never.pdf', ...key(), '--level', 'B-T', '--tsa', `http://127.0.0.1:${port}/`);
      expect(result).toMatchObject({ status: 2, json: { error: { code: 'timestamp_unavailable' } } });
      expect(countersign('sign', 'form.pdf', '-o', 'never.pdf', ...key(), '--level', 'B-T')).toMatchObject({ status: 2, json: { error: { code: 'request_validation_error' } } });
      expect(countersign('sign', 'form.pdf', '-o', 'never.pdf', ...key(), '--level', 'B-X')).toMatchObject({ status: 2, json: { error: { code: 'request_validation_error' } } });
      expect(readdirSync(folder)).not.toContain('never.pdf');
    });
  });

  test('poppler agrees where it can validate', async () => {
    const source = await plainDocument();
    const placed = joined(source, (await (await engine.open(source)).placeFields([fieldToPlace('one', 'signature', 20, true), fieldToPlace('two', 'signature', 40, true)])).bytes);
    const first = joined(placed, tailOf(await signDocument({ engine, source: placed, authorities }, options('RSA 3072 PSS', 'B-B', { field: 'one' }))));
    const second = joined(first, tailOf(await signDocument({ engine, source: first, authorities }, options('P-521', 'B-B', { field: 'two' }))));
    const path = asFile(folder, 'poppler.pdf', second);
    expect(popplerSignatures(path).map(({ validation }) => validation)).toEqual(['Signature is Valid.', 'Signature is Valid.']);
    const again = (await engine.open(second)).prepareSignature(options('P-256', 'B-B', { field: 'two' }).prepare);
    await expect(again).rejects.toMatchObject({ code: 'sign_field_signed' });
  });
});

/** Where poppler sees a word, in percent of the displayed page. */
function wordPlace(pdf: string, word: string, isTurned: boolean): { x: number; y: number } {
  const { stdout } = spawnSync('pdftotext', ['-bbox', '-cropbox', pdf, '-'], { encoding: 'utf8' });
  // It gives the page as it lies and its words as they are seen.
  const [, lying = '0', standing = '0'] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(stdout) ?? [];
  const [width, height] = isTurned ? [standing, lying] : [lying, standing];
  const [, left = '0', top = '0', right = '0', bottom = '0'] = new RegExp(`<word xMin="([\\d.-]+)" yMin="([\\d.-]+)" xMax="([\\d.-]+)" yMax="([\\d.-]+)">${word}`).exec(stdout) ?? [];
  return { x: ((Number(left) + Number(right)) / 2 / Number(width)) * 100, y: ((Number(top) + Number(bottom)) / 2 / Number(height)) * 100 };
}
