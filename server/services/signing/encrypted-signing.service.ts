/**
 * Sending and signing of end-to-end encrypted transactions (0085). The server takes each version as it comes and passes it on: it knows
 * who uploaded it, for which transaction and as which version, and nothing of its content.
 */
import type { OutputOf } from '#contract/calls/calls.ts';
import { encryptedHeader, encryptedMime } from '#contract/entities/encrypted-version.ts';
import { hasWayToSign, isSigner } from '#contract/entities/recipient.ts';
import { isEditable, isRunning, type Transaction } from '#contract/entities/transaction.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { bytesOf } from '#server/adapters/storage/source-bytes.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { findEncryptedVersions, insertEncryptedVersion } from '#server/repositories/encrypted-versions.repository.ts';
import { holderOf, signingHolder } from '#server/repositories/storage-use.repository.ts';
import { findUpload, lockStoredUpload, setUploadStatus, type Upload } from '#server/repositories/uploads.repository.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import type { Caller } from '#server/services/caller.ts';
import { addSentToContacts } from '#server/services/people/contacts-from-sending.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import { assertEncrypted } from '#server/services/transactions/encrypted-transaction.ts';
import { completeRecipient } from '#server/services/transactions/recipient-completion.ts';
import { assertNeedsNoApproval } from '#server/services/transactions/send-approval-state.ts';
import { assertInTime, begin } from '#server/services/transactions/sending.service.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { assertSomebodySigns } from '#server/services/transactions/transaction-parts.ts';
import { assertMay, draftOf, featuredOf, loadTransaction, lockTransaction, ownsOrAdministers, showTo, spaceOfState, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import { activeAs, recipientOf } from './signer.ts';
import { evidenceOfReader } from './signing-evidence.ts';

interface Dependencies {
  db: Db;
  storage: Pick<Storage, 'source'>;
  config: NotifyConfig;
  uploads: Pick<UploadsService, 'open' | 'download'>;
  entitlements: Pick<Entitlements, 'assertFeatures' | 'consume'>;
}

export type EncryptedSigningService = ReturnType<typeof createEncryptedSigningService>;

export function createEncryptedSigningService({ db, storage, config, uploads, entitlements }: Dependencies) {
  async function reading(caller: Caller, id: string): Promise<TransactionState> {
    const state = await loadTransaction(db, id, caller, 'read');
    assertEncrypted(state);
    return state;
  }

  async function uploadUrl(caller: Caller, id: string, { size }: { size?: number | undefined }): Promise<OutputOf<'encryptedTransactions.uploadUrl'>> {
    const state = await reading(caller, id);
    const version = (await findEncryptedVersions(db, id)).length + 1;
    const target = { transaction_id: id, base_version: version - 1 };
    if (isEditable(state.row.status)) {
      await assertMay(db, state, caller, 'sendEncrypted');
      return { ...(await uploads.open({ userId: caller.userId, holder: holderOf(spaceOfState(state)) }, 'encrypted', encryptedMime, target, size)), version };
    }
    const recipient = activeAs('signer', state, caller, null);
    // As with every signature, the sender's quota is not checked: a started transaction must be able to finish.
    return { ...(await uploads.open({ userId: caller.userId, holder: signingHolder(caller.userId) }, 'encrypted', encryptedMime, { ...target, recipient_id: recipient.id }, size)), version };
  }

  async function send(caller: Caller, id: string, { bodyRef }: { bodyRef: string }): Promise<Transaction> {
    const seen = await loadTransaction(db, id, caller, 'read');
    // A retry whose first response was lost.
    if (seen.row.end_to_end_encrypted && isRunning(seen.row.status) && (await ownsOrAdministers(db, seen, caller)) && (await isUsed(db, id, bodyRef))) return showTo(db, seen, caller);
    await assertMay(db, seen, caller, 'sendEncrypted');
    const upload = await findVersion(seen, bodyRef, null);
    const after = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'sendEncrypted');
      assertComplete(state);
      await assertNeedsNoApproval(tx, state.row.org_id, caller.userId);
      await entitlements.assertFeatures(tx, spaceOfState(state), featuredOf(state), state.row.granted_features);
      await addVersion(tx, caller, state, { upload, recipientId: null });
      await entitlements.consume(tx, spaceOfState(state), 'transactions');
      await begin(tx, config, caller, state);
      await addSentToContacts(tx, caller, state.recipients);
      return state;
    });
    return showTo(db, after, caller);
  }

  async function sign(caller: Caller, id: string, { bodyRef }: { bodyRef: string }): Promise<Transaction> {
    const seen = await reading(caller, id);
    if (recipientOf(seen, caller, null, 'signer').completed_at !== null && (await isUsed(db, id, bodyRef))) return showTo(db, seen, caller);
    activeAs('signer', seen, caller, null);
    const upload = await findVersion(seen, bodyRef, (await findEncryptedVersions(db, id)).at(-1) ?? null);
    const after = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'signEncrypted');
      const recipient = activeAs('signer', state, caller, null);
      if (upload.recipient_id !== recipient.id) throw new AppError('file_body_missing');
      await addVersion(tx, caller, state, { upload, recipientId: recipient.id });
      await completeRecipient(tx, config, caller, state, { recipient, evidence: await evidenceOfReader(tx, caller) });
      return state;
    });
    return showTo(db, after, caller);
  }

  /** An upload whose header says that it is the next version of this transaction. What a header can't say is checked by those who can read it. */
  async function findVersion({ row }: TransactionState, bodyRef: string, latest: { version: number; hash: string } | null): Promise<Upload> {
    const upload = await findUpload(db, bodyRef);
    if (upload?.status !== 'stored' || upload.purpose !== 'encrypted' || upload.transaction_id !== row.id) throw new AppError('file_body_missing');
    const version = (latest?.version ?? 0) + 1;
    if (upload.base_version !== version - 1) throw new AppError('conflict');
    const header = await readHeader(storage, bodyRef, Number(upload.size));
    if (header.transactionId !== row.id || header.version !== version) throw new AppError('wrong_mime_type', { reason: 'header' });
    // Everybody would refuse it, and it could not be taken back.
    if (header.previous !== (latest?.hash ?? noDigest)) throw new AppError('wrong_mime_type', { reason: 'previous' });
    return upload;
  }

  async function versions(caller: Caller, id: string): Promise<OutputOf<'encryptedTransactions.versions'>> {
    await reading(caller, id);
    const rows = await findEncryptedVersions(db, id);
    return { versions: rows.map(({ version, recipient_id: recipientId, size, created_at: at }) => ({ version, recipientId, size: Number(size), createdAt: at.toISOString() })) };
  }

  async function downloadUrl(caller: Caller, id: string, { version }: { version?: number | undefined } = {}): Promise<OutputOf<'encryptedTransactions.downloadUrl'>> {
    await reading(caller, id);
    const rows = await findEncryptedVersions(db, id);
    const row = version === undefined ? rows.at(-1) : rows[version - 1];
    if (!row) throw new AppError('version_not_found');
    return { url: uploads.download({ ref: row.body_ref, mime: encryptedMime, name: `${id}-${row.version}.encrypted` }), size: Number(row.size) };
  }

  return { uploadUrl, send, sign, versions, downloadUrl };
}

const isUsed = async (db: Db, id: string, bodyRef: string): Promise<boolean> => (await findEncryptedVersions(db, id)).some((each) => each.body_ref === bodyRef);

/** Only the next version is taken, and each upload once. The caller holds the lock of the transaction. */
async function addVersion(tx: Tx, caller: Caller, { row }: TransactionState, { upload, recipientId }: { upload: Upload; recipientId: string | null }): Promise<void> {
  const version = (await findEncryptedVersions(tx, row.id)).length + 1;
  if (upload.base_version !== version - 1) throw new AppError('conflict');
  const locked = await lockStoredUpload(tx, caller.userId, upload.body_ref, 'encrypted');
  if (!locked) throw new AppError('file_body_missing');
  await insertEncryptedVersion(tx, { transaction_id: row.id, version, body_ref: locked.body_ref, size: Number(locked.size), hash: locked.hash ?? '', recipient_id: recipientId });
  await setUploadStatus(tx, locked.body_ref, 'used');
}

function assertComplete({ recipients, row }: TransactionState): void {
  const unreachable = recipients.filter((each) => !hasWayToSign(draftOf(each)));
  if (recipients.length === 0 || unreachable.length > 0) throw new AppError('fields_empty', { recipients: unreachable.map((each) => each.id) });
  assertSomebodySigns(recipients.filter(isSigner));
  assertInTime(row.expires_at);
}

/** What the first version has in place of a digest. */
const noDigest = '0'.repeat(encryptedHeader.digestLength * 2);

interface Header {
  transactionId: string;
  version: number;
  /** SHA-256 of the encrypted version before, hexadecimal. */
  previous: string;
}

async function readHeader(storage: Dependencies['storage'], ref: string, size: number): Promise<Header> {
  const { idLength, digestLength, transactionAt, versionAt, previousAt, slotsAt } = encryptedHeader;
  if (size < slotsAt) throw new AppError('wrong_mime_type');
  const parts: Uint8Array[] = [];
  for await (const part of bytesOf(await storage.source(ref), 0, slotsAt)) parts.push(part);
  const bytes = Buffer.concat(parts);
  return {
    transactionId: bytes.toString('hex', transactionAt, transactionAt + idLength), version: bytes.readUInt32BE(versionAt),
    previous: bytes.toString('hex', previousAt, previousAt + digestLength),
  };
}
