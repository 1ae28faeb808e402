/** The effects of an accepted signature, in the database transaction that accepts it. */
import type { Field } from '#contract/entities/field.ts';
import { fillableBy, isRecipientSet } from '#contract/entities/field-list.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { ReplacedField } from '#server/platform/database/tables/documents.tables.ts';
import { newId } from '#server/platform/id.ts';
import { insertDetachedSignature } from '#server/repositories/detached-signatures.repository.ts';
import { updateFile } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { addSigning, archiveSignings, changeTransaction } from '#server/services/transactions/transaction-changes.ts';
import { completeRecipient } from '#server/services/transactions/recipient-completion.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { evidenceOf } from './signing-evidence.ts';
import type { DetachedSigning } from './page-signing.ts';
import type { Signing } from './signing.service.ts';
import { personOf, type TransactionState } from '#server/services/transactions/transaction-state.ts';

/** Reports level B-T instead of B-B: every accepted signature has a signature time stamp or a document time stamp. */
const provenInfo = ({ signature }: Signing['verdict']): object => (signature?.level === 'B-B' ? { ...signature, level: 'B-T' } : (signature ?? {}));

export async function writeSigning(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState, signing: Signing): Promise<void> {
  const { file, upload, verdict } = signing;
  const id = newId();
  const fields = filledFields(file.fields, state, signing, id);
  await addSigning(tx, state, {
    ...signingRow(caller, state, signing, id), file_version: file.version + 1, hash: upload.hash ?? '', replaced_fields: JSON.stringify(replacedFields(file.fields, fields)),
    signature: JSON.stringify(provenInfo(verdict)),
  });
  if (signing.archived) await archiveSignings(tx, state, file.id, signing.unproven);
  await updateFile(tx, file.id, { fields: JSON.stringify(fields) });
  await concludeSigning(tx, config, caller, state, signing);
}

/** The effects of an accepted signature beside a file, which stays as it is. */
export async function writeDetachedSigning(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState, signing: DetachedSigning): Promise<void> {
  const { file, verdict, cms } = signing;
  const id = newId();
  await addSigning(tx, state, {
    ...signingRow(caller, state, signing, id), file_version: file.version, hash: file.hash, replaced_fields: JSON.stringify([]), signature: JSON.stringify(verdict.signature ?? {}),
  });
  await insertDetachedSignature(tx, { signing_id: id, cms: Buffer.from(cms) });
  await concludeSigning(tx, config, caller, state, signing);
}

const signingRow = (caller: Caller, state: TransactionState, { recipient, file }: Pick<Signing, 'recipient' | 'file'>, id: string) =>
  ({ id, transaction_id: state.row.id, file_id: file.id, recipient_id: recipient.id, user_id: caller.userId });

async function concludeSigning(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState, signing: Pick<DetachedSigning, 'recipient' | 'file' | 'verdict'>): Promise<void> {
  const { recipient, file } = signing;
  await recordInsight(tx, caller, {
    resourceId: file.id, resourceType: 'document', action: 'file_signed', attributes: { user: personOf(recipient), title: file.title },
    evidence: await evidenceOf(tx, caller, signing),
  });
  const rest = state.fileIds.filter((id) => !state.signings.some((each) => each.recipient_id === recipient.id && each.file_id === id));
  if (rest.length === 0) await completeRecipient(tx, config, caller, state, { recipient });
  else await changeTransaction(tx, state);
}

/**
 * Takes field values from the verified document, never from the client. An unassigned field that the signer filled is assigned to
 * them, so that later signers can't overwrite it.
 */
function filledFields(fields: readonly Field[], state: TransactionState, { recipient, verdict }: Signing, signatureId: string): Field[] {
  const anchor = signatureAnchors(fields, state.recipients).find((each) => each.recipientId === recipient.id);
  const filled = new Set(verdict.filled);
  return fields.map((each) => {
    if (!fillableBy(each, recipient)) return each;
    const isFilled = filled.has(each.fieldName) || (each.group !== null && filled.has(each.group));
    const own = isFilled && !isRecipientSet(each.recipient) ? { ...each, recipient: ownerOf(recipient) } : each;
    if (each.id === anchor?.fieldId || (isPictureType(each.type) && isFilled)) return { ...own, value: { signatureId } };
    const value = verdict.values.get(each.fieldName);
    return value === undefined ? own : { ...own, value };
  });
}

/** The fields that differ, as they were before. */
const replacedFields = (before: readonly Field[], after: readonly Field[]): ReplacedField[] =>
  before.flatMap((each, index) => (each === after[index] ? [] : [{ id: each.id, value: each.value, recipient: each.recipient }]));

const ownerOf = ({ email, phone }: RecipientRow): Field['recipient'] => ({ email, phone, role: null });
