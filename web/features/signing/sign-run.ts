import type { FieldValue } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipient } from '#contract/entities/transaction.ts';
import { timing } from '#contract/limits.ts';
import { withFieldLabels } from '#web/entities/field/field-findings.ts';
import { anchorPicture, mergeValues, pictureBytes } from '#web/entities/field/merge-values.ts';
import { AppError } from '#web/services/app-error.ts';
import { call } from '#web/services/api/call.ts';
import type { StoredVersion } from '#web/services/api/bodies.ts';
import { fetchBody } from '#web/services/api/bodies.ts';
import { serverNow } from '#web/services/api/server-clock.ts';
import { knownPassword } from '#web/services/documents/document-password.ts';
import { fromBase64, toBase64 } from '#web/services/signing/base64.ts';
import { signFile } from '#web/services/signing/sign-file.service.ts';
import { toSigningError } from '#web/services/signing/signing-errors.ts';
import { certifiedKey } from '#web/services/signing/signing-key.service.ts';
import type { Person } from '#web/services/signing/signing-key.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { uploadTail } from '#web/services/uploads/upload-tail.ts';
import type { SignedCopy } from '#web/services/signing/signing-draft.service.ts';
import { storeSigningDraft, readSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import { signedFieldsOf } from './signing.selectors.ts';
import type { SigningFile } from './signing.slice.ts';

/** Progress of signing, as shown to people. */
export interface SignProgress {
  readonly step: 'loading' | 'preparing' | 'enrolling' | 'signing' | 'timestamp' | 'sending';
  readonly number: number;
  readonly total: number;
  /** How much of the step is done, from 0 to 1, where that is known. */
  readonly share?: number;
}

export interface SignOptions {
  readonly transaction: Transaction;
  /** Id of the signing recipient. For in-person signing, `person` is the host. */
  readonly signerId: string;
  readonly person: Person;
  readonly files: readonly SigningFile[];
  /** The selected key; null for the key of this browser, which is generated and certified on demand. */
  readonly key: SigningKey | null;
  /** Location of the signer, if the sender requires it. */
  readonly latlng?: string | undefined;
  /** Reason text of the signature (`/Reason`): the in-person signer on another person's device. */
  readonly reason?: string | undefined;
  readonly onProgress: (progress: SignProgress) => void;
  readonly onTransaction: (transaction: Transaction) => void;
}

interface FileSignOptions extends SignOptions {
  readonly recipient: Recipient;
  readonly file: SigningFile;
  readonly at: (step: SignProgress['step'], share?: number) => void;
}

/** Storage key for the work of one signing. In-person signers with the same host have separate keys. */
export const workSubject = ({ id }: Pick<Transaction, 'id'>, signer: Pick<Recipient, 'id' | 'inPerson'> | null): string => (signer?.inPerson ? `${id}/${signer.id}` : id);

async function anchorNameOf(options: FileSignOptions): Promise<string> {
  const meta: FileMeta = await call('files.getMeta', { params: { id: options.file.id } });
  const anchors = signatureAnchors(meta.attributes.fields, options.transaction.recipients);
  const own = anchors.find((anchor) => anchor.recipientId === options.recipient.id);
  if (!own) throw new AppError('sign_conditions_not_accepted');
  return own.fieldName;
}

/** Requests a time stamp from the installation's authority (RFC 3161). */
const askForStamp = async (query: Uint8Array): Promise<Uint8Array> =>
  fromBase64((await call('certificates.stamp', { body: { query: toBase64(query) } })).reply);

/** Id of the selected key; `browser` for the key of this browser. */
const keyIdOf = ({ key }: Pick<SignOptions, 'key'>): string => key?.id ?? 'browser';

/** A copy states its signing time, which the server accepts only for some minutes. */
const isRecent = ({ signedAt }: SignedCopy): boolean => Math.abs(serverNow().getTime() - Date.parse(signedAt)) < timing.signingClock / 2;

/** Signs one file, or reuses the copy that was signed before the connection failed. */
async function signedCopy(options: FileSignOptions): Promise<{ copy: SignedCopy; base: StoredVersion }> {
  const { transaction, recipient, person, file, at } = options;
  at('preparing');
  const [base, work] = await Promise.all([
    fetchBody(file.id, { onProgress: (share) => at('loading', share) }),
    readSigningDraft(workSubject(transaction, recipient), person.id),
  ]);
  const kept = work?.copies.find((copy) => copy.fileId === file.id && copy.baseHash === base.hash && (copy.keyId ?? 'browser') === keyIdOf(options) && isRecent(copy));
  if (kept) return { copy: kept, base };
  at('preparing');
  const field = await anchorNameOf(options);
  at('enrolling');
  const key = options.key ?? (await certifiedKey(person));
  const url = anchorPicture(file.fields, field);
  const now = serverNow();
  const tail = await signFile(
    {
      file: base.body,
      password: knownPassword(),
      field,
      values: mergeValues(signedFieldsOf(file, options.recipient), file.before, field),
      picture: url ? await pictureBytes(url) : null,
      reason: options.reason,
      at: now,
      // For keys on the server, the server adds the time stamp.
      stamp: key.signatureType === 'server' ? null : askForStamp,
    },
    key,
    at,
  ).catch((error: unknown) => {
    throw withFieldLabels(error, file.fields);
  });
  const copy: SignedCopy = { fileId: file.id, tail, baseHash: base.hash, signatureId: field, keyId: keyIdOf(options), signedAt: now.toISOString() };
  const others = work?.copies.filter((each) => each.fileId !== file.id) ?? [];
  await storeSigningDraft(workSubject(transaction, recipient), person.id, { copies: [...others, copy] });
  return { copy, base };
}

/** Returns the values for the server's record: texts and marks as they are, pictures as a reference to the signature that contains them. */
function recordOf(options: FileSignOptions, signatureId: string): { id: string; value: FieldValue }[] {
  const filled = signedFieldsOf(options.file, options.recipient).filter(({ value }) => value !== null);
  return filled.map(({ id, value }) => ({ id, value: typeof value === 'object' ? { signatureId } : value }));
}

/** The host names the recipient who signs in person. */
const forWhom = ({ id, inPerson }: Recipient): { byUser?: string } => (inPerson ? { byUser: id } : {});

async function signOne(options: FileSignOptions): Promise<Transaction> {
  const { transaction, recipient, person, file, at } = options;
  const { copy, base } = await signedCopy(options);
  at('sending');
  await uploadTail(transaction.id, { fileId: file.id, ...forWhom(recipient) }, { base, tail: copy.tail });
  return call('transactions.sign', {
    params: { id: transaction.id },
    body: {
      fileId: file.id,
      ...forWhom(recipient),
      ...(options.latlng ? { latlng: options.latlng } : {}),
      signedFields: recordOf(options, copy.signatureId),
      appendedSignatures: [
        {
          id: copy.signatureId,
          // In-person signatures use the host's certificate.
          email: (recipient.inPerson ? null : recipient.email) ?? person.email ?? undefined,
          date: copy.signedAt,
          signatureType: options.key?.signatureType ?? 'local',
        },
      ],
    },
  });
}

/**
 * Signs every file that this recipient has not signed yet. It can be repeated after any failure: files that the server
 * has are skipped, locally signed copies are sent again, and only the rest is signed.
 */
export async function signAll(options: SignOptions): Promise<Transaction> {
  return signRest(options).catch((error: unknown) => {
    throw toSigningError(error);
  });
}

async function signRest(options: SignOptions): Promise<Transaction> {
  const fresh = await call('transactions.get', { params: { id: options.transaction.id } });
  options.onTransaction(fresh);
  let transaction = fresh;
  const recipient = activeRecipient(fresh.recipients);
  if (recipient?.id !== options.signerId) {
    // The answer to the last call was lost, but the recipient has completed signing.
    if (fresh.recipients.some((each) => each.id === options.signerId && each.completed)) return fresh;
    throw new AppError('sign_conditions_not_accepted');
  }
  const taken = new Set([...recipient.signedFileIds, ...recipient.waitingFileIds]);
  const rest = options.files.filter((file) => !taken.has(file.id));
  for (const [index, file] of rest.entries()) {
    const at: FileSignOptions['at'] = (step, share) =>
      options.onProgress({ step, number: index + 1, total: rest.length, ...(share === undefined ? {} : { share }) });
    transaction = await signOne({ ...options, transaction, recipient, file, at });
    options.onTransaction(transaction);
  }
  return transaction;
}
