import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PdfDocument } from '@countersign/core';
import { bytesOf, createNodeEngine } from '@countersign/core/node';
import { asFile } from '../support/judges.ts';
import { shared } from '../support/shared.ts';

/** Every so many files are enough here; a larger number of files takes minutes. */
const step = Number(process.env.CORPUS_STEP ?? 12);
const folders = ['data/pdf/pdfjs', 'data/pdf/qpdf', 'data/forms/original'].map(shared).filter((folder) => folder !== undefined);
const files = folders.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.pdf')).map((name) => join(folder, name))).filter((_path, index) => index % step === 0);

const folder = mkdtempSync(join(tmpdir(), 'countersign-corpus-'));
let engine: Engine;

beforeAll(async () => {
  engine = await createNodeEngine();
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** 0: sound; 3: warnings; 2: errors. */
function soundness(path: string, password = ''): number {
  const order = { 0: 0, 3: 1 } as Record<number, number>;
  return order[spawnSync('qpdf', [`--password=${password}`, '--check', path]).status ?? 2] ?? 2;
}

function pixelsOf(path: string, password: string[] = []): Buffer {
  return spawnSync('pdftoppm', ['-r', '30', '-l', '2', ...password, path], { maxBuffer: 1 << 28 }).stdout;
}

/** The document, or nothing where the core says with a code why not. */
async function opened(bytes: Uint8Array): Promise<PdfDocument | undefined> {
  return engine.open(bytes).catch((error: { code: string }) => {
    expect(error.code).toMatch(/^pdf_/);
    return undefined;
  });
}

describe.skipIf(files.length === 0)('odd files, protected and freed again', () => {
  test.each(files.map((path) => [basename(path), path]))('%s is as sound and looks as before', async (_name, path) => {
    const bytes = new Uint8Array(readFileSync(path));
    const document = await opened(bytes);
    const everything = document && Object.values(document.info.permissions).every(Boolean);
    // Whoever opens it without its owner's password can't change its protection.
    if (!document || !everything) return;
    const secret = await bytesOf(bytes, await document.encrypt({ user: 'user', owner: 'owner' }));
    const plain = await bytesOf(secret, await (await engine.open(secret, { password: 'owner' })).decrypt());
    const [secretPath, plainPath] = [asFile(folder, 'secret.pdf', secret), asFile(folder, 'plain.pdf', plain)];
    const before = soundness(path);
    expect(soundness(secretPath, 'user')).toBeLessThanOrEqual(before);
    expect(soundness(plainPath)).toBeLessThanOrEqual(before);
    const pixels = pixelsOf(path);
    // Some files poppler draws otherwise every time, some it can't read before they are written anew.
    if (pixels.length === 0 || !pixelsOf(path).equals(pixels)) return;
    expect(pixelsOf(secretPath, ['-upw', 'user']).equals(pixels)).toBe(true);
    expect(pixelsOf(plainPath).equals(pixels)).toBe(true);
  });
});
