/** A transaction on its way, for tests of what the server does around documents it takes as good. */
import type { Recipient } from '#contract/entities/recipient.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { TestApp } from '../support/app.ts';
import { Client, samplePdf } from './client.ts';

/** The people of these tests, on a server of their own: Ada sends, guests sign, Eve has no part in anything. */
export interface TransactionWorld {
  server: TestApp;
  ada: Client;
  bea: Client;
  carl: Client;
  dora: Client;
  eve: Client;
}

export async function openTransactionWorld(env: NodeJS.ProcessEnv = {}): Promise<TransactionWorld> {
  // The rest is for journeys in a browser too, which would load a whole server for nothing.
  const { startTestApp } = await import('../support/app.ts');
  const { acceptingDocuments } = await import('./accepting-documents.ts');
  const server = await startTestApp(env, acceptingDocuments);
  const guest = (name: string): Promise<Client> => Client.signIn(server, `${name}@example.org`, { type: 'guest' });
  return {
    server,
    ada: await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' }),
    bea: await guest('bea'), carl: await guest('carl'), dora: await guest('dora'),
    eve: await Client.signIn(server, 'eve@example.org'),
  };
}

/** What a call about a transaction is addressed to. */
export const at = (transaction: { id: string }) => ({ params: { id: transaction.id } });

export const contact = (email: string, more = {}) => ({ email, firstName: email.split('@')[0]!, ...more });

export async function draft(sender: Client, emails: string[], more: Record<string, unknown> = {}, files = 1): Promise<Transaction> {
  const fileIds: string[] = [];
  for (let index = 0; index < files; index++) fileIds.push((await sender.addFile(samplePdf(`file ${index}`))).id);
  const created = await sender.call('transactions.create', { body: { name: 'Lease', fileIds } });
  return sender.call('transactions.update', {
    params: { id: created.id }, body: { recipients: emails.map((email) => contact(email)), ...more },
  });
}

/** Puts a next version of a file of the transaction: prepared or signed, as the state asks for. */
export async function stage(person: Client, transaction: Transaction, fileId: string, bytes?: Uint8Array): Promise<void> {
  const { url } = await person.call('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId } });
  const stored = await person.put(url, bytes ?? samplePdf(`${person.email} ${Math.random()}`));
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
}

export async function start(sender: Client, transaction: Transaction): Promise<Transaction> {
  for (const fileId of transaction.fileIds) await stage(sender, transaction, fileId);
  return sender.call('transactions.start', { params: { id: transaction.id } });
}

export const signBody = (person: Client, fileId: string) => ({
  fileId,
  signedFields: [],
  appendedSignatures: [{ id: 'sig', email: person.email, date: new Date().toISOString(), signatureType: 'advanced' }],
});

export async function sign(person: Client, transaction: Transaction): Promise<Transaction> {
  let latest = transaction;
  for (const fileId of transaction.fileIds) {
    await stage(person, transaction, fileId);
    latest = await person.call('transactions.sign', { params: { id: transaction.id }, body: signBody(person, fileId) });
  }
  return latest;
}

export const active = (transaction: Transaction): Recipient => {
  const [recipient] = activeRecipients(transaction.recipients);
  if (!recipient) throw new Error('Nobody is asked');
  return recipient;
};

/** The mails to somebody, oldest first: template and text. */
export async function mailsTo(server: TestApp, email: string): Promise<{ template: string; subject: string; text: string }[]> {
  const rows = await server.infrastructure.db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => ({ template: row.template, subject: row.subject, text: row.text_body }));
}

/** The types of the live events somebody was sent about a resource, in order. */
export async function eventsOf(server: TestApp, userId: string, resourceId: string): Promise<string[]> {
  const rows = await server.infrastructure.db.selectFrom('events').selectAll().where('resource_id', '=', resourceId).orderBy('id').execute();
  return rows.filter((row) => row.user_ids.includes(userId)).map((row) => row.type);
}
