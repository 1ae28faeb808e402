/** Prepares, encrypts and sends a request. Until it is encrypted nothing of it leaves the browser, not even its existence. */
import type { Field } from '#contract/entities/field.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import { isEditable, type Transaction } from '#contract/entities/transaction.ts';
import { call } from '../api/call.ts';
import { appended, withDocument } from '../engine/core/engine.service.ts';
import { AppError } from '../app-error.ts';
import { keepableFields } from '../uploads/keepable-fields.ts';
import { decryptVersion, encryptVersion } from './container.ts';
import { handOver } from './hand-over.ts';
import { newTransactionKey, undecryptable, type Bytes } from './keys.ts';
import { asSentManifest, readSentManifest, type EncryptedSigner } from './manifest.ts';
import { pack, unpack } from './package.ts';
import { wrapKey } from './password.ts';

export interface NewSigner extends EncryptedSigner {
  /** With which they open it; null if they get a link. */
  readonly password: string | null;
}

interface NewRequest {
  readonly id: string;
  readonly file: Blob;
  readonly title: string;
  readonly message: string;
  readonly fields: readonly Field[];
  readonly signers: readonly NewSigner[];
}

/** Encrypted, so that it can be sent again after a failure. */
export interface EncryptedRequest extends Pick<NewRequest, 'id' | 'title' | 'signers'> {
  readonly key: Bytes;
  readonly body: Blob;
}

/** The fields with the names that they have in the document. */
async function placedIn(prepared: Blob, fields: readonly Field[]): Promise<Field[]> {
  const placed = new Map((await withDocument(prepared, (document) => document.fields())).map((each) => [each.id, each]));
  return fields.map((each) => {
    const own = placed.get(each.id);
    if (!own) return each;
    const isGrouped = own.type === 'radio' || own.type === 'checkmark';
    return { ...each, fieldName: own.fieldName ?? each.fieldName, pdfFieldId: own.pdfFieldId ?? null, group: (isGrouped ? own.group : null) ?? each.group, changed: false };
  });
}

const withoutPassword = ({ id, email, firstName, lastName }: NewSigner): EncryptedSigner => ({ id, email, firstName, lastName });

/** Fields of the document that no reader would accept stay in it as they are. Those of the sender must not get lost. */
async function acceptable(fields: readonly Field[]): Promise<Field[]> {
  const valid = await keepableFields(fields);
  if (fields.some((each) => !each.pdfFieldId && !valid.includes(each))) throw new AppError('request_validation_error', { details: [{ path: 'fields' }] });
  return valid;
}

/** Opens what is to be sent as a reader does. Once it is sent, what does not open is lost. */
async function assertOpens(body: Blob, { id, key, size }: { id: string; key: Bytes; size: number }): Promise<void> {
  const { manifest, body: document } = await unpack((await decryptVersion(body, { key, transactionId: id, version: 1, previous: null })).text);
  readSentManifest(manifest);
  if (document.length !== size) throw undecryptable('package');
}

/** Throws for a document that can't be sent encrypted, such as one behind a password (`pdf_password`): recipients would have to know it, too. To be asked when it is chosen. */
export const assertEncryptable = (file: Blob): Promise<void> => withDocument(file, (document) => document.checkSignable());

export async function encryptRequest({ id, file, title, message, fields: given, signers }: NewRequest): Promise<EncryptedRequest> {
  const people = signers.map(withoutPassword);
  const fields = await acceptable(given);
  await assertEncryptable(file);
  const tail = await withDocument(file, (document) => document.placeFields(preparedFields(fields, people)));
  const prepared = appended(file, tail);
  const manifest = asSentManifest({ title, message, fields: await placedIn(prepared, fields), signers: people });
  const key = newTransactionKey();
  const slots = [];
  for (const { id: recipientId, password } of signers) if (password !== null) slots.push(await wrapKey(key, password, { transactionId: id, recipientId }));
  const { body } = await encryptVersion(pack(manifest, prepared), { key, transactionId: id, version: 1, previous: null, slots });
  await assertOpens(body, { id, key, size: prepared.size });
  return { id, title, signers, key, body };
}

/** It can be repeated: what the server has already it takes once. */
export async function sendEncrypted({ id, signers, body }: EncryptedRequest): Promise<Transaction> {
  const recipients = signers.map(withoutPassword);
  // Not to wait for the server: what can't be sent now is not created later, without what belongs to it.
  await call('transactions.create', { body: { id, endToEndEncrypted: true, recipients } }, { isFresh: true });
  return handOver({ transactionId: id, body, as: 'encryptedTransactions.send', hasArrived: ({ status }) => !isEditable(status) });
}
