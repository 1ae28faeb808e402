// @vitest-environment node
import { createNodeEngine, type Engine, type FieldValues, type PdfDocument, type SignatureReport, type TimestampReport } from '@countersign/core/node';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import { recipient, type Recipient } from '#contract/entities/recipient.ts';
import { makeOwnForm } from '../../../tests/fixtures/own-form.ts';
import { signFile } from '../signing/sign-file.service.ts';
import { selfSignedKey } from '../signing/signing-key.service.ts';
import { encryptVersion, type EncryptedVersion } from './container.ts';
import { newTransactionKey, type Bytes } from './keys.ts';
import type { EncryptedSigner, SentManifest } from './manifest.ts';
import { chainProblemsOf, openRequest, type ChainProblem } from './open-request.service.ts';
import { pack } from './package.ts';
import { anchorOfSigner } from './sign-request.service.ts';

let engine: Engine;
const id = 'f'.repeat(24);
const key = newTransactionKey();
const people: EncryptedSigner[] = [{ id: 'a'.repeat(24), email: 'anna@example.org', firstName: 'anna', lastName: null }, { id: 'b'.repeat(24), email: 'bert@example.org', firstName: 'bert', lastName: null }];
const [anna, bert] = people as [EncryptedSigner, EncryptedSigner];

/** What the server has, and what it says. */
const server = { bodies: [] as Blob[], versions: [] as number[], isTrusted: true, stamp: null as Partial<TimestampReport> | null };
const pdf = (...parts: BlobPart[]): Blob => new Blob(parts, { type: 'application/pdf' });

vi.mock('../engine/core/engine.service.ts', () => ({
  PDF: 'application/pdf',
  appended: (file: Blob, tail: { bytes: Bytes }) => pdf(file, tail.bytes),
  withDocument: async (file: Blob, work: (document: PdfDocument, given: Engine) => Promise<unknown>) => {
    const document = await engine.open(file);
    return work(document, engine).finally(() => document.close());
  },
}));
vi.mock('../api/bodies.ts', () => ({ fetchBytes: async (url: string) => server.bodies[Number(url) - 1] }));
vi.mock('../api/call.ts', () => ({
  call: async (name: string, input: { query?: { version: number } }) =>
    (name === 'encryptedTransactions.versions' ? { versions: server.versions.map((version) => ({ version, recipientId: null, size: 1, createdAt: '' })) } : { url: String(input.query?.version) }),
}));
/** The installation's authority names the address of whoever signs, and is trusted. */
vi.mock('../signing/verdict.service.ts', () => ({
  validateSignatures: async (file: Blob): Promise<SignatureReport[]> => {
    const document = await engine.open(file);
    const reports = await document.verify({ trust: [], at: Math.floor(Date.now() / 1000), ignoreTrust: true }).finally(() => document.close());
    return reports.map((report) => ({ ...report, trusted: server.isTrusted, timestamp: (server.stamp ?? undefined) as TimestampReport | undefined, signer: report.signer && { ...report.signer, email: `${report.signer.commonName}@example.org` } }));
  },
}));

const fields = [
  createField({ id: 'text-anna', type: 'text', page: 1, rect: { x: 10, y: 20, width: 20, height: 3 }, recipient: { email: anna.email }, required: true, fieldName: 'Annas text' }),
  createField({ id: 'text-bert', type: 'text', page: 1, rect: { x: 10, y: 30, width: 20, height: 3 }, recipient: { email: bert.email }, required: false, fieldName: 'Berts text' }),
];
let sent: SentManifest;
let prepared: Blob;
let first: EncryptedVersion;

const recipients = (...completed: EncryptedSigner[]): Recipient[] => people.map((each) => recipient.parse({ ...each, completed: completed.includes(each) }));

async function prepare(placed: readonly Field[]): Promise<{ manifest: SentManifest; document: Blob; version: EncryptedVersion }> {
  const form = pdf(Uint8Array.from(await makeOwnForm()));
  const document = await engine.open(form);
  const whole = pdf(form, (await document.placeFields(preparedFields(placed, people))).bytes as Bytes);
  await document.close();
  const manifest = { title: 'Lease', message: '', fields: [...placed], signers: people };
  return { manifest, document: whole, version: await encryptVersion(pack(manifest, whole), { key, transactionId: id, version: 1, previous: null }) };
}

beforeAll(async () => {
  engine = await createNodeEngine();
  ({ manifest: sent, document: prepared, version: first } = await prepare(fields));
});
afterAll(() => engine.close());
beforeEach(() => void Object.assign(server, { bodies: [first.body], versions: [1], isTrusted: true, stamp: { time: new Date().toISOString(), intact: true, trusted: true } }));

async function signed(file: Blob, signer: EncryptedSigner, values: FieldValues, name = signer.firstName ?? ''): Promise<Bytes> {
  return (await signFile({ file, field: anchorOfSigner(sent, signer.id), values, picture: null, at: new Date(), stamp: null }, await selfSignedKey(name), () => undefined)) as Bytes;
}

/** The server gets a further version. Returns the document as it is then. */
async function add(before: Blob, tail: Bytes, signerId: string, previous: EncryptedVersion): Promise<{ document: Blob; version: EncryptedVersion }> {
  const version = await encryptVersion(pack({ signerId }, new Blob([tail])), { key, transactionId: id, version: server.versions.length + 1, previous: previous.digest });
  server.bodies.push(version.body);
  server.versions.push(server.versions.length + 1);
  return { document: pdf(before, tail), version };
}

const open = (who = recipients()) => openRequest({ id, recipients: who }, key);
const problems = async (who?: Recipient[]): Promise<readonly ChainProblem[]> => chainProblemsOf(await open(who));

/** A revision with another object. `of` makes it of the text of the document; what it returns begins with the number. */
async function otherObject(file: Blob, of: (text: string, last: (pattern: RegExp) => string) => readonly [string, string]): Promise<Bytes> {
  const text = Buffer.from(await file.arrayBuffer()).toString('latin1');
  const last = (pattern: RegExp): string => [...text.matchAll(pattern)].at(-1)?.[1] ?? '';
  const [info, catalog, size, previous] = [last(/\/Info (\d+) 0 R/g), last(/\/Root (\d+) 0 R/g), last(/\/Size (\d+)/g), last(/startxref\s+(\d+)/g)];
  const [number, dictionary] = of(text, last);
  const object = `${number} 0 obj\n${dictionary}\nendobj\n`;
  const xref = `xref\n${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<</Size ${size}/Root ${catalog} 0 R/Info ${info} 0 R/Prev ${previous}>>\nstartxref\n${text.length + object.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(object + xref + trailer, 'latin1'));
}

/** Other document properties are a legal change of a signed document. */
const otherProperties = (file: Blob): Promise<Bytes> => otherObject(file, (_, last) => [last(/\/Info (\d+) 0 R/g), '<</Title(Another title)>>']);

/** The second page turned round. */
const otherPage = (file: Blob): Promise<Bytes> => otherObject(file, (text) => {
  const [, number = '', inside = ''] = [...text.matchAll(/(\d+) 0 obj\s*<<((?:(?!endobj)[^])*?\/Type\s*\/Page\b(?:(?!endobj)[^])*)>>\s*endobj/g)].at(-1) ?? [];
  return [number, `<<${inside}/Rotate 180>>`];
});

describe('a request whose versions continue each other', () => {
  test('opens, with who signed which', async () => {
    const one = await add(prepared, await signed(prepared, anna, { 'Annas text': 'yes' }), anna.id, first);
    const two = await add(one.document, await signed(one.document, bert, { 'Berts text': 'too' }), bert.id, one.version);
    const opened = await open(recipients(anna, bert));
    expect(opened.versions.map(({ version, signer, problems: found }) => [version, signer?.email ?? null, found])).toEqual([[1, null, []], [2, anna.email, []], [3, bert.email, []]]);
    expect(opened.sent.title).toBe('Lease');
    expect(opened.body.size).toBe(two.document.size);
    expect(opened.digest).toEqual(two.version.digest);
    expect(chainProblemsOf(opened)).toEqual([]);
  });
});

describe('what a recipient has done wrong is found by everybody else', () => {
  test.each<[string, ChainProblem[], () => Promise<Bytes>]>([
    ['fills in for somebody else', ['field'], () => signed(prepared, anna, { 'Annas text': 'yes', 'Berts text': 'also yes' })],
    ['leaves out what is required', ['incomplete'], () => signed(prepared, anna, {})],
    ['signs with a certificate of another address', ['signature'], () => signed(prepared, anna, { 'Annas text': 'yes' }, 'mallory')],
    ['signs in the field of another signer', ['signature'], () => signed(prepared, bert, { 'Annas text': 'yes' })],
    ['signs nothing, and adds a field', ['field', 'incomplete', 'signature'], async () => {
      const document = await engine.open(prepared);
      const extra = createField({ id: 'extra', type: 'text', page: 1, rect: { x: 40, y: 20, width: 20, height: 3 }, fieldName: 'Extra' });
      return document.placeFields([{ field: extra, asSignature: false }]).then(({ bytes }) => bytes as Bytes).finally(() => document.close());
    }],
  ])('who %s', async (_, expected, tail) => {
    await add(prepared, await tail(), anna.id, first);
    expect(await problems(recipients(anna))).toEqual(expected);
  });

  test('who changes what is on a page', async () => {
    const signature = await signed(prepared, anna, { 'Annas text': 'yes' });
    const more = await otherPage(pdf(prepared, signature));
    await add(prepared, new Uint8Array([...signature, ...more]), anna.id, first);
    expect(await problems(recipients(anna))).toEqual(expect.arrayContaining(['change', 'signature']));
  });

  test('who signs for the next signer, too', async () => {
    const inBertsField = await signed(prepared, bert, {}, 'anna');
    const both = await signed(pdf(prepared, inBertsField), anna, { 'Annas text': 'yes' });
    await add(prepared, new Uint8Array([...inBertsField, ...both]), anna.id, first);
    expect(await problems(recipients(anna))).toEqual(['signature']);
  });

  test('who appends something after signing: a value of their own, or other document properties', async () => {
    const signature = await signed(prepared, anna, { 'Annas text': 'yes' });
    const document = await engine.open(pdf(prepared, signature));
    const filled = await document.merge({ 'Annas text': 'no' }).finally(() => document.close());
    await add(prepared, new Uint8Array([...signature, ...filled.bytes]), anna.id, first);
    expect(await problems(recipients(anna))).toEqual(['signature']);
    Object.assign(server, { bodies: [first.body], versions: [1] });
    await add(prepared, new Uint8Array([...signature, ...(await otherProperties(pdf(prepared, signature)))]), anna.id, first);
    expect(await problems(recipients(anna))).toEqual(['change', 'signature']);
  });

  test('who signs before it is their turn, or in the name of another', async () => {
    await add(prepared, await signed(prepared, bert, { 'Berts text': 'first' }), bert.id, first);
    expect(await problems()).toEqual(['order']);
    Object.assign(server, { bodies: [first.body], versions: [1] });
    await add(prepared, await signed(prepared, bert, { 'Berts text': 'first' }), anna.id, first);
    expect(await problems()).toEqual(expect.arrayContaining(['signature']));
  });

  test('whose certificate nobody vouches for', async () => {
    await add(prepared, await signed(prepared, anna, { 'Annas text': 'yes' }), anna.id, first);
    server.isTrusted = false;
    expect(await problems()).toEqual(['signature']);
  });

  test('whose signature has no time stamp, or one that nobody vouches for', async () => {
    await add(prepared, await signed(prepared, anna, { 'Annas text': 'yes' }), anna.id, first);
    const good = server.stamp;
    for (const stamp of [null, { ...good, trusted: false }, { ...good, intact: false }]) {
      Object.assign(server, { stamp });
      expect(await problems()).toEqual(['timestamp']);
    }
  });

  test('who adds a version after everybody has signed, or writes no manifest', async () => {
    const one = await add(prepared, await signed(prepared, anna, { 'Annas text': 'yes' }), anna.id, first);
    const two = await add(one.document, await signed(one.document, bert, {}), bert.id, one.version);
    await add(two.document, new Uint8Array([10]) as Bytes, anna.id, two.version);
    expect(await problems()).toEqual(['order']);
    Object.assign(server, { bodies: [first.body], versions: [1] });
    await add(prepared, new Uint8Array([10]) as Bytes, 'nobody', first);
    await expect(open()).rejects.toMatchObject({ code: 'failed_to_decrypt', details: { reason: 'package' } });
  });
});

describe('what a signer fills in is checked as the server checks it elsewhere', () => {
  const place = (index: number) => ({ page: 1, rect: { x: 10, y: 20 + index * 5, width: 20, height: 3 }, recipient: { email: anna.email } });
  const rules = (more: object) => ({ formula: null, number: null, dates: null, shownWhen: null, requiredWhen: null, ...more }) as Field['rules'];
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const today = new Date().toISOString().slice(0, 10);
  const placed = [
    createField({ id: 'i', type: 'initials', ...place(0), required: true, fieldName: 'Initials' }),
    createField({ id: 't', type: 'text', ...place(1), fieldName: 'Total', readonly: true, rules: rules({ formula: '1 + 1' }) }),
    createField({ id: 'd', type: 'date', ...place(2), fieldName: 'Day', autoFill: 'sign_date', dateFormat: 'YYYY-MM-DD' }),
    createField({ id: 'a', type: 'radio', ...place(3), required: true, fieldName: 'Choice a', group: 'Choice', exportValue: 'a' }),
    createField({ id: 'b', type: 'radio', ...place(4), required: true, fieldName: 'Choice b', group: 'Choice', exportValue: 'b' }),
    createField({ id: 'm', type: 'text', ...place(5), fieldName: 'Mail', textFormat: 'email', textMaxLength: 20 }),
  ];
  const values = { Initials: Uint8Array.from(png), Total: '2', Day: today, 'Choice a': true, Mail: 'anna@example.org' };

  test.each<[string, ChainProblem[], object]>([
    ['all as it should be', [], {}],
    ['required initials left out', ['incomplete'], { Initials: undefined }],
    ['a required choice left out', ['incomplete'], { 'Choice a': undefined }],
    ['another total than that of the formula', ['value'], { Total: '999' }],
    ['another day than that of the signing', ['value'], { Day: '1999-01-01' }],
    ['a day that no calendar has', ['value'], { Day: '2026-02-31' }],
    ['a text of another form', ['value'], { Mail: 'nobody' }],
  ])('%s', async (_, expected, others) => {
    const { document, manifest } = await prepare(placed);
    const opened = await engine.open(document);
    const inDocument = new Map((await opened.fields().finally(() => opened.close())).map((each) => [each.id, each.fieldName ?? '']));
    const nameOf = ({ id: fieldId, fieldName }: Field): string => inDocument.get(fieldId) ?? fieldName;
    const version = await encryptVersion(pack({ ...manifest, fields: placed.map((each) => ({ ...each, fieldName: nameOf(each) })) }, document), { key, transactionId: id, version: 1, previous: null });
    Object.assign(server, { bodies: [version.body], versions: [1] });
    const filled: Record<string, unknown> = { ...values, ...others };
    const entries = placed.flatMap((each) => (filled[each.fieldName] === undefined ? [] : [[nameOf(each), filled[each.fieldName]]]));
    await add(document, await signed(document, anna, Object.fromEntries(entries) as FieldValues), anna.id, version);
    expect(await problems(recipients(anna))).toEqual(expected);
  });
});

describe('what the server has done wrong is found', () => {
  beforeEach(async () => {
    const one = await add(prepared, await signed(prepared, anna, { 'Annas text': 'yes' }), anna.id, first);
    await add(one.document, await signed(one.document, bert, {}), bert.id, one.version);
  });
  /** Why nothing is opened. */
  const refusal = () => open(recipients(anna, bert)).then(() => 'opened', ({ code, details }) => [code, details.reason]);

  test('other people than the sender chose', async () => {
    const [one, two] = recipients() as [Recipient, Recipient];
    for (const who of [[two, one], [one], [one, { ...two, email: 'mallory@example.org' }], [one, { ...two, id: 'c'.repeat(24) }], [one, two, { ...two, id: 'c'.repeat(24) }]]) expect(await problems(who)).toEqual(['people']);
    expect(await problems([{ ...one, email: 'Anna@Example.org' }, two])).toEqual([]);
  });

  test('a version left out, exchanged, repeated or renumbered', async () => {
    const { bodies } = server;
    const [a, b, c] = bodies as [Blob, Blob, Blob];
    Object.assign(server, { bodies: [a, c], versions: [1, 2] });
    expect(await refusal()).toEqual(['failed_to_decrypt', 'place']);
    Object.assign(server, { bodies: [a, b, b], versions: [1, 2, 3] });
    expect(await refusal()).toEqual(['failed_to_decrypt', 'place']);
    Object.assign(server, { bodies: [a, c, b], versions: [1, 2, 3] });
    expect(await refusal()).toEqual(['failed_to_decrypt', 'place']);
    Object.assign(server, { bodies, versions: [1, 3] });
    expect(await refusal()).toEqual(['failed_to_decrypt', 'order']);
    Object.assign(server, { bodies: [b, c], versions: [2, 3] });
    expect(await refusal()).toEqual(['failed_to_decrypt', 'order']);
    Object.assign(server, { bodies: [], versions: [] });
    expect(await refusal()).toEqual(['failed_to_decrypt', 'order']);
  });

  test('the first version encrypted anew, by a recipient who helps', async () => {
    const other = await encryptVersion(pack({ ...sent, title: 'Another lease' }, prepared), { key, transactionId: id, version: 1, previous: null });
    server.bodies = [other.body, ...server.bodies.slice(1)];
    expect(await refusal()).toEqual(['failed_to_decrypt', 'order']);
  });

  test('the end withheld from those who know by the server that it is there', async () => {
    Object.assign(server, { bodies: server.bodies.slice(0, 2), versions: [1, 2] });
    expect(await problems(recipients(anna, bert))).toEqual(['missing']);
    expect(await problems(recipients(anna))).toEqual([]);
  });
});
