/**
 * Signing, one file at a time, by the active recipient. A signed body is accepted only after the core has verified it; then all
 * effects happen in one database transaction.
 */
import type { SignBody } from '#contract/calls/transactions.calls.ts';
import { sameContact, type Contact } from '#contract/entities/common.ts';
import type { AppendedSignature } from '#contract/entities/signature-info.ts';
import type { UploadBase } from '#contract/entities/storage.ts';
import { isEditable, transactionOptions, type Transaction } from '#contract/entities/transaction.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { DocumentChecker, SignedVerdict, TrustAnchors, WantedCertificate } from '#server/services/documents/document-checker.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import { isIssuedHere, isRevoked } from '#server/repositories/certificates.repository.ts';
import { findFile, insertVersion, lockFiles, withFields, type FileWithFields } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { allWaitingSignings, deleteWaitingSigning, insertWaitingSigning, type WaitingSigning } from '#server/repositories/signings.repository.ts';
import { updateTransaction } from '#server/repositories/transactions.repository.ts';
import { holderOf, signingHolder } from '#server/repositories/storage-use.repository.ts';
import { releaseSupersededUploads, findNewestUpload, findUpload, setUploadStatus, type Upload } from '#server/repositories/uploads.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { publishTransactionEvent, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { assertPresent } from './presence.ts';
import type { GeneratedBodies } from '#server/services/storage/generated-bodies.ts';
import { isLastSigner, type AcceptedSignature, type AugmentSignature } from './signature-augmentation.ts';
import { noClosedOrgIds } from '#server/services/organizations/organization-access.ts';
import { activeOf, assertIdentityProven, recipientOf } from './signer.ts';
import type { SignForRecipient } from './sign-for-recipient.ts';
import { writeSigning } from './signing-effects.ts';
import { reasonsInPerson } from './in-person.ts';
import { queueRemoval } from '#server/services/storage/remove-bodies.ts';
import { queueResumption } from './resumption.ts';
import { spaceOfState, displayName, loadTransaction, lockTransaction, lockTransactionForJob, toRecipient, toTransaction, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { continuationOfFile } from '#server/services/storage/tails.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import { withBodies } from '#server/services/storage/with-bodies.ts';

interface SigningDependencies {
  db: Db;
  storage: Storage;
  checker: DocumentChecker;
  uploads: UploadsService;
  config: NotifyConfig;
  trust: TrustAnchors;
  vault: Pick<KeyVault, 'unseal'>;
  bodies: Pick<GeneratedBodies, 'drop'>;
  signForRecipient: SignForRecipient;
  augmentSignature: AugmentSignature;
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

export type SigningService = ReturnType<typeof createSigningService>;

export function createSigningService(dependencies: SigningDependencies) {
  const { db, storage, checker, uploads, config, trust, vault, bodies, signForRecipient, augmentSignature, entitlements, onSigned } = dependencies;

  /** Opens an upload for the next version of a file: prepared by the sender of a draft, or signed by the active recipient. */
  async function updateUrl(caller: Caller, id: string, input: { fileId: string; byUser?: string | null | undefined; size?: number | undefined; base?: UploadBase | undefined }) {
    const state = await loadTransaction(db, id, caller, 'read');
    const file = await fileOf(state, input.fileId);
    const target = { transaction_id: id, file_id: file.id, base_version: file.version, ...continuationOfFile(file, input.base, 'application/pdf') };
    if (isEditable(state.row.status)) {
      await loadTransaction(db, id, caller, 'prepare');
      return { ...(await uploads.open({ userId: caller.userId, holder: holderOf(spaceOfState(state)) }, 'prepared', 'application/pdf', target, input.size)), version: file.version };
    }
    const recipient = activeOf(state, caller, input.byUser);
    if (hasSigned(state, recipient, file.id) || isWaiting(state, recipient, file.id)) throw new AppError('conflict', { fileId: file.id, reason: 'signed' });
    // The upload is counted apart from the signer's own documents. The sender's quota is not checked: a started transaction must
    // be able to finish.
    const opened = await uploads.open({ userId: caller.userId, holder: signingHolder(caller.userId) }, 'signed', 'application/pdf', { ...target, recipient_id: recipient.id }, input.size);
    return { ...opened, version: file.version };
  }

  async function sign(person: Caller, id: string, input: SignBody): Promise<Transaction> {
    const caller: Caller = { ...person, latlng: input.latlng ?? null, keyOfServer: wantsServer(input) };
    const state = await loadTransaction(db, id, caller, 'read');
    const file = await fileOf(state, input.fileId);
    const recipient = recipientOf(state, caller, input.byUser);
    const upload = await findNewestUpload(db, id, file.id, { recipientId: recipient.id, accountId: caller.userId });
    const done = state.signings.find((each) => each.recipient_id === recipient.id && each.file_id === file.id);
    if (done) {
      // A retry whose first response was lost: the file is already signed.
      if (upload && upload.hash !== done.hash) throw new AppError('conflict', { fileId: file.id, reason: 'signed' });
      return toTransaction(state);
    }
    activeOf(state, caller, input.byUser);
    // The signature is accepted already and only waits for its time stamp.
    if (isWaiting(state, recipient, file.id)) return toTransaction(state);
    assertIdentityProven(state, recipient);
    assertPresent(recipient);
    assertLocated(state, input);
    assertParts(input.appendedSignatures, viewerOf(caller));
    if (upload?.status !== 'stored') throw new AppError('file_body_missing', { fileId: file.id });
    if (upload.base_version !== file.version) throw new AppError('conflict', { fileId: file.id });
    const signed = wantsServer(input) ? await signForRecipient(caller, state, { recipient, file, upload }) : upload;
    const code = await finish(caller, state, { recipient, file, upload: signed });
    if (code !== null) await db.transaction().execute((tx) => wait(tx, caller, id, { recipient, file, upload: signed }));
    return toTransaction(await loadTransaction(db, id, caller, 'read'));
  }

  /** Verifies the signature, obtains the proof of time and commits. Returns the code of what it has to wait for, or null when done. */
  async function finish(caller: Caller, state: TransactionState, { recipient, file, upload }: Omit<AcceptedSignature, 'verdict'>, at = new Date()): Promise<string | null> {
    // For a resumed signature, presence counts at the time of signing.
    assertPresent(recipient, at);
    const verdict = await check(state, { recipient, signer: viewerOf(caller), hostName: displayName({ ...caller, first_name: caller.firstName, last_name: caller.lastName }), at }, file, upload);
    await assertMayTrust(caller, state, recipient, verdict);
    const proven = await augmentSignature(state, { recipient, file, upload, verdict });
    if (proven.state === 'waiting') return proven.code;
    const { upload: kept, archived, unproven } = proven;
    await db.transaction().execute((tx) => commit(tx, caller, state.row.id, { recipient, file, upload: kept, verdict, archived, unproven })).catch(async (error: unknown) => {
      if (kept.body_ref !== upload.body_ref) await bodies.drop(kept.body_ref);
      throw error;
    });
    onSigned?.();
    return null;
  }

  /** Stores an accepted signature until the time-stamp authority responds. */
  async function wait(tx: Tx, caller: Caller, id: string, { recipient: { id: recipientId }, file, upload }: Omit<AcceptedSignature, 'verdict'>): Promise<void> {
    const state = await lockTransaction(tx, id, caller, 'read');
    const recipient = activeOf(state, caller, recipientId);
    if (isWaiting(state, recipient, file.id) || hasSigned(state, recipient, file.id)) throw new AppError('conflict', { fileId: file.id, reason: 'signed' });
    const key = { transaction_id: id, file_id: file.id, recipient_id: recipient.id };
    await insertWaitingSigning(tx, { ...key, body_ref: upload.body_ref, base_version: file.version, caller: JSON.stringify(caller) });
    await setUploadStatus(tx, upload.body_ref, 'waiting');
    await updateTransaction(tx, id, {});
    await publishTransactionEvent(tx, state, caller, 'transaction_updated');
    await queueResumption(tx, key);
  }

  /** The job: resumes a waiting signature. Throws while the authority is unavailable, so that the queue retries. Idempotent. */
  async function resume(transactionId: string, fileId: string, recipientId: string): Promise<void> {
    const state = await db.transaction().execute((tx) => lockTransactionForJob(tx, transactionId));
    const row = state?.waitingSignings.find((each) => each.file_id === fileId && each.recipient_id === recipientId);
    if (!state || !row) return;
    const caller: Caller = { ...(row.caller as Caller), closedOrgIds: noClosedOrgIds };
    try {
      const file = await fileOf(state, fileId);
      const recipient = activeOf(state, caller, recipientId);
      const upload = await findUpload(db, row.body_ref);
      if (!upload || row.base_version !== file.version) throw new AppError('conflict', { fileId });
      // Validates at the time of signing, so that later expiry of the certificate does not matter.
      const code = await finish(caller, state, { recipient, file, upload }, row.created_at);
      if (code !== null) throw new StillWaiting(code);
    } catch (error) {
      // The transaction was canceled, declined or reassigned meanwhile, or the signature is no longer acceptable: discard it.
      if (!(error instanceof AppError) || isPassing(error)) throw error;
      await giveUp(row);
    }
  }

  async function giveUp(row: WaitingSigning): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const state = await lockTransactionForJob(tx, row.transaction_id);
      if ((await deleteWaitingSigning(tx, row)) === undefined) return;
      await setUploadStatus(tx, row.body_ref, 'refused');
      await updateTransaction(tx, row.transaction_id, {});
      if (state) await publishTransactionEvent(tx, state, null, 'transaction_updated');
    });
  }

  /** Requeues every waiting signature, including those whose jobs have used up their attempts. */
  async function resumeAll(): Promise<void> {
    for (const key of await allWaitingSignings(db)) await db.transaction().execute((tx) => queueResumption(tx, key));
  }

  async function fileOf(state: TransactionState, fileId: string): Promise<FileWithFields> {
    if (!state.fileIds.includes(fileId)) throw new AppError('transaction_id_invalid');
    const file = await findFile(db, fileId);
    if (!file) throw new AppError('related_file_deleted', { fileId });
    return withFields(db, file);
  }

  async function check(state: TransactionState, { recipient, signer, hostName, at }: { recipient: RecipientRow; signer: Contact; hostName: string; at: Date }, file: FileWithFields, upload: Upload): Promise<SignedVerdict> {
    const recipients = state.recipients.map((each) => toRecipient(each, state));
    const sealed = state.row.password_sealed;
    const about = {
      fields: file.fields, recipients, recipientId: recipient.id, signer, trust, wanted: wantedOf(state), at, uploadOpenedAt: upload.created_at,
      reasons: recipient.in_person ? reasonsInPerson(recipient, hostName) : [],
      password: sealed === null ? undefined : vault.unseal(sealedNames.transactionPassword(state.row.id), sealed).toString(),
    };
    const verdict = await withBodies(storage, file, upload, (base, staged) =>
      checker.checkSigned({ ...about, base, upload: staged }));
    if (verdict.problems.length > 0) throw new AppError('verification_failed', { fileId: file.id, problems: verdict.problems });
    const serial = verdict.signature?.serialNumber;
    if (serial && (await isRevoked(db, serial))) throw new AppError('sign_certificate_revoked', { fileId: file.id });
    return verdict;
  }

  /** Certificates of other issuers need a plan, unless the sender requires one or the signer already used one in this transaction. */
  async function assertMayTrust(caller: Caller, state: TransactionState, recipient: RecipientRow, { signature }: SignedVerdict): Promise<void> {
    const { qualified, smartCard } = wantedOf(state);
    if (qualified || smartCard || !(await isForeign(signature?.serialNumber))) return;
    const earlier = state.signings.filter((each) => each.recipient_id === recipient.id);
    for (const each of earlier) if (await isForeign(each.signature.serialNumber)) return;
    await entitlements.assertAnywhere(db, caller.userId, { signsForeign: true });
  }

  const isForeign = async (serial: string | null | undefined): Promise<boolean> => Boolean(serial) && !(await isIssuedHere(db, serial ?? ''));

  async function commit(tx: Tx, caller: Caller, id: string, signing: Signing): Promise<void> {
    const state = await lockTransaction(tx, id, caller, 'read');
    if (hasSigned(state, signing.recipient, signing.file.id)) throw new AppError('conflict', { reason: 'signed' });
    const recipient = activeOf(state, caller, signing.recipient.id);
    assertIdentityProven(state, recipient);
    // The kind of proof depends on who signs last; reject if that changed meanwhile.
    if (signing.verdict.signature !== null && isLastSigner(state, recipient) !== signing.archived) throw new AppError('conflict', { fileId: signing.file.id });
    const [file] = await lockFiles(tx, [signing.file.id]);
    if (file?.version !== signing.file.version) throw new AppError('conflict', { fileId: signing.file.id });
    await insertVersion(tx, {
      file_id: file.id, version: file.version + 1, body_ref: signing.upload.body_ref, mime: signing.upload.mime,
      size: Number(signing.upload.size), hash: signing.upload.hash ?? '', kind: 'signed',
      transaction_id: id, recipient_id: recipient.id, created_by: caller.userId,
    });
    await setUploadStatus(tx, signing.upload.body_ref, 'used');
    await deleteWaitingSigning(tx, { transaction_id: id, file_id: file.id, recipient_id: recipient.id });
    await queueRemoval(tx, await releaseSupersededUploads(tx, signing.upload));
    await writeSigning(tx, config, caller, state, { ...signing, recipient, file: await withFields(tx, file) });
  }

  return { updateUrl, sign, resume, resumeAll };
}

const isPassing = ({ code }: AppError): boolean => ['service_unavailable', 'request_timeout_error', 'internal_error'].includes(code);

/** The time-stamp authority is still unavailable; the job will be retried. */
class StillWaiting extends Error {}

/** Whether the signer has no key and the server signs for them. */
const wantsServer = ({ appendedSignatures }: SignBody): boolean => appendedSignatures.some(({ signatureType }) => signatureType === 'server');

const hasSigned = (state: TransactionState, recipient: Pick<RecipientRow, 'id'>, fileId: string): boolean =>
  state.signings.some((each) => each.recipient_id === recipient.id && each.file_id === fileId);

const isWaiting = (state: TransactionState, recipient: Pick<RecipientRow, 'id'>, fileId: string): boolean =>
  state.waitingSignings.some((each) => each.recipient_id === recipient.id && each.file_id === fileId);

/** What the sender requires of the certificate, besides that it is the signer's. */
function wantedOf({ row }: TransactionState): WantedCertificate {
  const options = transactionOptions.parse(row.options);
  return { qualified: options.requireQualifiedCertificate, smartCard: options.requireSmartCard, contactMatch: options.requireCertificateContactMatch };
}

/** Throws if the sender requires the signer's location and the call lacks it. */
function assertLocated({ row }: TransactionState, { latlng }: SignBody): void {
  if (transactionOptions.parse(row.options).requireRecipientLocation && !latlng) throw new AppError('sign_conditions_not_accepted', { reason: 'location' });
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
