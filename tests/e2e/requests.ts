/** Requests that are there already, for journeys about what comes after: made by calls, with the core, not by hand. */
import type { Page } from 'playwright';
import type { FieldInput, FieldType } from '#contract/entities/field.ts';
import { createField, defaultPermittedTypes } from '#contract/entities/field.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import type { Client } from '../api/client.ts';
import { startForReal } from '../api/real-signing.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { linkIn } from '../support/mailbox.ts';
import { clientOf } from './remote-client.ts';
import type { World } from './world.ts';

export interface RequestWish {
  /** The title of the document, and the name of the request. */
  name: string;
  recipients: readonly RecipientInput[];
  fields?: readonly FieldInput[];
  options?: Partial<TransactionOptions>;
  bytes?: Uint8Array;
}

/** What people call themselves, as a recipient has it. */
export const recipient = (name: string, email: string, more: Partial<RecipientInput> = {}): RecipientInput => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { email, firstName, lastName, ...more };
};

/** A field on the first page, one below the other by their number. */
export const fieldFor = (email: string, type: FieldType, number = 0): FieldInput => ({
  id: `${type}-${email}-${number}`, type, page: 1, rect: { x: 40, y: 66 + number * 7, width: 30, height: type === 'signature' ? 6 : 2.5 }, recipient: { email }, required: type === 'signature', permittedTypes: defaultPermittedTypes(type),
});

/** Whoever is signed in in a page, with their token; the address is for what they sign. */
export const clientIn = (world: World, page: Page, email = ''): Promise<Client> => clientOf(page, world.product.url, email);

/** A draft with its document, people and fields. */
export async function makeDraft(world: World, page: Page, { name, recipients, fields = [], options, bytes }: RequestWish): Promise<Transaction> {
  const sender = await clientIn(world, page);
  const file = await sender.addFile(bytes ?? (await makeOwnForm()), name);
  if (fields.length > 0) await sender.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: fields.map(createField) } } });
  const created = await sender.call('transactions.create', { body: { name, fileIds: [file.id] } });
  return sender.call('transactions.update', { params: { id: created.id }, body: { recipients: [...recipients], ...(options ? { options } : {}) } });
}

/** A request on its way; the first recipient is asked. */
export async function makeRequest(world: World, page: Page, wish: RequestWish): Promise<Transaction> {
  const draft = await makeDraft(world, page, wish);
  return startForReal(await world.engine(), await clientIn(world, page), draft);
}

/** Asks one person, who has nothing to fill in; the page shows how it stands. Gives the link of the mail. */
export async function askOne(world: World, page: Page, name: string, person: { name: string; email: string }): Promise<string> {
  const { id } = await makeRequest(world, page, { name, recipients: [recipient(person.name, person.email)] });
  await page.goto(`${world.product.url}/transaction/${id}`);
  await page.getByRole('heading', { name: 'Status' }).waitFor();
  return linkIn(await world.mailbox.about(person.email, `/transaction/${id}`), /\/transaction\//);
}
