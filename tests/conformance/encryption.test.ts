import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, NewFile, PdfDocument } from '@countersign/core';
import { bytesOf, createNodeEngine, createThreadEngine } from '@countersign/core/node';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { asFile, hasSignatureJudge, qpdfProblems, textOf } from '../support/judges.ts';
import { judgePython } from '../support/shared.ts';
import { manyStreams, scansOf } from './documents.ts';
import { partsOf } from './remote-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-encryption-'));
const hasMutool = spawnSync('mutool', ['-v']).status !== null;
let engine: Engine;
let form: string;
let bytes: Uint8Array;

beforeAll(async () => {
  engine = await createNodeEngine();
  bytes = await makeOwnForm();
  form = asFile(folder, 'form.pdf', bytes);
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How another program can protect a file, by name. */
const protections: Record<string, string[]> = {
  'RC4 with 40 bits': ['40'],
  'RC4 with 128 bits': ['128', '--use-aes=n'],
  'AES-128': ['128', '--use-aes=y'],
  'AES-128, metadata plain': ['128', '--use-aes=y', '--cleartext-metadata'],
  'AES-256, revision 5': ['256', '--force-R5'],
  'AES-256, revision 6': ['256'],
  'AES-256, metadata plain': ['256', '--cleartext-metadata'],
};

/** The form as qpdf protects it. */
function protectedForm(name: string, more: string[] = []): Uint8Array {
  const path = join(folder, 'protected.pdf');
  const order = ['--allow-weak-crypto', ...more, '--encrypt', 'user', 'owner', ...(protections[name] ?? []), '--', form, path];
  expect(spawnSync('qpdf', order).status).toBe(0);
  return readFileSync(path);
}

/** The pages as poppler draws them. */
function pixelsOf(path: string, password: string[] = []): Buffer {
  return spawnSync('pdftoppm', ['-r', '50', ...password, path], { maxBuffer: 1 << 28 }).stdout;
}

/** The pages as MuPDF draws them. */
function mupdfPixelsOf(path: string, password = ''): Buffer {
  return spawnSync('mutool', ['draw', '-r', '50', '-F', 'ppm', '-o', '-', '-p', password, path], { maxBuffer: 1 << 28 }).stdout;
}

/** Text and pages are those of the form, whoever reads them with whichever password. */
function expectSameContent(path: string, passwords: { user?: string; owner?: string }): void {
  const { user = '', owner } = passwords;
  for (const password of owner === undefined ? [[]] : [['-upw', user], ['-opw', owner]]) {
    expect(textOf(path, password)).toBe(textOf(form));
    expect(pixelsOf(path, password).equals(pixelsOf(form))).toBe(true);
  }
  if (!hasMutool) return;
  const expected = mupdfPixelsOf(form);
  expect(expected.length).toBeGreaterThan(1000);
  for (const password of [user, owner ?? '']) expect(mupdfPixelsOf(path, password).equals(expected)).toBe(true);
}

/** What pyHanko says when it opens a file with a password and reads all of it. */
function pyHankoReads(path: string, password: string): string {
  const script = `
import sys
from pyhanko.pdf_utils.reader import PdfFileReader
reader = PdfFileReader(open(sys.argv[1], 'rb'))
print(reader.decrypt(sys.argv[2]).status.name)
for page in range(int(reader.root['/Pages']['/Count'])):
    contents = reader.find_page_for_modification(page)[0].get_object()['/Contents']
    contents = [contents] if hasattr(contents, 'data') else contents
    assert all(part.get_object().data for part in contents)
print('read')
`;
  const { stdout, stderr } = spawnSync(judgePython, ['-c', script, path, password], { encoding: 'utf8' });
  return `${stdout}${stderr}`.trim().replaceAll(/\s+/g, ' ');
}

const made = async (original: Uint8Array, file: Promise<NewFile>) => bytesOf(original, await file);

describe('files encrypted by other programs', () => {
  test.each(Object.keys(protections))('%s opens with both passwords and can be removed', async (name) => {
    const secret = protectedForm(name);
    const fields = await (await engine.open(bytes)).fields();
    for (const password of ['user', 'owner']) {
      const document = await engine.open(secret, { password });
      expect(document.info).toMatchObject({ encrypted: true });
      expect(await document.fields()).toEqual(fields);
    }
    const plain = await made(secret, (await engine.open(secret, { password: 'owner' })).decrypt());
    const path = asFile(folder, 'plain.pdf', plain);
    expect(qpdfProblems(path)).toBe('');
    expectSameContent(path, {});
  });

  test('objects stay in their object streams', async () => {
    const secret = protectedForm('AES-256, revision 6', ['--object-streams=generate']);
    const plain = await made(secret, (await engine.open(secret, { password: 'owner' })).decrypt());
    const path = asFile(folder, 'packed.pdf', plain);
    expect(qpdfProblems(path)).toBe('');
    expect(plain.length).toBeLessThan(secret.length + 1000);
    expectSameContent(path, {});
  });

  test('a linearized file is readable by all programs after decryption', async () => {
    const secret = protectedForm('AES-256, revision 6', ['--linearize']);
    const path = asFile(folder, 'linear.pdf', await made(secret, (await engine.open(secret, { password: 'owner' })).decrypt()));
    expect(qpdfProblems(path)).toBe('');
    expectSameContent(path, {});
  });
});

describe('files encrypted by the core', () => {
  test.each([
    ['aes-256', 'AESv3'],
    ['aes-128', 'AESv2'],
  ] as const)('%s is read by qpdf, poppler and MuPDF with both passwords', async (algorithm, method) => {
    const secret = await made(bytes, (await engine.open(bytes)).encrypt({ user: 'Nutzer äöü', owner: 'Eigner ß', algorithm, permissions: { printDocument: false, printRepresentation: false } }));
    const path = asFile(folder, 'secret.pdf', secret);
    for (const password of ['Nutzer äöü', 'Eigner ß']) {
      // Before AES-256 passwords are PDFDocEncoding, which is one byte a letter.
      const typed = spawnSync('qpdf', [...(algorithm === 'aes-128' ? ['--password-mode=unicode'] : []), `--password=${password}`, '--check', path], { encoding: 'utf8' });
      expect(typed.status, typed.stderr).toBe(0);
    }
    const { stdout } = spawnSync('qpdf', ['--show-encryption', `--password=Nutzer äöü`, path], { encoding: 'utf8' });
    for (const line of [`stream encryption method: ${method}`, `string encryption method: ${method}`, 'print low resolution: not allowed', 'modify anything: allowed']) expect(stdout).toContain(line);
  });

  test.each(['aes-256', 'aes-128'] as const)('%s changes neither pixels nor text', async (algorithm) => {
    const path = asFile(folder, 'secret.pdf', await made(bytes, (await engine.open(bytes)).encrypt({ user: 'user', owner: 'owner', algorithm })));
    expectSameContent(path, { user: 'user', owner: 'owner' });
    expect(textOf(path)).toBe('');
  });

  test.skipIf(!hasSignatureJudge)('pyHanko opens it with both passwords', async () => {
    for (const algorithm of ['aes-256', 'aes-128'] as const) {
      const path = asFile(folder, 'secret.pdf', await made(bytes, (await engine.open(bytes)).encrypt({ user: 'user', owner: 'owner', algorithm })));
      expect(pyHankoReads(path, 'user')).toBe('USER read');
      expect(pyHankoReads(path, 'owner')).toBe('OWNER read');
      expect(pyHankoReads(path, 'neither')).toContain('FAILED');
    }
  });

  test('passwords of a file encrypted by qpdf change in place', async () => {
    for (const name of ['AES-256, revision 5', 'AES-256, revision 6']) {
      const secret = protectedForm(name);
      const file = await (await engine.open(secret, { password: 'owner' })).changePassword({ user: 'new', owner: 'newer' });
      expect(file.method).toBe('rewrapped');
      const path = asFile(folder, 'changed.pdf', await bytesOf(secret, file));
      for (const password of ['new', 'newer']) expect(qpdfProblems(path, password)).toBe('');
      expect(qpdfProblems(path, 'user')).toContain('invalid password');
      expectSameContent(path, { user: 'new', owner: 'newer' });
    }
  });

  test('changing passwords replaces older encryption with AES-256', async () => {
    const secret = protectedForm('RC4 with 128 bits');
    const file = await (await engine.open(secret, { password: 'owner' })).changePassword({ user: 'new', owner: 'newer' });
    expect(file.method).toBe('rewritten');
    const path = asFile(folder, 'changed.pdf', await bytesOf(secret, file));
    expect(qpdfProblems(path, 'new')).toBe('');
    expectSameContent(path, { user: 'new', owner: 'newer' });
  });

  test('large streams go through WebCrypto and are restored unchanged', async () => {
    const large = await manyStreams();
    const secret = await made(large, (await engine.open(large)).encrypt({ user: 'user', owner: 'owner' }));
    expect(qpdfProblems(asFile(folder, 'large.pdf', secret), 'user')).toBe('');
    const again = await made(secret, (await engine.open(secret, { password: 'owner' })).changePassword({ user: 'user', owner: 'owner', algorithm: 'aes-128' }));
    expect(qpdfProblems(asFile(folder, 'again.pdf', again), 'user')).toBe('');
    const plain = await made(again, (await engine.open(again, { password: 'owner' })).decrypt());
    expect(qpdfProblems(asFile(folder, 'plain.pdf', plain))).toBe('');
    expect(await scansOf(plain)).toEqual(await scansOf(large));
  });

  test('damaged data is decrypted as far as possible', async () => {
    const large = await manyStreams();
    const secret = await made(large, (await engine.open(large)).encrypt({ user: 'user', owner: 'owner' }));
    const stream = Buffer.from(secret).indexOf('/Length 400');
    const end = Buffer.from(secret).indexOf('\nendstream', stream);
    secret[end - 20] = (secret[end - 20] ?? 0) ^ 0xff;
    const plain = await made(secret, (await engine.open(secret, { password: 'owner' })).decrypt());
    expect(plain.length).toBeGreaterThan(large.length * 0.95);
  });
});

describe('a long-running call', () => {
  const working = async (work: (document: PdfDocument) => Promise<void>) => {
    const source = await manyStreams();
    for (const each of [engine, createThreadEngine()]) {
      await work(await each.open(source));
      if (each !== engine) await each.close();
    }
  };

  test('reports progress', async () => {
    await working(async (document) => {
      const steps: number[] = [];
      const { parts } = await document.encrypt({ user: 'a', owner: 'b' }, { onProgress: ({ done, total }) => steps.push(done / total) });
      for await (const part of parts) expect(part).toBeInstanceOf(Uint8Array);
      expect(steps.length).toBeGreaterThan(1);
      expect(steps).toEqual(steps.toSorted((one, two) => one - two));
      expect(steps.at(-1)).toBe(1);
    });
  });

  test('ends when cancelled, and the document stays usable', async () => {
    await working(async (document) => {
      const stop = new AbortController();
      const { parts } = await document.encrypt({ user: 'a', owner: 'b' }, { signal: stop.signal, onProgress: () => stop.abort() });
      await expect(partsOf(parts)).rejects.toMatchObject({ code: 'process_canceled' });
      expect((await document.encrypt({ user: 'a', owner: 'b' })).method).toBe('rewritten');
    });
  });

  test('runs one at a time for a document', async () => {
    await working(async (document) => {
      const first = await document.encrypt({ user: 'a', owner: 'b' });
      await expect(document.encrypt({ user: 'a', owner: 'b' })).rejects.toMatchObject({ code: 'not_ready' });
      for await (const _part of first.parts) break;
      await document.encrypt({ user: 'a', owner: 'b' });
    });
  });
});
