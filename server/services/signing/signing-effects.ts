/** The effects of an accepted signature, in the database transaction that accepts it. */
import type { Field } from '#contract/entities/field.ts';
import { fillableBy, isRecipientSet } from '#contract/entities/field-list.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { ReplacedField } from '#server/platform/database/tables/documents.tables.ts';
import { newId } from '#server/platform/id.ts';
import { updateFile } from '#server/repositories/files.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { findUserByReach } from '#server/repositories/users.repository.ts';
import { requestAudit } from '#server/services/audit/audits.service.ts';
import { countInBulk } from '#server/services/bulks/counters.ts';
import type { Caller } from '#server/services/caller.ts';
import { peopleOfCopies } from '#server/services/transactions/carbon-copies.ts';
import { queueCancellations } from '#server/services/identity-checks/cancellation.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { inviteNext, recipientsInTurn } from '#server/services/transactions/recipient-invitations.ts';
import { addSigning, archiveSignings, changeRecipient, changeTransaction } from '#server/services/transactions/transaction-changes.ts';
import { audienceOf, mailCompletion, mailSignature, publishTransactionEvent, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { evidenceOf } from './signing-evidence.ts';
import type { Signing } from './signing.service.ts';
import type { TransactionState } from '#server/services/transactions/transaction-state.ts';

const person = (row: RecipientRow) => ({ id: row.user_id, email: row.email, phone: row.phone, firstName: row.first_name, lastName: row.last_name });

/** Reports level B-T instead of B-B: every accepted signature has a signature time stamp or a document time stamp. */
const provenInfo = ({ signature }: Signing['verdict']): object => (signature?.level === 'B-B' ? { ...signature, level: 'B-T' } : (signature ?? {}));

export async function writeSigning(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState, signing: Signing): Promise<void> {
  const { recipient, file, upload, verdict } = signing;
  const id = newId();
  const fields = filledFields(file.fields, state, signing, id);
  const row = {
    id, transaction_id: state.row.id, file_id: file.id, recipient_id: recipient.id, user_id: caller.userId,
    file_version: file.version + 1, hash: upload.hash ?? '', signature: JSON.stringify(provenInfo(verdict)),
    replaced_fields: JSON.stringify(replacedFields(file.fields, fields)),
  };
  await addSigning(tx, state, row);
  if (signing.archived) await archiveSignings(tx, state, file.id, signing.unproven);
  await updateFile(tx, file.id, { fields: JSON.stringify(fields) });
  await recordInsight(tx, caller, {
    resourceId: file.id, resourceType: 'document', action: 'file_signed', attributes: { user: person(recipient), title: file.title },
    evidence: await evidenceOf(tx, caller, signing),
  });
  const rest = state.fileIds.filter((id) => !state.signings.some((each) => each.recipient_id === recipient.id && each.file_id === id));
  if (rest.length === 0) await completeRecipient(tx, config, caller, state, recipient);
  else await changeTransaction(tx, state);
}

async function completeRecipient(tx: Tx, config: NotifyConfig, caller: Caller, state: TransactionState, recipient: RecipientRow): Promise<void> {
  await changeRecipient(tx, recipient, { completed_at: new Date(), next_reminder_at: null });
  await recordInsight(tx, caller, {
    resourceId: state.row.id, resourceType: 'transaction', action: 'transaction_signed_by_recipient',
    attributes: { user: person(recipient), title: state.row.name },
  });
  await publishTransactionEvent(tx, state, caller, 'transaction_signed_by_recipient');
  if (recipientsInTurn(state).length > 0) {
    await changeTransaction(tx, state);
    await mailSignature(tx, config, state, recipient);
    await inviteNext(tx, config, state, caller);
    return;
  }
  const newReaders = await membersOfCopiedTeams(tx, state);
  if (state.identityChecks.length > 0) await queueCancellations(tx, state.row.id);
  await changeTransaction(tx, state, { status: 'completed', completed_at: new Date(), shared_with: [...state.row.shared_with, ...newReaders], password_sealed: null });
  await recordInsight(tx, caller, {
    resourceId: state.row.id, resourceType: 'transaction', action: 'transaction_completed', attributes: { title: state.row.name },
  });
  await publishTransactionEvent(tx, state, caller, 'transaction_completed', { userIds: [...audienceOf(state), ...(await accountsOfCopies(tx, state))] });
  await countInBulk(tx, state, 'completed');
  if (state.options.includeFileAudit) await requestAudit(tx, state);
  await mailCompletion(tx, config, state, newReaders);
}

/** The accounts of copy recipients with a verified address; they may read the transaction from now on. */
async function accountsOfCopies(tx: Tx, { carbonCopies }: TransactionState): Promise<string[]> {
  const accounts: string[] = [];
  for (const { email, phone } of carbonCopies) {
    if (email === null && phone === null) continue;
    const user = await findUserByReach(tx, email === null ? { email, phone: phone ?? '' } : { email });
    if (user && (email === null ? user.phone_verified : user.email_verified)) accounts.push(user.id);
  }
  return accounts;
}

/** The current members of the copied teams who may not read the transaction yet. */
async function membersOfCopiedTeams(tx: Tx, { carbonCopies, row }: TransactionState): Promise<string[]> {
  const people = await peopleOfCopies(tx, carbonCopies, row.owner_id);
  return people.filter((id) => id !== row.owner_id && !row.shared_with.includes(id));
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
