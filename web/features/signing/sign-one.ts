import type { FieldValue } from '#contract/entities/field.ts';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { withFieldLabels } from '#web/entities/field/field-findings.ts';
import { anchorPicture, mergeValues, pictureBytes } from '#web/entities/field/merge-values.ts';
import { AppError } from '#web/services/app-error.ts';
import { call } from '#web/services/api/call.ts';
import { serverNow } from '#web/services/api/server-clock.ts';
import { knownPassword } from '#web/services/documents/document-password.ts';
import type { FileVersion, VerifiedDocument } from '#web/services/documents/verified-document.ts';
import { toBase64 } from '#web/services/signing/base64.ts';
import type { Revision } from '#web/services/signing/sign-file.service.ts';
import { signBeside } from '#web/services/signing/sign-beside.service.ts';
import { signFile } from '#web/services/signing/sign-file.service.ts';
import { askForStamp } from '#web/services/signing/time-stamp.ts';
import { certifiedKey } from '#web/services/signing/signing-key.service.ts';
import type { Person } from '#web/services/signing/signing-key.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { putTail, tailAddress } from '#web/services/uploads/upload-tail.ts';
import type { SignedCopy } from '#web/services/signing/signing-draft.service.ts';
import { storeSigningDraft, readSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import type { CopySource } from './signed-copy.ts';
import { contentHash, isReusable } from './signed-copy.ts';
import type { SignProgress, SignRun } from './sign-progress.ts';
import { signedFieldsOf } from './signing.selectors.ts';
import type { SigningFile } from './signing.slice.ts';

/** A file with the version of it that the person reads, which is the one that they sign. */
export type FileToSign = SigningFile & FileVersion & Pick<FileMeta, 'ext'>;

export interface SignOptions extends SignRun {
  readonly transaction: Transaction;
  /** Id of the signing recipient. For in-person signing, `person` is the host. */
  readonly signerId: string;
  readonly person: Person;
  readonly files: readonly FileToSign[];
  /** The selected key; null for the key of this browser, which is generated and certified on demand. */
  readonly key: SigningKey | null;
  /** Location of the signer, if the sender requires it. */
  readonly latlng?: string | undefined;
  /** Reason text of the signature (`/Reason`): the in-person signer on another person's device. */
  readonly reason?: string | undefined;
  /** Whether an earlier attempt failed: the server may know more than `transaction`. */
  readonly isRepeated: boolean;
  readonly onTransaction: (transaction: Transaction) => void;
  /** Called when the server has a newer version of a file than the one that was read. */
  readonly onOutdated: () => void;
}

export interface FileSignOptions extends SignOptions {
  readonly recipient: Recipient;
  readonly file: FileToSign;
  readonly at: (step: SignProgress['step']) => void;
}

/** Storage key for the work of one signing. In-person signers with the same host have separate keys. */
export const workSubject = ({ id }: Pick<Transaction, 'id'>, signer: Pick<Recipient, 'id' | 'inPerson'> | null): string => (signer?.inPerson ? `${id}/${signer.id}` : id);

type RevisionParts = Pick<FileSignOptions, 'file' | 'recipient' | 'transaction' | 'reason'>;

export function anchorNameOf({ file, recipient, transaction }: RevisionParts): string {
  const own = signatureAnchors(file.before, transaction.recipients).find((anchor) => anchor.recipientId === recipient.id);
  if (!own) throw new AppError('sign_conditions_not_accepted');
  return own.fieldName;
}

/** Id of the selected key; `browser` for the key of this browser. */
const keyIdOf = ({ key }: Pick<SignOptions, 'key'>): string => key?.id ?? 'browser';

/** What the revision of a signature consists of. */
export async function revisionOf({ file, recipient, reason }: RevisionParts, base: VerifiedDocument, field: string): Promise<Revision> {
  const url = anchorPicture(file.fields, field);
  return {
    file: base.body,
    password: knownPassword(),
    known: base.known,
    field,
    values: mergeValues(signedFieldsOf(file, recipient), file.before, field),
    picture: url ? await pictureBytes(url) : null,
    reason,
    at: serverNow(),
  };
}

/** Signs one file, or reuses the copy that was signed before the connection failed. Nothing is signed before the server knows the base. */
async function signedCopy(options: FileSignOptions, base: VerifiedDocument, permitted: Promise<unknown>): Promise<SignedCopy> {
  const { transaction, recipient, person, file, at } = options;
  const work = await readSigningDraft(workSubject(transaction, recipient), person.id);
  const source: CopySource = { fileId: file.id, baseHash: base.hash, keyId: keyIdOf(options), contentHash: await contentHash(file, recipient) };
  const stored = work?.copies.find((copy) => isReusable(copy, source));
  if (stored) return stored;
  const field = anchorNameOf(options);
  const key = options.key ?? (await certifiedKey(person));
  const revision = await revisionOf(options, base, field);
  const tail = await signFile(
    // For keys on the server, the server adds the time stamp.
    { ...revision, permitted, stamp: key.signatureType === 'server' ? null : askForStamp },
    key,
    at,
  ).catch((error: unknown) => {
    throw withFieldLabels(error, file.fields);
  });
  const copy: SignedCopy = { ...source, tail, signatureId: field, signedAt: revision.at.toISOString() };
  const others = work?.copies.filter((each) => each.fileId !== file.id) ?? [];
  await storeSigningDraft(workSubject(transaction, recipient), person.id, { copies: [...others, copy] });
  return copy;
}

/** Returns the values for the server's record: texts and marks as they are, pictures as a reference to the signature that contains them. */
function recordOf(options: FileSignOptions, signatureId: string): { id: string; value: FieldValue }[] {
  const filled = signedFieldsOf(options.file, options.recipient).filter(({ value }) => value !== null);
  return filled.map(({ id, value }) => ({ id, value: typeof value === 'object' ? { signatureId } : value }));
}

/** The host names the recipient who signs in person. */
const forWhom = ({ id, inPerson }: Recipient): { byUser?: string } => (inPerson ? { byUser: id } : {});

/** What every signature is sent with. */
const sharedParts = ({ file, recipient, latlng }: FileSignOptions) => ({ fileId: file.id, ...forWhom(recipient), ...(latlng ? { latlng } : {}) });

const signatureType = ({ key }: FileSignOptions): string => key?.signatureType ?? 'local';

/** Signs a page and sends the signature, which is kept beside it. For a key on the server there is nothing to sign here. */
async function signPage(options: FileSignOptions, base: VerifiedDocument): Promise<Transaction> {
  const { transaction, recipient, person, file, at } = options;
  at('enrolling');
  const signedAt = serverNow();
  const isOfServer = options.key?.signatureType === 'server';
  const cms = isOfServer ? null : await signBeside({ content: base.body, at: signedAt, stamp: askForStamp }, options.key ?? (await certifiedKey(person)), at);
  at('sending');
  return call('transactions.sign', {
    params: { id: transaction.id },
    body: {
      ...sharedParts(options),
      ...(cms ? { cms: toBase64(cms) } : {}),
      appendedSignatures: [{ id: file.id, email: recipient.email ?? person.email ?? undefined, date: signedAt.toISOString(), signatureType: signatureType(options) }],
    },
  });
}

/** Signs one file and sends it. */
export async function signOne(options: FileSignOptions, base: VerifiedDocument): Promise<Transaction> {
  const { transaction, recipient, person, file, at } = options;
  if (isPage(file)) return signPage(options, base);
  at('enrolling');
  const address = tailAddress(transaction.id, { fileId: file.id, ...forWhom(recipient) }, base);
  const [copy, url] = await Promise.all([signedCopy(options, base, address), address]);
  at('sending');
  await putTail(url, copy.tail);
  return call('transactions.sign', {
    params: { id: transaction.id },
    body: {
      ...sharedParts(options),
      signedFields: recordOf(options, copy.signatureId),
      appendedSignatures: [
        {
          id: copy.signatureId,
          // In-person signatures use the host's certificate.
          email: (recipient.inPerson ? null : recipient.email) ?? person.email ?? undefined,
          date: copy.signedAt,
          signatureType: signatureType(options),
        },
      ],
    },
  });
}
