/** Rules between fields: what the document becomes, and which values the server refuses, whatever program filled them in. */
import { PDFDocument, PDFDropdown, type PDFRadioGroup, type PDFTextField } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '#contract/entities/field.ts';
import { noRules } from '#contract/entities/rules.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { deliver, openSigners, place, problemsOf, signedCopy, startForReal, type Signers } from './real-signing.ts';
import { contact } from './transaction-world.ts';

let { server, engine, form, ada, bea, beasKey, carl, carlsKey } = {} as Signers;
beforeAll(async () => {
  ({ server, engine, form, ada, bea, beasKey, carl, carlsKey } = await openSigners());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

const euros = { decimals: 2, decimalSign: ',', grouping: '.', currency: 'EUR', prefix: '', suffix: ' €', min: '0', max: '10000' } as const;
const calculated = (formula: string): Partial<FieldInput> => ({ readonly: true, rules: { ...noRules, formula, number: euros } });

const order = (): FieldInput[] => [
  place('price', 10, bea.email, { dataLabel: 'Unit price', helpText: 'Without VAT', rules: { ...noRules, number: euros } }),
  place('count', 15, bea.email, { dataLabel: 'count', value: '1', rules: { ...noRules, number: { ...euros, decimals: 0, suffix: '', currency: null } } }),
  place('total', 20, bea.email, calculated('[Unit price] * count')),
  place('country', 25, bea.email, { options: ['Österreich', 'Ungarn'], dataLabel: 'country' }),
  place('reason', 30, bea.email, { rules: { ...noRules, shownWhen: 'country = "Ungarn"', requiredWhen: 'country = "Ungarn"' } }),
  place('from', 35, bea.email, { type: 'date', dateFormat: 'YYYY-MM-DD', rules: { ...noRules, dates: { min: 'today-30', max: '2100-01-01' } } }),
  place('monthly', 40, bea.email, { type: 'radio', group: 'plan', exportValue: 'Monthly' }),
  place('yearly', 45, bea.email, { type: 'radio', group: 'plan', exportValue: 'Yearly' }),
  place('name-1', 50, bea.email, { dataLabel: 'name' }),
  place('name-2', 55, bea.email, { dataLabel: 'name' }),
  place('sign', 80, bea.email, { type: 'signature' }),
];

async function draftOf(fields: FieldInput[], emails = [bea.email], signingOrder: number | null = null): Promise<{ draft: Transaction; fileId: string }> {
  const file = await ada.addFile(form, 'Order.pdf');
  await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields } } });
  const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
  return { draft: await ada.call('transactions.update', { params: { id: created.id }, body: { recipients: emails.map((email) => contact(email, { signingOrder })) } }), fileId: file.id };
}

async function sent(): Promise<{ transaction: Transaction; fileId: string }> {
  const { draft, fileId } = await draftOf(order());
  return { transaction: await startForReal(engine, ada, draft), fileId };
}

const valid = { price: '1.000,50 €', count: '3', total: '3.001,50 €', country: 'Österreich', yearly: true, 'name-1': 'Bea', 'name-2': 'Bea' };

test('what the rules permit is signed, and other software reads real form fields', async () => {
  const { transaction, fileId } = await sent();
  const signed = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: valid });
  expect(await deliver(bea, transaction, fileId, signed)).toMatchObject({ status: 200, body: { status: 'completed' } });
  const read = (await PDFDocument.load(await ada.contentOf(fileId))).getForm();
  const country = read.getField('text-country');
  expect(country).toBeInstanceOf(PDFDropdown);
  expect([(country as PDFDropdown).getOptions(), (country as PDFDropdown).getSelected()]).toEqual([['Österreich', 'Ungarn'], ['Österreich']]);
  expect((read.getField('radio-yearly') as PDFRadioGroup).getSelected()).toBe('Yearly');
  expect((read.getField('text-total') as PDFTextField).getText()).toBe('3.001,50 €');
  expect(read.getField('text-total').isReadOnly()).toBe(true);
}, 60_000);

describe('a signed upload is refused', () => {
  test.each<[string, string, Record<string, string | boolean>]>([
    ['with a forged result', 'field_formula', { total: '1,00 €' }],
    ['without a result', 'field_formula', { total: '' }],
    ['with a number beyond its range', 'field_format', { price: '10.000,01 €', total: '30.000,03 €' }],
    ['with a number in another form', 'field_format', { price: '1000,5' }],
    ['with a value in a field that is not shown', 'field_not_shown', { reason: 'None' }],
    ['without what a condition requires', 'field_empty', { country: 'Ungarn' }],
    ['with a day before the range', 'field_range', { from: '1999-12-31' }],
    ['with a day after the range', 'field_range', { from: '2100-01-02' }],
    ['with different values in places of one name', 'field_differs', { 'name-2': 'Carl' }],
  ])('%s', async (_, code, values) => {
    const { transaction, fileId } = await sent();
    const signed = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { ...valid, ...values } });
    const answer = await deliver(bea, transaction, fileId, signed);
    expect([answer.status, problemsOf(answer.body)]).toEqual([422, [code]]);
  }, 60_000);
});

describe('a document is not sent', () => {
  test.each<[string, string, Partial<FieldInput>]>([
    ['with a formula that can not be read', 'field_rule', calculated('1 +')],
    ['with a formula over a field that does not exist', 'field_rule', calculated('Unit')],
    ['with a formula that depends on itself', 'field_rule', { ...calculated('loop + 1'), dataLabel: 'loop' }],
  ])('%s', async (_, code, more) => {
    const { draft } = await draftOf([place('total', 10, bea.email, more)]);
    await expect(startForReal(engine, ada, draft)).rejects.toMatchObject({ message: expect.stringContaining(code) });
  }, 60_000);
});

test('a sum over fields of two people is sent only if its own person signs after both', async () => {
  const fields = (owner: string | null): FieldInput[] => [
    place('bea-pays', 10, bea.email, { dataLabel: 'b', rules: { ...noRules, number: euros } }),
    place('carl-pays', 15, carl.email, { dataLabel: 'c', rules: { ...noRules, number: euros } }),
    { ...place('total', 20, '', calculated('b + c')), recipient: owner === null ? null : { email: owner } },
  ];
  for (const [owner, order] of [[null, 1], [null, null], [bea.email, 1], [carl.email, 1], [bea.email, null]] as const) {
    const { draft } = await draftOf(fields(owner), [bea.email, carl.email], order);
    await expect(startForReal(engine, ada, draft)).rejects.toMatchObject({ message: expect.stringMatching(/field_rule_inputs.*text-total/) });
  }
  const { draft, fileId } = await draftOf(fields(carl.email), [bea.email, carl.email]);
  const transaction = await startForReal(engine, ada, draft);
  const beas = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { 'bea-pays': '1,00 €' } });
  const { body } = await deliver(bea, transaction, fileId, beas);
  const carls = await signedCopy(engine, carl, carlsKey, body as Transaction, fileId, { values: { 'carl-pays': '2,00 €', total: '3,00 €' } });
  expect(await deliver(carl, transaction, fileId, carls)).toMatchObject({ status: 200, body: { status: 'completed' } });
}, 60_000);

describe('fields that an earlier version stored', () => {
  /** Removes what earlier versions did not know, as their rows have it. */
  const makeOld = (fileId: string) => server.infrastructure.pool.query(
    "update files set fields = (select jsonb_agg(each - '{dataLabel,options,exportValue,rules}'::text[]) from jsonb_array_elements(fields) each) where id = $1", [fileId]);

  test('are sent, and signed by each with other values', async () => {
    const { draft, fileId } = await draftOf([place('city', 10, bea.email), place('name', 15, bea.email), place('place', 20, carl.email), place('sign', 80, bea.email, { type: 'signature' })], [bea.email, carl.email]);
    await makeOld(fileId);
    const transaction = await startForReal(engine, ada, draft);
    await makeOld(fileId);
    const beas = await signedCopy(engine, bea, beasKey, transaction, fileId, { values: { city: 'Graz', name: 'Bea' } });
    const first = await deliver(bea, transaction, fileId, beas);
    expect(first).toMatchObject({ status: 200, body: { status: 'pending' } });
    const carls = await signedCopy(engine, carl, carlsKey, first.body as Transaction, fileId, { values: { place: 'Linz' } });
    expect(await deliver(carl, transaction, fileId, carls)).toMatchObject({ status: 200, body: { status: 'completed' } });
  }, 60_000);
});
