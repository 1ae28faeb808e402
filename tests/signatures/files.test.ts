import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { degrees, PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { joined } from '../conformance/documents.ts';
import { asFile, hasSignatureJudge, judgeSelfSigned, qpdfProblems } from '../support/judges.ts';
import { shared } from '../support/shared.ts';
import { selfSigned, type TestSigner } from '../support/signer.ts';

const now = Math.floor(Date.now() / 1000);
/** Why a file is not signed: it can't be read, or appending would not keep what others see in it. */
const refusals = ['pdf_corrupted', 'pdf_encryption_unsupported', 'pdf_password', 'pdf_incorrect_password', 'sign_hybrid', 'sign_repaired', 'sign_certified', 'pdf_not_ready', 'unsupported_source', 'sign_page_not_found'];

const folders = ['data/pdf', 'data/forms', 'data/signatures'].flatMap((path) => shared(path) ?? []);
const real = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith('.pdf')).map((name) => join(folder, name)));

describe('many files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-files-'));
  let engine: Engine;
  let signer: TestSigner;

  beforeAll(async () => {
    engine = await createNodeEngine();
    signer = await selfSigned('Ada Byron');
  });

  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const sign = async (source: Uint8Array, name: string) => {
    const document = await engine.open(source);
    try {
      const { session, tbs } = await document.prepareSignature({ field: { name }, certificate: signer.certificate, signingTime: now });
      const tail = await engine.completeWithSignature(session, await signer.sign(tbs));
      expect(tail.baseLength).toBe(source.length);
      return joined(source, tail.bytes);
    } finally {
      await document.close();
    }
  };
  const judged = async (signed: Uint8Array) => {
    const document = await engine.open(signed);
    try {
      return (await document.verify({ trust: [], at: now, ignoreTrust: true })).at(-1);
    } finally {
      await document.close();
    }
  };

  test('the bytes of a thousand files stay an exact prefix, and the signature covers the whole file', async () => {
    const refused: Record<string, number> = {};
    let signedFiles = 0;
    const generated = 1000 - real.length + 300;
    const files = [...real.map((path) => async () => readFileSync(path)), ...Array.from({ length: generated }, (_none, index) => () => generate(index))];
    for (const [index, file] of files.entries()) {
      const source = await file();
      const outcome = await sign(source, `Signed ${index}`).catch((error: { code?: string }) => error.code ?? String(error));
      if (typeof outcome === 'string') {
        refused[outcome] = (refused[outcome] ?? 0) + 1;
        continue;
      }
      expect(Buffer.compare(outcome.subarray(0, source.length), source)).toBe(0);
      expect(await judged(outcome)).toMatchObject({ field: `Signed ${index}`, intact: true, coversWholeFile: true });
      signedFiles++;
    }
    console.log(`${signedFiles} files signed, refused: ${JSON.stringify(refused)}`);
    expect(Object.keys(refused).filter((code) => !refusals.includes(code))).toEqual([]);
    expect(signedFiles).toBeGreaterThanOrEqual(1000);
  });

  // The judge compares each of the fifty with everything that came after it: ten minutes of a processor.
  test.skipIf(!hasSignatureJudge)('fifty signatures in a row all stay valid', { timeout: 3_600_000 }, async () => {
    let file = await generate(0);
    for (let number = 1; number <= 50; number++) file = await sign(file, `Signer ${number}`);
    const document = await engine.open(file);
    const reports = await document.verify({ trust: [], at: now, ignoreTrust: true });
    expect(reports.filter(({ acceptable }) => acceptable)).toHaveLength(50);
    const path = asFile(folder, 'fifty.pdf', file);
    expect(qpdfProblems(path)).toBe('');
    const certificate = `-----BEGIN CERTIFICATE-----\n${Buffer.from(signer.certificate).toString('base64')}\n-----END CERTIFICATE-----\n`;
    const { verdict } = judgeSelfSigned(path, asFile(folder, 'signer.pem', certificate));
    expect(verdict).toMatchObject({ all_acceptable: true });
    expect(verdict.signatures).toHaveLength(50);
  });
});

/** A document that differs from the others in pages, size, turn, fields and the kind of its cross-reference data. */
async function generate(index: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 0; page <= index % 7; page++) {
    const sheet = pdf.addPage([300 + (index % 11) * 50, 400 + (index % 13) * 40]);
    sheet.setRotation(degrees((index % 4) * 90));
    sheet.drawText(`Document ${index}, page ${page + 1}`, { x: 40, y: 200 });
    if (index % 3 === 0) pdf.getForm().createTextField(`field ${page}`).addToPage(sheet, { x: 40, y: 100, width: 100, height: 20 });
  }
  return pdf.save({ useObjectStreams: index % 2 === 0 });
}
