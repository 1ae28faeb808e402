/**
 * Signing, one file at a time, by the active recipient. A signed body is accepted only after the core has verified it; then all
 * effects happen in one database transaction.
 */
import type { SignBody } from '#contract/calls/transactions.calls.ts';
import { sameContact, type Contact } from '#contract/entities/common.ts';
import type { AppendedSignature } from '#contract/entities/signature-info.ts';
import type { UploadBase } from '#contract/entities/storage.ts';
import { isEditable, type Transaction } from '#contract/entities/transaction.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { DocumentChecker, SignedVerdict, TrustAnchors } from '#server/services/documents/document-checker.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import { createKeyedQueue } from '#server/platform/keyed-queue.ts';
import { isIssuedHere, isRevoked } from '#server/repositories/certificates.repository.ts';
import { findFile, insertVersion, lockFiles, withFields, type FileWithFields } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { allWaitingSignings, type WaitingSigning } from '#server/repositories/signings.repository.ts';
import { holderOf, signingHolder } from '#server/repositories/storage-use.repository.ts';
import { releaseSupersededUploads, findNewestUpload, findUpload, setUploadStatus, type Upload } from '#server/repositories/uploads.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { publishTransactionEvent, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { assertPresent } from './presence.ts';
import type { GeneratedBodies } from '#server/services/storage/generated-bodies.ts';
import type { AcceptedSignature, AugmentSignature } from './signature-augmentation.ts';
import { unrestricted } from '#server/services/organizations/organization-access.ts';
import { assertAttached } from './attachments.service.ts';
import { activeAs, assertIdentityProven, assertUnlocked, recipientOf } from './signer.ts';
import type { SignForRecipient } from './sign-for-recipient.ts';
import { writeSigning } from './signing-effects.ts';
import { assertNobodyWaits, hasSigned, isWaiting } from './signing-progress.ts';
import { reasonsInPerson } from './in-person.ts';
import type { PageSigning } from './page-signing.ts';
import { requiredCertificateOf, wantsServer } from './required-certificate.ts';
import { isPage } from './signable.ts';
import { queueRemoval } from '#server/services/storage/remove-bodies.ts';
import { queueResumption } from './resumption.ts';
import { assertNotEncrypted } from '#server/services/transactions/encrypted-transaction.ts';
import { addWaitingSigning, changeTransaction, removeWaitingSigning } from '#server/services/transactions/transaction-changes.ts';
import { assertMay, spaceOfState, displayName, loadTransaction, lockTransaction, lockTransactionForJob, toRecipient, showTo, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { continuationOfFile } from '#server/services/storage/tails.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import { withBodies } from '#server/services/storage/with-bodies.ts';

interface SigningDependencies extends Pick<Database, 'db' | 'reads'> {
  storage: Storage;
  checker: DocumentChecker;
  uploads: UploadsService;
  config: NotifyConfig;
  trust: TrustAnchors;
  vault: Pick<KeyVault, 'unseal'>;
  bodies: Pick<GeneratedBodies, 'drop'>;
  signForRecipient: SignForRecipient;
  augmentSignature: AugmentSignature;
  pages: PageSigning;
  entitlements: Pick<Entitlements, 'assertAnywhere'>;
  /** Called after an accepted signature is committed. */
  onSigned: (() => void) | undefined;
}

/** A verified signature with its proof of time, ready to be committed. */
export interface Signing extends AcceptedSignature {
  /** Whether it finishes the file, with evidence for long-term validation. */
  archived: boolean;
  /** Names of signed fields without evidence for long-term validation. */
  unproven: readonly string[];
}

/** Either the transaction with the accepted signature, or the code of the authority that it has to wait for. */
type Finished = { state: 'signed'; transaction: TransactionState } | { state: 'waiting'; code: string };

export type SigningService = ReturnType<typeof createSigningService>;

export function createSigningService(dependencies: SigningDependencies) {
  const { db, reads, storage, checker, uploads, config, trust, vault, bodies, signForRecipient, augmentSignature, pages, entitlements, onSigned } = dependencies;
  const inTurn = createKeyedQueue();

  /** Opens an upload for the next version of a file: prepared by the sender of a draft, or signed by the active recipient. */
  async function updateUrl(caller: Caller, id: string, input: { fileId: string; byUser?: string | null | undefined; size?: number | undefined; base?: UploadBase | undefined }) {
    const state = await loadTransaction(reads, id, caller, 'read');
    assertNotEncrypted(state);
    const file = await fileOf(state, input.fileId);
    if (isPage(file)) throw new AppError('wrong_mime_type', { fileId: file.id });
    const target = { transaction_id: id, file_id: file.id, base_version: file.version, ...continuationOfFile(file, input.base, 'application/pdf') };
    if (isEditable(state.row.status)) {
      await assertMay(reads, state, caller, 'prepare');
      return { ...(await uploads.open({ userId: caller.userId, holder: holderOf(spaceOfState(state)) }, 'prepared', 'application/pdf', target, input.size)), version: file.version };
    }
    const recipient = activeAs('signer', state, caller, input.byUser);
    assertUnlocked(recipient, caller);
    if (hasSigned(state, recipient, file.id) || isWaiting(state, recipient, file.id)) throw new AppError('conflict', { fileId: file.id, reason: 'signed' });
    assertNobodyWaits(state, recipient, file.id);
    // The upload is counted apart from the signer's own documents. The sender's quota is not checked: a started transaction must
    // be able to finish.
    const opened = await uploads.open({ userId: caller.userId, holder: signingHolder(caller.userId) }, 'signed', 'application/pdf', { ...target, recipient_id: recipient.id }, input.size);
    return { ...opened, version: file.version };
  }

  /**
   * Of several who sign one version of a file at once, the first who is accepted wins. The others wait until then instead of being
   * verified for nothing, and sign again on the new version.
   */
  const sign = (person: Caller, id: string, input: SignBody): Promise<Transaction> => inTurn(`${id}/${input.fileId}`, () => signInTurn(person, id, input));

  async function signInTurn(person: Caller, id: string, input: SignBody): Promise<Transaction> {
    const caller: Caller = { ...person, latlng: input.latlng ?? null, keyOfServer: wantsServer(input) };
    const state = await loadTransaction(reads, id, caller, 'read');
    assertNotEncrypted(state);
    const file = await fileOf(state, input.fileId);
    const recipient = recipientOf(state, caller, input.byUser, 'signer');
    assertUnlocked(recipient, caller);
    return isPage(file) ? signPage(caller, state, { recipient, file }, input) : signDocument(caller, state, { recipient, file }, input);
  }

  async function signPage(caller: Caller, state: TransactionState, { recipient, file }: Pick<AcceptedSignature, 'recipient' | 'file'>, input: SignBody): Promise<Transaction> {
    // A retry whose first response was lost: the page is already signed.
    if (hasSigned(state, recipient, file.id)) return showTo(db, state, caller);
    assertMaySign(caller, state, recipient, input);
    const signing = await pages.accept(caller, state, { recipient, file }, input);
    await assertNotRevoked(signing.verdict, file.id);
    await assertMayTrust(caller, state, recipient, signing.verdict);
    const after = await db.transaction().execute(async (tx) => {
      const locked = await lockForSigner(tx, state.row.id, caller);
      // First, as whoever has signed is not active any more.
      if (hasSigned(locked, recipient, file.id)) throw new AppError('conflict', { fileId: file.id, reason: 'signed' });
      const active = activeAs('signer', locked, caller, recipient.id);
      assertIdentityProven(locked, active);
      assertAttached(locked, active);
      await pages.commit(tx, caller, locked, { ...signing, recipient: active });
      return locked;
    });
    onSigned?.();
    return showTo(db, after, caller);
  }

  /** Throws unless it is the signer's turn and they have done all that is asked of them before. */
  function assertMaySign(caller: Caller, state: TransactionState, recipient: RecipientRow, input: SignBody): void {
    activeAs('signer', state, caller, input.byUser);
    assertIdentityProven(state, recipient);
    assertAttached(state, recipient);
    assertPresent(recipient);
    assertLocated(state, input);
    assertParts(input.appendedSignatures, viewerOf(caller));
  }

  async function signDocument(caller: Caller, state: TransactionState, { recipient, file }: Pick<AcceptedSignature, 'recipient' | 'file'>, input: SignBody): Promise<Transaction> {
    const { id } = state.row;
    if (input.cms !== undefined) throw new AppError('wrong_mime_type', { fileId: file.id });
    const upload = await findNewestUpload(reads, id, file.id, { recipientId: recipient.id, accountId: caller.userId });
    const done = state.signings.find((each) => each.recipient_id === recipient.id && each.file_id === file.id);
    if (done) {
      // A retry whose first response was lost: the file is already signed.
      if (upload && upload.hash !== done.hash) throw new AppError('conflict', { fileId: file.id, reason: 'signed' });
      return showTo(db, state, caller);
    }
    activeAs('signer', state, caller, input.byUser);
    // The signature is accepted already and only waits for its time stamp.
    if (isWaiting(state, recipient, file.id)) return showTo(db, state, caller);
    assertMaySign(caller, state, recipient, input);
    if (upload?.status !== 'stored') throw new AppError('file_body_missing', { fileId: file.id });
    if (upload.base_version !== file.version) throw new AppError('conflict', { fileId: file.id });
    assertNobodyWaits(state, recipient, file.id);
    const signed = wantsServer(input) ? await signForRecipient(caller, state, { recipient, file, upload }) : upload;
    const finished = await finish(caller, state, { recipient, file, upload: signed });
    const after = finished.state === 'signed' ? finished.transaction : await db.transaction().execute((tx) => wait(tx, caller, id, { recipient, file, upload: signed }));
    return showTo(db, after, caller);
  }

  /** Verifies the signature, obtains the proof of time and commits. `acceptedAt`: since when it has waited for that proof. */
  async function finish(caller: Caller, state: TransactionState, { recipient, file, upload }: Omit<AcceptedSignature, 'verdict'>, acceptedAt: Date | null = null): Promise<Finished> {
    // For a resumed signature, the time of signing counts: the certificate may expire and the signer leave meanwhile.
    const at = acceptedAt ?? new Date();
    assertPresent(recipient, at);
    const verdict = await check(state, { recipient, signer: viewerOf(caller), hostName: displayName({ ...caller, first_name: caller.firstName, last_name: caller.lastName }), at }, file, upload);
    await assertMayTrust(caller, state, recipient, verdict);
    const proven = await augmentSignature(state, { recipient, file, upload, verdict });
    if (proven.state === 'waiting') return proven;
    const { upload: augmented, archived, unproven } = proven;
    const lock = acceptedAt === null ? lockForSigner : lockForResumption;
    const transaction = await db.transaction().execute(async (tx) => commit(tx, caller, await lock(tx, state.row.id, caller), { recipient, file, upload: augmented, verdict, archived, unproven })).catch(async (error: unknown) => {
      if (augmented.body_ref !== upload.body_ref) await bodies.drop(augmented.body_ref);
      throw error;
    });
    onSigned?.();
    return { state: 'signed', transaction };
  }

  /** Stores an accepted signature until the time-stamp authority responds. */
  async function wait(tx: Tx, caller: Caller, id: string, { recipient: { id: recipientId }, file, upload }: Omit<AcceptedSignature, 'verdict'>): Promise<TransactionState> {
    const state = await lockTransaction(tx, id, caller, 'read');
    const recipient = activeAs('signer', state, caller, recipientId);
    if (isWaiting(state, recipient, file.id) || hasSigned(state, recipient, file.id)) throw new AppError('conflict', { fileId: file.id, reason: 'signed' });
    assertNobodyWaits(state, recipient, file.id);
    const key = { transaction_id: id, file_id: file.id, recipient_id: recipient.id };
    await addWaitingSigning(tx, state, { ...key, body_ref: upload.body_ref, base_version: file.version, caller: JSON.stringify(caller) });
    await setUploadStatus(tx, upload.body_ref, 'waiting');
    await changeTransaction(tx, state);
    await publishTransactionEvent(tx, state, caller, 'transaction_updated');
    await queueResumption(tx, key);
    return state;
  }

  /** The job: resumes a waiting signature. Throws while the authority is unavailable, so that the queue retries. Idempotent. */
  async function resume(transactionId: string, fileId: string, recipientId: string): Promise<void> {
    const state = await db.transaction().execute((tx) => lockTransactionForJob(tx, transactionId));
    const row = state?.waitingSignings.find((each) => each.file_id === fileId && each.recipient_id === recipientId);
    if (!state || !row) return;
    const caller: Caller = { ...(row.caller as Caller), ...unrestricted };
    try {
      const file = await fileOf(state, fileId);
      const recipient = activeAs('signer', state, caller, recipientId);
      const upload = await findUpload(db, row.body_ref);
      if (!upload || row.base_version !== file.version) throw new AppError('conflict', { fileId });
      const finished = await finish(caller, state, { recipient, file, upload }, row.created_at);
      if (finished.state === 'waiting') throw new StillWaiting(finished.code);
    } catch (error) {
      // The transaction was canceled, declined or reassigned meanwhile, or the signature is no longer acceptable: discard it.
      if (!(error instanceof AppError) || isPassing(error)) throw error;
      await giveUp(row);
    }
  }

  async function giveUp(row: WaitingSigning): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransactionForJob(tx, row.transaction_id);
      if (!(await removeWaitingSigning(tx, state, row))) return;
      await setUploadStatus(tx, row.body_ref, 'refused');
      if (!state) return;
      await changeTransaction(tx, state);
      await publishTransactionEvent(tx, state, null, 'transaction_updated');
    });
  }

  /** Requeues every waiting signature, including those whose jobs have used up their attempts. */
  async function resumeAll(): Promise<void> {
    for (const key of await allWaitingSignings(db)) await db.transaction().execute((tx) => queueResumption(tx, key));
  }

  async function fileOf(state: TransactionState, fileId: string): Promise<FileWithFields> {
    if (!state.fileIds.includes(fileId)) throw new AppError('transaction_id_invalid');
    const file = await findFile(reads, fileId);
    if (!file) throw new AppError('related_file_deleted', { fileId });
    // Not over `reads`: an answer with thousands of fields would delay the queries behind it on a pipelined connection.
    return withFields(db, file);
  }

  async function check(state: TransactionState, { recipient, signer, hostName, at }: { recipient: RecipientRow; signer: Contact; hostName: string; at: Date }, file: FileWithFields, upload: Upload): Promise<SignedVerdict> {
    const recipients = state.recipients.map((each) => toRecipient(each, state));
    const sealed = state.row.password_sealed;
    const about = {
      fields: file.fields, recipients, recipientId: recipient.id, signer, trust, wanted: requiredCertificateOf(state), at, uploadOpenedAt: upload.created_at,
      reasons: recipient.in_person ? reasonsInPerson(recipient, hostName) : [],
      password: sealed === null ? undefined : vault.unseal(sealedNames.transactionPassword(state.row.id), sealed).toString(),
    };
    const verdict = await withBodies(storage, file, upload, (base, staged) =>
      checker.checkSigned({ ...about, base, upload: staged }));
    if (verdict.problems.length > 0) throw new AppError('verification_failed', { fileId: file.id, problems: verdict.problems });
    if (verdict.objects !== null) await storage.storeObjects(upload.body_ref, verdict.objects);
    await assertNotRevoked(verdict, file.id);
    return verdict;
  }

  async function assertNotRevoked({ signature }: Pick<SignedVerdict, 'signature'>, fileId: string): Promise<void> {
    if (signature?.serialNumber && (await isRevoked(reads, signature.serialNumber))) throw new AppError('sign_certificate_revoked', { fileId });
  }

  /** Certificates of other issuers need a plan, unless the sender requires one or the signer already used one in this transaction. */
  async function assertMayTrust(caller: Caller, state: TransactionState, recipient: RecipientRow, { signature }: Pick<SignedVerdict, 'signature'>): Promise<void> {
    const { qualified, smartCard } = requiredCertificateOf(state);
    if (qualified || smartCard || !(await isForeign(signature?.serialNumber))) return;
    const earlier = state.signings.filter((each) => each.recipient_id === recipient.id);
    for (const each of earlier) if (await isForeign(each.signature.serialNumber)) return;
    await entitlements.assertAnywhere(db, caller.userId, { signsForeign: true });
  }

  const isForeign = async (serial: string | null | undefined): Promise<boolean> => Boolean(serial) && !(await isIssuedHere(reads, serial ?? ''));

  async function commit(tx: Tx, caller: Caller, state: TransactionState, signing: Signing): Promise<TransactionState> {
    if (hasSigned(state, signing.recipient, signing.file.id)) throw new AppError('conflict', { reason: 'signed' });
    const recipient = activeAs('signer', state, caller, signing.recipient.id);
    assertIdentityProven(state, recipient);
    assertAttached(state, recipient);
    assertNobodyWaits(state, recipient, signing.file.id);
    // At the same version, the same people have signed the file: whether this signature finishes it did not change meanwhile.
    const [file] = await lockFiles(tx, [signing.file.id]);
    if (file?.version !== signing.file.version) throw new AppError('conflict', { fileId: signing.file.id });
    await insertVersion(tx, {
      file_id: file.id, version: file.version + 1, body_ref: signing.upload.body_ref, mime: signing.upload.mime,
      size: Number(signing.upload.size), hash: signing.upload.hash ?? '', kind: 'signed',
      transaction_id: state.row.id, recipient_id: recipient.id, created_by: caller.userId,
    });
    await setUploadStatus(tx, signing.upload.body_ref, 'used');
    await removeWaitingSigning(tx, state, { transaction_id: state.row.id, file_id: file.id, recipient_id: recipient.id });
    await queueRemoval(tx, await releaseSupersededUploads(tx, signing.upload));
    await writeSigning(tx, config, caller, state, { ...signing, recipient, file: await withFields(tx, file) });
    return state;
  }

  return { updateUrl, sign, resume, resumeAll };
}

const lockForSigner = (tx: Tx, id: string, caller: Caller): Promise<TransactionState> => lockTransaction(tx, id, caller, 'read');

/** The signature was accepted when the signer could read the transaction. Their access code may expire or be replaced meanwhile. */
async function lockForResumption(tx: Tx, id: string): Promise<TransactionState> {
  const state = await lockTransactionForJob(tx, id);
  if (!state) throw new AppError('not_found');
  return state;
}

const isPassing = ({ code }: AppError): boolean => ['service_unavailable', 'request_timeout_error', 'internal_error'].includes(code);

/** The time-stamp authority is still unavailable; the job will be retried. */
class StillWaiting extends Error {}

/** Throws if the sender requires the signer's location and the call lacks it. */
function assertLocated({ options }: TransactionState, { latlng }: SignBody): void {
  if (options.requireRecipientLocation && !latlng) throw new AppError('sign_conditions_not_accepted', { reason: 'location' });
}

function assertParts(signatures: readonly AppendedSignature[], signer: Contact): void {
  for (const signature of signatures) {
    if (!isSignedBy(signature, signer)) throw new AppError('invalid_sig_email');
    if (!signature.date) throw new AppError('invalid_sig_date');
    if (!signature.id) throw new AppError('invalid_sig_id');
    if (!signature.signatureType) throw new AppError('invalid_sig_type');
  }
}

/** A signer with a verified phone number only must not state an e-mail address. */
const isSignedBy = ({ email }: AppendedSignature, signer: Contact): boolean =>
  (signer.email ? Boolean(email) && sameContact({ email }, { email: signer.email }) : !email);
