/**
 * Signatures with a key held by the server. The recipient's browser fills in and prepares the file and signs it with a throw-away
 * key; the server replaces that signature with one in the recipient's name. The result is verified like any other.
 */
import type { Tail } from '@countersign/core/node';
import { signatureAnchors } from '#contract/entities/signature-anchor.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { SignForPerson } from '#server/adapters/authority/person-signature.ts';
import { subjectOf } from '#server/adapters/authority/subject.ts';
import { isEngineError } from '#server/adapters/core/engine-error.ts';
import type { Db } from '#server/platform/database/database.ts';
import { bytesOf } from '#server/adapters/storage/source-bytes.ts';
import type { ObjectSource, Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { assertCodeTyped } from '#server/authority/certificate-proof.ts';
import { insertCertificate } from '#server/repositories/certificates.repository.ts';
import type { FileWithFields } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Upload } from '#server/repositories/uploads.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { prefixOf } from '#server/services/storage/with-bodies.ts';
import type { GeneratedBodies } from '#server/services/storage/generated-bodies.ts';
import { toRecipient, type TransactionState } from '#server/services/transactions/transaction-state.ts';

interface PreparedByRecipient {
  recipient: RecipientRow;
  file: FileWithFields;
  upload: Upload;
}

/** Returns the upload that replaces the prepared one. */
export type SignForRecipient = (caller: Caller, state: TransactionState, prepared: PreparedByRecipient) => Promise<Upload>;

interface Dependencies {
  db: Db;
  storage: Storage;
  bodies: GeneratedBodies;
  vault: Pick<KeyVault, 'unseal'>;
  config: Pick<Config, 'limits'>;
  sign: SignForPerson;
}

export function createSignForRecipient({ db, storage, bodies, vault, config, sign }: Dependencies): SignForRecipient {
  const largest = config.limits.maxFileSize + sizes.file;

  const passwordOf = ({ row }: TransactionState): string | undefined =>
    row.password_sealed === null ? undefined : vault.unseal(sealedNames.transactionPassword(row.id), row.password_sealed).toString();

  return async (caller, state, { recipient, file, upload }) => {
    if (state.options.requireLocalCertificate) throw new AppError('sign_conditions_not_accepted', { reason: 'local_certificate' });
    const subject = subjectOf(caller);
    await assertCodeTyped(db, subject, caller);
    const anchor = signatureAnchors(file.fields, state.recipients.map((each) => toRecipient(each, state))).find((each) => each.recipientId === recipient.id);
    if (!anchor) throw new AppError('sign_conditions_not_accepted');
    const base = { ref: file.body_ref, size: Number(file.size), hash: file.hash };
    const source = await storage.source(upload.body_ref);
    const order = { source, prefix: upload.base_ref === base.ref ? await prefixOf(storage, base) : null, field: anchor.fieldName, password: passwordOf(state), subject, at: new Date() };
    const tail = await sign(order, (issuedTo, issued) => insertCertificate(db, caller.userId, issuedTo, issued)).catch((error: unknown) => {
      throw asProblem(error, file.id);
    });
    const target = { transaction_id: state.row.id, file_id: file.id, recipient_id: recipient.id, base_version: upload.base_version };
    const owner = { userId: caller.userId, holder: upload.holder_id };
    const plan = { purpose: 'signed' as const, mime: upload.mime, maxSize: largest, target };
    // Where only the tail of the file was uploaded, only that is replaced.
    const isContinued = upload.base_ref === base.ref && tail.baseLength >= base.size;
    const { bodyRef, size, hash } = isContinued
      ? await bodies.append(owner, plan, base, continued(source, base.size, tail))
      : await bodies.put(owner, plan, continued(source, 0, tail));
    return { ...upload, body_ref: bodyRef, size: String(size), hash, base_ref: isContinued ? base.ref : null };
  };
}

/** Errors of the core with the prefix `sign_` or `pdf_` are faults of the uploaded file. */
function asProblem(error: unknown, fileId: string): unknown {
  if (!isEngineError(error) || !/^(sign|pdf)_/.test(error.code)) return error;
  return new AppError('verification_failed', { fileId, problems: [{ code: error.code, message: error.message }] });
}

async function* continued(source: readonly ObjectSource[], start: number, { baseLength, bytes }: Tail): AsyncGenerator<Uint8Array> {
  yield* bytesOf(source, start, baseLength);
  yield bytes;
}
