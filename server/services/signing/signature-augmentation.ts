/**
 * What the server appends to an accepted signature: a time stamp if it has none, and, to the last signature of a file, the
 * evidence for long-term validation. The result replaces the uploaded body, so people download the proven version.
 */
import { isSigner } from '#contract/entities/recipient.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { ProofOutcome, TimeProofs } from '#server/adapters/authority/time-proofs.ts';
import type { SignedVerdict } from '#server/services/documents/document-checker.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Config } from '#server/platform/config.ts';
import type { FileWithFields } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Upload } from '#server/repositories/uploads.repository.ts';
import { prefixOf } from '#server/services/storage/with-bodies.ts';
import type { GeneratedBodies } from '#server/services/storage/generated-bodies.ts';
import { hasSigned } from './signing-progress.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';

/** A signature that was verified. */
export interface AcceptedSignature {
  recipient: RecipientRow;
  file: FileWithFields;
  upload: Upload;
  verdict: SignedVerdict;
}

/**
 * The body to store, and whether it has long-term validation evidence; or the reason to wait for a time-stamp or certificate
 * authority.
 */
type AugmentedSignature =
  | { state: 'proven'; upload: Upload; archived: boolean; unproven: readonly string[] }
  | { state: 'waiting'; code: string };

export type AugmentSignature = (state: TransactionState, signature: AcceptedSignature) => Promise<AugmentedSignature>;

interface Dependencies {
  storage: Storage;
  bodies: GeneratedBodies;
  vault: Pick<KeyVault, 'unseal'>;
  config: Pick<Config, 'limits'>;
  proofs: TimeProofs;
}

/** Whether every other signer has signed the file, so that this recipient's signature finishes it. They may have other files to sign. */
const isLastSigner = (state: TransactionState, recipient: Pick<RecipientRow, 'id'>, fileId: string): boolean =>
  state.recipients.filter(isSigner).every((each) => each.id === recipient.id || hasSigned(state, each, fileId));

export function createSignatureAugmentation({ storage, bodies, vault, config, proofs }: Dependencies): AugmentSignature {
  const largest = config.limits.maxFileSize + sizes.file;

  const passwordOf = ({ row }: TransactionState): string | undefined =>
    row.password_sealed === null ? undefined : vault.unseal(sealedNames.transactionPassword(row.id), row.password_sealed).toString();

  return async (state, { recipient, file, upload, verdict }) => {
    const isLast = isLastSigner(state, recipient, file.id);
    if (verdict.signature === null || (verdict.signature.stamped && !isLast)) return { state: 'proven', upload, archived: false, unproven: [] };
    const base = { ref: upload.body_ref, size: Number(upload.size), hash: upload.hash ?? '' };
    const prefix = await prefixOf(storage, base);
    const source = await storage.source(upload.body_ref);
    // All signatures were validated when this one was accepted.
    const access = { password: passwordOf(state), knownPrefix: prefix, since: base.size };
    const outcome: ProofOutcome = await (isLast ? proofs.archive(source, access) : proofs.stamp(source, access));
    if (outcome.state === 'waiting') return outcome;
    const target = { transaction_id: state.row.id, file_id: file.id, recipient_id: recipient.id, base_version: upload.base_version };
    const { bodyRef, size, hash } = await bodies.append({ userId: upload.owner_id, holder: upload.holder_id }, { purpose: 'signed', mime: upload.mime, maxSize: largest, target }, base, [outcome.bytes]);
    return { state: 'proven', upload: { ...upload, body_ref: bodyRef, size: String(size), hash, base_ref: base.ref }, archived: isLast, unproven: outcome.unproven };
  };
}
