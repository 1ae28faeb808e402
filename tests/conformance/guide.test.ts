import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asFile, qpdfProblems, textOf } from '../support/judges.ts';
import { root } from '../support/shared.ts';
import { certificateOf } from '../support/signer.ts';
import { formDocument, plainDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'));

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  asFile(folder, 'form.pdf', await formDocument());
  asFile(folder, 'plain.pdf', await plainDocument());
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  asFile(folder, 'key.pk8', new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })));
  asFile(folder, 'certificate.der', await certificateOf('Ada Byron', privateKey, publicKey));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The programs of a page, with the headings that they stand under. */
function programs(page: string): [string, string][] {
  const text = readFileSync(join(root, page), 'utf8');
  const found = text.split(/^#+ /m).flatMap((section) => {
    const title = section.split('\n', 1)[0] ?? '';
    return [...section.matchAll(/^```js\n(.*?)^```/gms)].map(([, code = '']): [string, string] => [`${page}: ${title}`, code]);
  });
  // What is only a part of a program names no package.
  return found.filter(([, code]) => code.includes("from '@countersign/core"));
}

function run(code: string): string {
  const path = asFile(folder, 'program.mjs', code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

describe('the programs of the guide', () => {
  const all = [...programs('docs/core.md'), ...programs('bindings/README.md')];

  test('are found', () => expect(all.length).toBeGreaterThanOrEqual(8));

  test.each(all)('%s', (_title, code) => {
    expect(run(code)).not.toBe('');
  });

  test('do what the guide says', () => {
    const output = (title: string) => run(all.find(([name]) => name.endsWith(`: ${title}`))?.[1] ?? '');
    expect(output('Fill')).toContain("'full name: wrong_type', 'nowhere: unknown_field'");
    expect(textOf(join(folder, 'filled.pdf'))).toContain('Ада Лавлейс');
    expect(output('Place fields')).toContain("[ 'city', true ], [ 'signature', true ]");
    expect(output('Protect with passwords')).toContain('rewrapped');
    expect(output('Sign')).toContain('true true true');
    expect(output('Check a text')).toMatch(/^\[\] \[/);
    expect(output('Files that nobody vouches for')).toBe('pdf_corrupted\n');
    for (const file of ['filled.pdf', 'placed.pdf', 'decrypted.pdf', 'signed.pdf']) expect(qpdfProblems(join(folder, file))).toBe('');
    expect(qpdfProblems(join(folder, 'secret.pdf'), 'to open')).toBe('');
  });
});
