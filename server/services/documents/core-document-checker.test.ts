/** Runs the checks on public forms: whatever software made them, fields placed by us must be accepted. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createField, type Field, type FieldInput } from '#contract/entities/field.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import { append, contract, plain } from '../../../tests/conformance/readers/variants.ts';
import { shared } from '../../../tests/support/shared.ts';
import { createDocumentChecker } from './core-document-checker.ts';
import { createEnginePool } from '#server/adapters/core/engine-pool.ts';
import { earlierProblems } from './signature-problems.ts';

const forms = shared('data/forms/original') ?? '';
// A sample, as all forms together take a minute.
const names = forms ? readdirSync(forms).filter((name) => name.endsWith('.pdf')).filter((_, index) => index % 9 === 0) : [];

const people = [{ id: 'a'.repeat(24), email: 'anna@example.org' }, { id: 'b'.repeat(24), email: 'bert@example.org' }];
const place = (id: string, type: Field['type'], y: number, more: Partial<FieldInput> = {}) =>
  createField({ id, type, page: 1, rect: { x: 10, y, width: 20, height: 3 }, recipient: { email: people[0]!.email }, ...more });

/** A revision is accepted only if every reader interprets it in the same way. */
test('rejects a revision that is ambiguous between PDF readers before validating it', async () => {
  const pool = createEnginePool({ size: 1, callTimeLimit: 60_000, memoryMegabytes: 512 });
  const folder = mkdtempSync(join(tmpdir(), 'checker-readers-'));
  const body = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return { parts: [{ path: join(folder, name) }], prefix: null, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') };
  };
  try {
    const base = contract();
    const job = { base: body('base.pdf', base), fields: [], recipients: [] };
    const problemsOf = async (upload: Buffer) => (await createDocumentChecker(pool).checkPrepared({ ...job, upload: body('upload.pdf', upload) })).problems.map(({ code }) => code);
    expect(await problemsOf(append(base, plain, ''))).not.toContain('change_ambiguity');
    expect(await problemsOf(append(base, plain))).toContain('change_ambiguity');
  } finally {
    await pool.close();
    rmSync(folder, { recursive: true });
  }
});

/** Appends a revision with these objects, in ascending order; null removes one. */
function revised(base: Buffer, objects: Record<number, string | null>): Buffer {
  let text = base.toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1];
  const sections = Object.entries(objects).map(([number, object]) => {
    const offset = text.length;
    if (object !== null) text += `${number} 0 obj\n${object}\nendobj\n`;
    const entry = object === null ? '0000000000 00001 f' : `${String(offset).padStart(10, '0')} 00000 n`;
    return `${number} 1\n${entry} \n`;
  });
  const start = text.length;
  return Buffer.from(`${text}xref\n${sections.join('')}trailer\n<</Size 13/Root 1 0 R/Info 6 0 R/Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`, 'latin1');
}

describe('objects outside the form', () => {
  const pool = createEnginePool({ size: 1, callTimeLimit: 60_000, memoryMegabytes: 512 });
  const folder = mkdtempSync(join(tmpdir(), 'checker-objects-'));
  afterAll(async () => {
    await pool.close();
    rmSync(folder, { recursive: true });
  });
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 120]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[7 0 R 8 0 R]/PieceInfo<</Program 10 0 R>>>>';
  const base = revised(contract(), { 3: page, 10: '<</Part 11 0 R>>', 11: '<</State 1>>' });
  const body = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return { parts: [{ path: join(folder, name) }], prefix: null, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') };
  };

  test.each<[string, Record<number, string | null>, string[]]>([
    ['are added and changed by placing fields', { 10: '<</Part 11 0 R/More 12 0 R>>', 12: '<</State 2>>' }, []],
    ['are not removed by placing fields', { 11: null }, ['change_other']],
  ])('%s', async (_, objects, problems) => {
    const upload = body('upload.pdf', revised(base, objects));
    const verdict = await createDocumentChecker(pool).checkPrepared({ base: body('base.pdf', base), upload, fields: [], recipients: [] });
    expect(verdict.problems.map(({ code }) => code)).toEqual(problems);
  });
});

describe.skipIf(names.length === 0)('public forms', () => {
  const pool = createEnginePool({ size: 1, callTimeLimit: 60_000, memoryMegabytes: 512 });
  const checker = createDocumentChecker(pool);
  const folder = mkdtempSync(join(tmpdir(), 'checker-'));
  let engine: Engine;
  beforeAll(async () => {
    engine = await createNodeEngine();
  });
  afterAll(async () => {
    await pool.close();
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  const bodyOf = (path: string, bytes: Uint8Array) => ({ parts: [{ path }], prefix: null, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') });

  async function problemsOf(name: string, edit: (field: Field) => Field): Promise<unknown[]> {
    const base = readFileSync(join(forms, name));
    const document = await engine.open(base, { ignorePermissions: true });
    const own = (await document.fields()).map((field) => createField({ ...field, recipient: { email: people[0]!.email } } as FieldInput));
    const fields = [
      ...own.map(edit), place('sign', 'signature', 80), place('link', 'link', 40, { value: 'https://example.org' }),
      place('label', 'text', 45, { value: 'Label', label: true, readonly: true }),
      place('yes', 'radio', 50, { group: 'group-1' }), place('no', 'radio', 55, { group: 'group-1' }),
    ];
    const tail = await document.placeFields(preparedFields(fields, people));
    await document.close();
    const upload = Buffer.concat([base, tail.bytes]);
    const path = join(folder, name);
    writeFileSync(path, upload);
    const verdict = await checker.checkPrepared({ base: bodyOf(join(forms, name), base), upload: bodyOf(path, upload), fields, recipients: people });
    return verdict.problems;
  }

  test.each(names)('%s, with its own fields unchanged', async (name) => {
    expect(await problemsOf(name, (field) => field)).toEqual([]);
  });

  test.each(names)('%s, with its own fields moved and made required', async (name) => {
    const edit = (field: Field): Field => ({ ...field, changed: true, required: field.type === 'text', rect: { ...field.rect, x: field.rect.x + 1 } });
    expect(await problemsOf(name, edit)).toEqual([]);
  });
});

describe('signatures that were there before', () => {
  const report = (field: string, intact: boolean, indication: 'passed' | 'failed' | 'indeterminate') => ({ field, intact, indication });

  test('block signing if they are invalid, but not if the core cannot validate them', () => {
    const reports = [report('own', false, 'failed'), report('good', true, 'passed'), report('sha-3', false, 'indeterminate'), report('unknown signer', true, 'indeterminate')];
    expect(earlierProblems(reports, 'own')).toEqual([]);
    expect(earlierProblems([...reports, report('altered', false, 'failed')], 'own')).toEqual([expect.objectContaining({ code: 'earlier_signature_broken', field: 'altered' })]);
  });
});
