/** Real documents, real signatures: what the server believes, and what it refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import { formatDate } from '#contract/entities/field-list.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { withDrawingOver, withObjects } from '../support/forged-revision.ts';
import { resigned } from '../support/resigned.ts';
import { selfSigned } from '../support/signer.ts';
import { samplePng } from './client.ts';
import { deliver, openSigners, place, problemsOf, signBytes, signedCopy, startForReal, upload, type Signers } from './real-signing.ts';
import { contact, signBody } from './transaction-world.ts';

let { server, engine, form, ada, bea, carl, beasKey, carlsKey } = {} as Signers;
beforeAll(async () => {
  ({ server, engine, form, ada, bea, carl, beasKey, carlsKey } = await openSigners());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

/** Two recipients: Bea with fields and a visible signature, Carl with a text and an invisible one. */
async function sent(): Promise<{ transaction: Transaction; fileId: string }> {
  const file = await ada.addFile(form, 'Lease.pdf');
  const fields = [
    place('name', 18, bea.email, { required: true }),
    place('mail', 24, bea.email, { textFormat: 'email' }),
    place('furnished', 48, bea.email, { type: 'checkmark', rect: { x: 9, y: 48, width: 2, height: 1.6 } }),
    place('sign', 80, bea.email, { type: 'signature' }),
    place('phone', 40, carl.email),
    place('since', 60, bea.email, { type: 'date', dateFormat: 'YYYY-MM-DD' }),
    place('day', 70, bea.email, { type: 'date', autoFill: 'sign_date', readonly: true, dateFormat: 'YYYY-MM-DD' }),
    { id: 'price', page: 1, rect: { x: 40, y: 74, width: 20, height: 3 }, value: '100', readonly: true },
  ];
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  const draft = await ada.call('transactions.update', {
    params: { id: created.id }, body: { recipients: [contact(bea.email), contact(carl.email)] },
  });
  return { transaction: await startForReal(engine, ada, draft), fileId: file.id };
}

/** Nothing of a refused upload may stay: the file, the transaction and the turn are as they were. */
async function expectUntouched(transaction: Transaction, fileId: string): Promise<void> {
  expect(await ada.call('transactions.get', { params: { id: transaction.id } })).toEqual(transaction);
  expect((await ada.call('files.getMeta', { params: { id: fileId } })).version).toBe(2);
}

test('two people sign one file, and both signatures are valid', async () => {
  const { transaction, fileId } = await sent();
  const first = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea Grün', mail: 'bea@example.org', furnished: true, day: formatDate(new Date(), 'YYYY-MM-DD') } });
  const afterBea = await deliver(bea, transaction, fileId, first);
  expect(afterBea).toMatchObject({ status: 200, body: { status: 'pending', recipients: [{ completed: true }, { completed: false }] } });
  const running = afterBea.body as Transaction;
  const second = await signedCopy(engine, carl, carlsKey, running, fileId, { values: { phone: '+49 30 1234567' } });
  expect(await deliver(carl, running, fileId, second)).toMatchObject({ status: 200, body: { status: 'completed' } });

  const body = await ada.contentOf(fileId);
  expect(body.subarray(0, second.length).equals(second)).toBe(true);
  const document = await engine.open(body);
  const root = await server.app.inject({ method: 'GET', url: '/v0/certificates/root' });
  const reports = await document.verify({ trust: [Buffer.from(root.body)], at: Math.floor(Date.now() / 1000) });
  expect(reports.filter(({ kind }) => kind === 'signature').map(({ signer, intact, trusted, acceptable }) => [signer?.email, intact, trusted, acceptable])).toEqual([
    [bea.email, true, true, true], [carl.email, true, true, true],
  ]);
  const { attributes } = await ada.call('files.getMeta', { params: { id: fileId } });
  expect(Object.fromEntries(attributes.fields.map((field) => [field.id, field.value]))).toMatchObject({
    name: 'Bea Grün', mail: 'bea@example.org', furnished: true, phone: '+49 30 1234567', sign: { signatureId: expect.any(String) },
  });
}, 60_000);

test('limits text to the length of its field, whatever program filled it', async () => {
  const { transaction, fileId } = await sent();
  const { db } = server.infrastructure;
  const { fields } = await db.selectFrom('files').select('fields').where('id', '=', fileId).executeTakeFirstOrThrow();
  // The document itself would take more.
  await db.updateTable('files').set({ fields: JSON.stringify(fields.map((each) => (each.id === 'name' ? { ...each, textMaxLength: 4 } : each))) }).where('id', '=', fileId).execute();
  const day = formatDate(new Date(), 'YYYY-MM-DD');
  const signedWith = async (name: string) => deliver(bea, transaction, fileId, await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name, day } }));
  expect(problemsOf((await signedWith('Bea G')).body)).toEqual(['field_length']);
  await expectUntouched(transaction, fileId);
  expect((await signedWith('Béa G')).status).toBe(422);
  expect((await signedWith('Béat')).status).toBe(200);
}, 60_000);

test('names the broken one of several documents', async () => {
  const [good, bad] = [await ada.addFile(form, 'Good.pdf'), await ada.addFile(Buffer.from('%PDF-1.7\nno document\n%%EOF'), 'Bad.pdf')];
  const draft = await ada.call('transactions.create', { body: { fileIds: [good.id, bad.id], recipients: [contact(bea.email)] } });
  const document = await engine.open(form);
  const { bytes } = await document.placeFields(preparedFields([], draft.recipients));
  await document.close();
  await upload(ada, draft, good.id, Buffer.concat([form, bytes]));
  await upload(ada, draft, bad.id, Buffer.concat([await ada.contentOf(bad.id), Buffer.from('\n% more\n%%EOF\n')]));
  expect(await ada.refusalBody('transactions.start', { params: { id: draft.id } })).toMatchObject({ code: 'pdf_corrupted', details: { fileId: bad.id } });
  expect((await ada.call('transactions.get', { params: { id: draft.id } })).status).toBe('created');
}, 60_000);

test('a document with its own form and signature fields can be sent and signed', async () => {
  const document = await engine.open(form);
  const tail = await document.placeFields([
    { field: { id: '', type: 'signature', page: 1, rect: { x: 40, y: 70, width: 20, height: 4 }, fieldName: 'Tenant' }, asSignature: true },
    { field: { id: '', type: 'signature', page: 1, rect: { x: 40, y: 80, width: 20, height: 4 }, fieldName: 'Again' }, asSignature: true },
    { field: { id: '', type: 'text', page: 1, rect: { x: 40, y: 20, width: 20, height: 4 }, fieldName: 'City' }, asSignature: false },
  ]);
  const own = Buffer.concat([form, tail.bytes]);
  const found = await (await engine.open(own)).fields();
  const file = await ada.addFile(own, 'Form.pdf');
  const fields = found.map((each) => createField({ ...each, recipient: { email: bea.email }, required: true } as FieldInput));
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  const draft = await ada.call('transactions.update', { params: { id: created.id }, body: { recipients: [contact(bea.email)] } });
  const transaction = await startForReal(engine, ada, draft);
  const meta = await ada.call('files.getMeta', { params: { id: file.id } });
  const name = (field: string) => meta.attributes.fields.find((each) => each.fieldName.startsWith(field))!;
  const picture = { bytes: null, url: `data:image/png;base64,${Buffer.from(samplePng()).toString('base64')}`, ref: null, fillType: null };
  const signed = await signBytes(engine, await bea.contentOf(file.id), beasKey, 'Tenant', { [name('Again').fieldName]: picture, City: 'Bonn' });
  expect(await deliver(bea, transaction, file.id, signed)).toMatchObject({ status: 200, body: { status: 'completed' } });
}, 60_000);

describe('a signed upload is rejected', () => {
  const now = (): number => Math.floor(Date.now() / 1000);
  const refusals: [string, string, (transaction: Transaction, fileId: string) => Promise<Uint8Array>][] = [
    ['with one byte of the served file changed', 'not_a_continuation', async (transaction, fileId) => {
      const bytes = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' } });
      bytes[40] = bytes[40]! ^ 1;
      return bytes;
    }],
    ['with something appended after the signature', 'signature_coverage', async (transaction, fileId) => {
      const bytes = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' } });
      const document = await engine.open(bytes);
      return Buffer.concat([bytes, (await document.merge({ 'text-mail': 'late@example.org' })).bytes]);
    }],
    ['with a field of somebody else filled', 'field_of_another', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea', phone: '1234567' } })],
    ['with somebody else\'s signature field', 'signature_field', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' }, field: `signature-${transaction.recipients[1]!.id}` })],
    ['by somebody else', 'signature_of_another', async (transaction, fileId) =>
      signedCopy(engine, bea, carlsKey, transaction, fileId, { values: { name: 'Bea' } })],
    ['with a certificate of one\'s own', 'signature_untrusted', async (transaction, fileId) =>
      signedCopy(engine, bea, { chain: [], ...(await selfSigned('Bea')) }, transaction, fileId, { values: { name: 'Bea' } })],
    ['without a signature', 'signature_missing', async (_, fileId) => {
      const base = await bea.contentOf(fileId);
      const document = await engine.open(base);
      return Buffer.concat([base, (await document.merge({ 'text-name': 'Bea' })).bytes]);
    }],
    ['with a required field empty', 'field_empty', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId)],
    ['with a text that does not fit its format', 'field_format', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea', mail: 'nowhere' } })],
    ['with a day that the calendar does not have', 'field_format', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea', since: '2026-02-31' } })],
    ['with a text of the sender changed', 'field_of_another', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea', price: '1' } })],
    ['with another day than today', 'field_date', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea', day: '1999-12-31' } })],
    ['with fields added', 'field_unexpected', async (transaction, fileId) => {
      const base = await bea.contentOf(fileId);
      const document = await engine.open(base);
      const extra = await document.placeFields([{ field: { id: 'extra', type: 'text', page: 1, rect: { x: 5, y: 5, width: 9, height: 3 }, fieldName: 'extra' }, asSignature: false }]);
      return signBytes(engine, Buffer.concat([base, extra.bytes]), beasKey, `signature-${transaction.recipients[0]!.id}`, { 'text-name': 'Bea' });
    }],
    ...(['signingTime', 'name', 'reason', 'location', 'contact'] as const).map((stated): (typeof refusals)[number] => [
      `that states another ${stated}`, stated === 'signingTime' ? 'signature_time' : stated === 'name' ? 'signature_name' : 'signature_statement',
      async (transaction, fileId) => signedCopy(engine, bea, beasKey, transaction, fileId, {
        values: { name: 'Bea' }, stated: stated === 'signingTime' ? { signingTime: now() - 360 } : { [stated]: 'Carl Other' },
      }),
    ]),
    ['that states a time to come', 'signature_time', async (transaction, fileId) =>
      signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' }, stated: { signingTime: now() + 360 } })],
    ['whose CMS states another time', 'signature_time', async (transaction, fileId) =>
      resigned(await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' } }), beasKey, { signingTime: now() - 360 })],
    ['that locks the fields of those who follow', 'signature_locks_others', (transaction, fileId) => withReference(transaction, fileId, '/TransformMethod/FieldMDP/TransformParams<</Action/All>>')],
    ['that certifies, whatever the catalog says', 'signature_locks_others', (transaction, fileId) => withReference(transaction, fileId, '/TransformMethod/DocMDP/TransformParams<</P 1>>')],
    ['with another title of the document', 'change_metadata', (transaction, fileId) => over(transaction, fileId, { trailer: '/Info', objects: ['<< /Title (Another) >>'] })],
    ['with other metadata', 'change_metadata', (transaction, fileId) => over(transaction, fileId, { catalog: '/Metadata', objects: ['<< /Type /Metadata /Subtype /XML /Length 4 >>\nstream\n<x/>\nendstream'] })],
    ['with anything put among the validation material', 'change_dss', (transaction, fileId) =>
      over(transaction, fileId, { catalog: '/DSS', objects: ['<< /Certs [@1 0 R] >>', '<< /Length 5 >>\nstream\nNotes\nendstream'] })],
  ];

  const withReference = async (transaction: Transaction, fileId: string, reference: string) => {
    const copy = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' }, stated: { reason: 'x'.repeat(100) } });
    return resigned(copy, beasKey, { replace: [`/Reason(${'x'.repeat(100)})`, `/Reference[<<${reference}>>]`] });
  };
  /** Signs a revision that the signer put on top of what was served. */
  const over = async (transaction: Transaction, fileId: string, added: Parameters<typeof withObjects>[1]) =>
    signBytes(engine, withObjects(await bea.contentOf(fileId), added), beasKey, `signature-${transaction.recipients[0]!.id}`, { 'text-name': 'Bea' });

  /** Delivers the whole file, and as the app does only its tail; what was served must be continued for that. */
  async function expectRefused(transaction: Transaction, fileId: string, bytes: Uint8Array, expectProblems: (codes: string[]) => void): Promise<void> {
    const base = await bea.contentOf(fileId);
    const continues = base.equals(bytes.subarray(0, base.length));
    for (const continued of continues ? [undefined, base] : [undefined]) {
      const answer = await deliver(bea, transaction, fileId, bytes, continued);
      expect(answer).toMatchObject({ status: 422, body: { error: { code: 'verification_failed' } } });
      expectProblems(problemsOf(answer.body));
      await expectUntouched(transaction, fileId);
    }
  }

  test.each(refusals)('%s', async (_, code, make) => {
    const { transaction, fileId } = await sent();
    await expectRefused(transaction, fileId, await make(transaction, fileId), (codes) => expect(codes).toContain(code));
  }, 60_000);

  test('with a page changed', async () => {
    const { transaction, fileId } = await sent();
    const base = await bea.contentOf(fileId);
    const forged = withDrawingOver(base);
    const bytes = await signBytes(engine, forged, beasKey, `signature-${transaction.recipients[0]!.id}`, { 'text-name': 'Bea' });
    await expectRefused(transaction, fileId, bytes, (codes) => expect(codes.some((code) => code.startsWith('change_'))).toBe(true));
  }, 60_000);

  test('if it is no longer a PDF', async () => {
    const { transaction, fileId } = await sent();
    const base = await bea.contentOf(fileId);
    const answer = await deliver(bea, transaction, fileId, Buffer.concat([base, Buffer.alloc(5000, 'x')]));
    expect(answer.status).toBe(422);
    await expectUntouched(transaction, fileId);
  }, 60_000);

  test('but a valid one is still accepted afterwards', async () => {
    const { transaction, fileId } = await sent();
    await deliver(bea, transaction, fileId, await signedCopy(engine, bea, beasKey, transaction, fileId));
    const good = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { name: 'Bea' } });
    await upload(bea, transaction, fileId, good);
    const signed = await bea.call('transactions.sign', { params: { id: transaction.id }, body: signBody(bea, fileId) });
    expect(signed.recipients[0]?.completed).toBe(true);
  }, 60_000);
});

describe('a prepared upload is rejected', () => {
  async function draftOf(): Promise<{ transaction: Transaction; fileId: string; base: Buffer }> {
    const file = await ada.addFile(form, 'Lease.pdf');
    await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [place('name', 18, bea.email)] } } });
    const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
    const transaction = await ada.call('transactions.update', { params: { id: created.id }, body: { recipients: [contact(bea.email)] } });
    return { transaction, fileId: file.id, base: await ada.contentOf(file.id) };
  }

  const startWith = async (transaction: Transaction, fileId: string, bytes: Uint8Array) => {
    await upload(ada, transaction, fileId, bytes);
    return ada.send('transactions.start', { params: { id: transaction.id } });
  };
  const placing = async (base: Buffer, ids: string[]) => {
    const document = await engine.open(base);
    const tail = await document.placeFields(ids.map((id, index) => ({
      field: { id, type: id.startsWith('signature') ? 'signature' as const : 'text' as const, page: 1, rect: { x: 40, y: 20 + index * 5, width: 30, height: 3 }, fieldName: id },
      asSignature: id.startsWith('signature'),
    })));
    return Buffer.concat([base, tail.bytes]);
  };

  test('with a missing field or an extra one', async () => {
    const { transaction, fileId, base } = await draftOf();
    const anchor = `signature-${transaction.recipients[0]!.id}`;
    expect(problemsOf((await startWith(transaction, fileId, await placing(base, ['name']))).body)).toContain('field_missing');
    expect(problemsOf((await startWith(transaction, fileId, await placing(base, ['name', anchor, 'more']))).body)).toContain('field_unexpected');
    expect(await startWith(transaction, fileId, await placing(base, ['name', anchor]))).toMatchObject({ status: 200, body: { status: 'pending' } });
  }, 60_000);

  test('if a place to sign is not a signature field', async () => {
    const { transaction, fileId, base } = await draftOf();
    const anchor = `signature-${transaction.recipients[0]!.id}`;
    const document = await engine.open(base);
    const tail = await document.placeFields(['name', anchor].map((id, index) => ({
      field: { id, type: id === anchor ? 'signature' as const : 'text' as const, page: 1, rect: { x: 40, y: 20 + index * 5, width: 30, height: 3 }, fieldName: id },
      asSignature: false,
    })));
    expect(problemsOf((await startWith(transaction, fileId, Buffer.concat([base, tail.bytes]))).body)).toEqual(['sign_field_not_found']);
  }, 60_000);

  test('if it is another document', async () => {
    const { transaction, fileId, base } = await draftOf();
    const other = Buffer.from(base);
    other[30] = other[30]! ^ 1;
    expect(problemsOf((await startWith(transaction, fileId, Buffer.concat([other, Buffer.from('\n')]))).body)).toEqual(['not_a_continuation']);
    expect(problemsOf((await startWith(transaction, fileId, base)).body)).toEqual(['nothing_appended']);
  }, 60_000);
});

test('a signer cannot overwrite what an earlier one wrote into a shared field', async () => {
  const file = await ada.addFile(form, 'Shared.pdf');
  const shared = { id: 'note', page: 1, rect: { x: 40, y: 30, width: 30, height: 3 } };
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [shared, { ...shared, id: 'free', rect: { ...shared.rect, y: 40 } }] } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  const draft = await ada.call('transactions.update', { params: { id: created.id }, body: { recipients: [contact(bea.email), contact(carl.email)] } });
  const transaction = await startForReal(engine, ada, draft);
  const afterBea = await deliver(bea, transaction, file.id, await signedCopy(engine, bea, beasKey, transaction, file.id, { values: { note: 'Bea was here' } }));
  const running = afterBea.body as Transaction;
  const { fields } = (await carl.call('files.getMeta', { params: { id: file.id } })).attributes;
  expect(fields.map(({ id, value, recipient }) => [id, value, recipient?.email ?? null])).toEqual([['note', 'Bea was here', bea.email], ['free', null, null]]);
  const over = await deliver(carl, running, file.id, await signedCopy(engine, carl, carlsKey, running, file.id, { values: { note: 'No, Carl' } }));
  expect(problemsOf(over.body)).toContain('field_of_another');
  const good = await deliver(carl, running, file.id, await signedCopy(engine, carl, carlsKey, running, file.id, { values: { free: 'Carl too' } }));
  expect(good).toMatchObject({ status: 200, body: { status: 'completed' } });
}, 60_000);
