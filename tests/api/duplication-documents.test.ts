/** A draft made from a request is sent with the documents as they were, and what the sender had entered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { makeFillableForm } from '../fixtures/fillable-form.ts';
import { deliver, openSigners, place, signedCopy, startForReal, type Signers } from './real-signing.ts';
import { at, contact } from './transaction-world.ts';

let { server, engine, ada, bea, carl, beasKey } = {} as Signers;
beforeAll(async () => {
  ({ server, engine, ada, bea, carl, beasKey } = await openSigners());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

/** The texts in the fields of a document. */
async function textsIn(bytes: Uint8Array): Promise<unknown[]> {
  const document = await engine.open(bytes);
  const fields = await document.fields();
  await document.close();
  return fields.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []));
}

test('a corrected form has the sender\'s value in its own field again, and none of the signer\'s', async () => {
  const form = await makeFillableForm('Form');
  const document = await engine.open(form);
  const own = (await document.fields()).map((field) => createField(field as Parameters<typeof createField>[0]));
  await document.close();
  const { id: fileId } = await ada.addFile(form, 'Form.pdf');
  const fields = [
    ...own.map((field) => (field.fieldName === 'Form name' ? { ...field, value: 'Typed by Ada', readonly: true, changed: true } : field)),
    createField(place('city', 60, bea.email, { fieldName: 'city' })),
  ];
  await ada.call('files.updateMeta', { params: { id: fileId }, body: { attributes: { fields } } });
  const made = await ada.call('transactions.create', { body: { fileIds: [fileId], recipients: [contact(bea.email), contact(carl.email)] } });
  const sent = await startForReal(engine, ada, made);
  expect(await deliver(bea, sent, fileId, await signedCopy(engine, bea, beasKey, sent, fileId, { values: { city: 'Berlin' } }))).toMatchObject({ status: 200 });
  expect(await textsIn(await ada.contentOf(fileId))).toEqual(['Typed by Ada', 'Berlin']);

  const draft = await ada.call('transactions.correct', at(sent));
  const [copyId = ''] = draft.fileIds;
  expect(Buffer.from(form).equals(await ada.contentOf(copyId))).toBe(true);
  const copied = (await ada.call('files.getMeta', { params: { id: copyId } })).attributes.fields;
  // Ids stay, so nothing that names a field by its id (rules, values, what the core placed) has to be migrated.
  expect(copied.map(({ id }) => id)).toEqual(fields.map(({ id }) => id));
  expect(copied.map(({ value, pdfFieldId, changed }) => [value, pdfFieldId !== null, changed])).toEqual([['Typed by Ada', true, true], [false, true, false], [expect.toBeOneOf(['', null]), false, false]]);
  const again = await startForReal(engine, ada, draft);
  expect(again.status).toBe('pending');
  expect(await textsIn(await ada.contentOf(copyId))).toEqual(['Typed by Ada']);
}, 90_000);
