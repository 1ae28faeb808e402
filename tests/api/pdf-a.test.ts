/** A document of ISO 19005 on its whole way with default settings: completed and audited, it is still what it claims to be. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { hasGhostscript, pdfA } from '../conformance/pdf-a/files.ts';
import { hasPreflight, preflightErrors } from '../conformance/pdf-a/preflight.ts';
import { problemsOf } from '../conformance/pdf-a/rules.ts';
import { asFile, hasSignatureJudge, judgeSignatures, qpdfProblems } from '../support/judges.ts';
import { deliver, openSigners, place, signedCopy, startForReal, type Signers } from './real-signing.ts';
import { at, contact } from './transaction-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-pdf-a-'));
let world: Signers;

beforeAll(async () => {
  world = await openSigners({ RUN_JOBS: 'true' });
});
afterAll(async () => {
  await world.engine.close();
  await world.server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Ink that shines through, as a pen on a screen draws it. */
function ink(): Uint8Array {
  const canvas = createCanvas(60, 20);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgba(0, 0, 160, 0.6)';
  context.fillRect(4, 4, 30, 10);
  return new Uint8Array(canvas.toBuffer('image/png'));
}

/** Fields of two people, of every look that differs. */
const fields = () => [
  place('name', 12, world.bea.email), place('agreed', 18, world.bea.email, { type: 'checkmark' }), place('sign-bea', 24, world.bea.email, { type: 'signature', rect: { x: 40, y: 24, width: 30, height: 8 } }),
  place('city', 40, world.carl.email), place('sign-carl', 46, world.carl.email, { type: 'signature', rect: { x: 40, y: 46, width: 30, height: 8 } }),
];

/** The request, completed and with its audit. `stamps`: whether the signatures bring time stamps; otherwise the server adds one to the document. */
async function completed(source: Uint8Array, stamps: boolean): Promise<Transaction> {
  const { ada, bea, carl, engine, beasKey, carlsKey } = world;
  const file = await ada.addFile(source, 'Contract.pdf');
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: fields() } } });
  const draft = await ada.call('transactions.create', { body: { fileIds: [file.id], recipients: [contact(bea.email), contact(carl.email)] } });
  const sent = await startForReal(engine, ada, draft);
  const parts = [[bea, beasKey, { name: 'Zoë 김철수', agreed: true }], [carl, carlsKey, { city: 'Київ' }]] as const;
  for (const [person, { stamp, ...key }, values] of parts) {
    const now = await ada.call('transactions.get', at(sent));
    const bytes = await signedCopy(engine, person, stamps && stamp ? { ...key, stamp } : key, now, file.id, { values, stated: { picture: ink() } });
    expect(await deliver(person, now, file.id, bytes)).toMatchObject({ status: 200 });
  }
  return vi.waitFor(async () => {
    const now = await ada.call('transactions.get', at(sent));
    expect([now.status, now.attributes.auditStatus]).toEqual(['completed', 'resolved']);
    return now;
  }, { timeout: 60_000, interval: 250 });
}

const attachmentsOf = (path: string): string => spawnSync('pdfdetach', ['-list', path], { encoding: 'utf8' }).stdout.trim();

describe.skipIf(!hasGhostscript)('a completed document that claims PDF/A', () => {
  test.each([[1, true], [1, false], [2, true], [3, true], [3, false]] as const)('part %i (signatures with time stamps: %s) is B-LTA and stays valid PDF/A; the audit trail is a separate document', async (part, stamps) => {
    const source = pdfA(folder, part, 'RGB');
    const { fileIds: [fileId = ''], attributes } = await completed(source, stamps);
    const done = await world.ada.contentOf(fileId);
    const name = `completed-${part}-${stamps}.pdf`;
    const path = asFile(folder, name, done);
    expect(done.subarray(0, source.length).equals(source)).toBe(true);
    expect(qpdfProblems(path)).toBe('');
    expect(await problemsOf(done, part, 'RGB')).toEqual([]);
    const reports = await (await world.engine.open(done)).verify({ trust: [world.server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
    expect(reports.filter(({ kind }) => kind === 'signature').map(({ level, acceptable }) => [level, acceptable])).toEqual([['B-LTA', true], ['B-LTA', true]]);
    if (hasSignatureJudge) expect(judgeSignatures(path, asFile(folder, 'root.pem', world.server.infrastructure.authority.rootPem()), 'B-LTA').verdict).toMatchObject({ all_acceptable: true });
    // Parts 1 and 2 permit no attachment that is not PDF/A, part 3 only one that says what it is to the document.
    expect(attachmentsOf(path)).toBe('0 embedded files');
    expect(attachmentsOf(asFile(folder, `audit-${name}`, await world.ada.contentOf(attributes.auditFileId!)))).toContain('history.json');
    if (part > 1 || !hasPreflight) return;
    const before = asFile(folder, 'before.pdf', source);
    const errors = preflightErrors([before, path]);
    expect(errors.get(path)).toEqual(errors.get(before));
  }, 120_000);
});
