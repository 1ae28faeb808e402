import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeEngine, type Engine, type PrepareOptions } from '@countersign/core/node';
import { AuthorityClient, signDocument } from '@countersign/core/signing';
import { optionsOf } from '../signatures/matrix.ts';
import { asFile, qpdfProblems, textOf } from '../support/judges.ts';
import { selfSigned, type TestSigner } from '../support/signer.ts';
import { hasTestAuthority, startTestAuthority } from '../support/test-authority.ts';
import { fieldToPlace, joined, plainDocument } from './documents.ts';
import { hasGhostscript, pdfA } from './pdf-a/files.ts';
import { hasPreflight, preflightErrors } from './pdf-a/preflight.ts';
import { problemsOf } from './pdf-a/rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-a-'));
const signingTime = Math.floor(Date.now() / 1000);
let engine: Engine;
let signer: TestSigner;

beforeAll(async () => {
  engine = await createNodeEngine();
  signer = await selfSigned('Zoë Müller');
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A stroke of ink that shines through at its edge, on nothing. */
function ink(): string {
  const canvas = createCanvas(60, 20);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgba(0, 0, 160, 0.6)';
  context.fillRect(4, 4, 30, 10);
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
}

/** Every kind of field, seen or not. */
const fields = () => [
  ...(['text', 'date', 'checkmark', 'radio', 'image', 'initials', 'link'] as const).map((type, index) => fieldToPlace(type, type, 5 + index * 8)),
  fieldToPlace('seen', 'signature', 70, true),
  { ...fieldToPlace('unseen', 'signature', 0, true), field: { ...fieldToPlace('unseen', 'signature', 0, true).field, rect: { x: 0, y: 0, width: 0, height: 0 } } },
];

const values = () => ({ text: 'Zoë Müller, 김철수 ✓', date: '2026-05-01', checkmark: true, radio: true, image: ink(), initials: ink(), link: 'https://example.org' });

async function signed(base: Uint8Array, options: Pick<PrepareOptions, 'field'> & Partial<PrepareOptions>): Promise<Uint8Array> {
  const document = await engine.open(base);
  const { session, tbs } = await document.prepareSignature({ certificate: signer.certificate, signingTime, ...options });
  const tail = await engine.completeWithSignature(session, await signer.sign(tbs));
  await document.close();
  return joined(base, tail.bytes);
}

/** Field, intact and acceptable of each signature. */
async function verdictsOf(bytes: Uint8Array | undefined): Promise<unknown[]> {
  const reports = await (await engine.open(bytes ?? new Uint8Array())).verify({ trust: [], at: signingTime, ignoreTrust: true });
  return reports.map(({ field, intact, acceptable }) => [field, intact, acceptable]);
}

/** The file after each act. */
async function acts(source: Uint8Array): Promise<Map<string, Uint8Array>> {
  const placed = joined(source, (await (await engine.open(source)).placeFields(fields())).bytes);
  const filled = joined(placed, (await (await engine.open(placed)).merge(values())).bytes);
  const picture = new Uint8Array(Buffer.from(ink().split(',')[1] ?? '', 'base64'));
  const first = await signed(filled, { field: 'seen', picture, lines: ['Signed by Zoë Müller', 'at 10:00'] });
  const second = await signed(first, { field: 'unseen' });
  const flat = joined(placed, (await (await engine.open(placed)).merge(values(), { flatten: true })).bytes);
  // Where a link leads is no value: it is settled before anybody signs.
  const { link: _link, ...valuesLater } = values();
  const later = await signed(placed, { field: 'unseen' });
  const filledLater = await signed(joined(later, (await (await engine.open(later)).merge(valuesLater)).bytes), { field: 'seen', lines: ['Second'] });
  return new Map([['filled after a signature', filledLater], ['placed', placed], ['filled', filled], ['signed', first], ['signed unseen', second], ['a new field', await signed(second, { field: { name: 'New' } })], ['flat', flat]]);
}

describe.skipIf(!hasGhostscript)('PDF/A stays PDF/A', () => {
  const kinds = ([1, 2, 3] as const).flatMap((part) => (['RGB', 'Gray', 'CMYK'] as const).map((intent) => [part, intent] as const));

  test.each(kinds)('part %i, output intent %s: every operation conforms, and the signatures are valid', async (part, intent) => {
    const files = await acts(pdfA(folder, part, intent));
    for (const [action, bytes] of files) {
      expect([action, await problemsOf(bytes, part, intent)]).toEqual([action, []]);
      expect(qpdfProblems(asFile(folder, 'sound.pdf', bytes))).toBe('');
    }
    expect(await verdictsOf(files.get('a new field'))).toEqual([['seen', true, true], ['unseen', true, true], ['New', true, true]]);
    expect(await verdictsOf(files.get('filled after a signature'))).toEqual([['unseen', true, true], ['seen', true, true]]);
    expect(textOf(join(folder, 'sound.pdf'))).toMatch(/Zoë\s+Müller, 김철수/);
  });

  test.skipIf(!hasPreflight).each(['RGB', 'Gray', 'CMYK'] as const)('PDFBox finds no new violations in PDF/A-1b with output intent %s', async (intent) => {
    const source = pdfA(folder, 1, intent);
    const files = [['before', source] as const, ...(await acts(source))];
    const paths = files.map(([action, bytes]) => asFile(folder, `${intent} ${action}.pdf`.replaceAll(' ', '-'), bytes));
    const errors = preflightErrors(paths);
    const before = errors.get(paths[0] ?? '') ?? [];
    for (const path of paths) expect([path, (errors.get(path) ?? []).filter((error) => !before.includes(error))]).toEqual([path, []]);
  });

  test.skipIf(!hasTestAuthority)('time stamps, revocation data and archive time stamps conform', async () => {
    const authority = await startTestAuthority();
    try {
      for (const part of [1, 2] as const) {
        const source = pdfA(folder, part, 'RGB');
        const outcome = await signDocument({ engine, source, authorities: new AuthorityClient() }, optionsOf(authority, 'P-256', 'B-LTA', { lines: ['Ada Byron'], field: { name: 'Seen', page: 1, rect: { x: 10, y: 10, width: 30, height: 8 } } }));
        if (outcome.state !== 'complete') throw new Error(outcome.problem.message);
        const archived = joined(source, outcome.tail.bytes);
        expect(await problemsOf(archived, part, 'RGB')).toEqual([]);
        if (part > 1 || !hasPreflight) continue;
        const [before, after] = [asFile(folder, 'before.pdf', source), asFile(folder, 'archived.pdf', archived)];
        const errors = preflightErrors([before, after]);
        expect(errors.get(after)).toEqual(errors.get(before));
      }
    } finally {
      authority.close();
    }
  });

  test('the metadata stay unchanged', async () => {
    const source = pdfA(folder, 2, 'RGB');
    const files = await acts(source);
    const metadata = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').match(/<x:xmpmeta/g)?.length;
    for (const [action, bytes] of files) expect([action, metadata(bytes)]).toEqual([action, metadata(source)]);
  });

  test('refuses to place a field that is hidden or not printed', async () => {
    const document = await engine.open(pdfA(folder, 2, 'RGB'));
    for (const change of [{ hidden: true }, { doNotPrint: true }]) {
      const field = fieldToPlace('a', 'text', 10);
      await expect(document.placeFields([{ ...field, field: { ...field.field, ...change } }])).rejects.toMatchObject({ code: 'pdf_place_fields_failed', details: [{ field: 'a', problem: 'not_in_pdf_a' }] });
    }
  });
});

test('the checker finds violations in other files', async () => {
  const source = await plainDocument();
  const placed = joined(source, (await (await engine.open(source)).placeFields(fields())).bytes);
  const filled = joined(placed, (await (await engine.open(placed)).merge({ text: 'Ada', image: ink() })).bytes);
  const problems = await problemsOf(await signed(filled, { field: 'unseen' }), 1, null);
  expect(problems).toEqual(expect.arrayContaining(['the font Helvetica is not embedded', 'a picture shines through', 'a widget has no look', 'device colours of Gray without their intent']));
});
