/** The parts of a transaction, writable while it is a draft. */
import type { Insertable } from 'kysely';
import { isPersonName, sameContact } from '#contract/entities/common.ts';
import { isSigner, type CcEntry, type RecipientDraft } from '#contract/entities/recipient.ts';
import { byPlace, inSigningOrder } from '#contract/entities/signing-order.ts';
import { isRunning, withoutRecipients, type TransactionCreate, type TransactionOptions, type TransactionUpdate } from '#contract/entities/transaction.ts';
import { errors } from '#contract/errors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import type { RecipientsTable, TransactionsTable } from '#server/platform/database/tables/documents.tables.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { findFiles, findSentFiles, findUses } from '#server/repositories/files.repository.ts';
import { recipientIdsTaken, setCarbonCopies, setRecipients, type CarbonCopyRow } from '#server/repositories/people.repository.ts';
import { findTemplateUses } from '#server/repositories/templates.repository.ts';
import { insertTransaction, setTransactionFiles, transactionIdTaken } from '#server/repositories/transactions.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { effectiveAccess, refusalIn } from '#server/services/organizations/organization-access.ts';
import { ccOf } from './carbon-copies.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { changeParts, type PartRows } from './transaction-changes.ts';
import type { TransactionState } from './transaction-state.ts';

type Parts = Pick<TransactionUpdate, 'fileIds' | 'cc' | 'recipients'>;
/** What the transaction was created from, if anything. */
export type Origin = Partial<Pick<Insertable<TransactionsTable>, 'end_to_end_encrypted' | 'template_id' | 'bulk_id' | 'corrects_id' | 'duplicate_of' | 'status' | 'granted_features' | 'locks'>>;

/** The options are resolved: the audit option is set. */
type NewTransaction = Omit<TransactionCreate, 'options' | 'endToEndEncrypted'> & { options: TransactionOptions };

/** Creates a transaction owned by the caller, and the first entry of its history. */
export async function writeTransaction(tx: Tx, caller: Caller, id: string, input: NewTransaction, origin: Origin = {}): Promise<void> {
  if (await transactionIdTaken(tx, id)) throw new AppError('conflict');
  const name = input.name ?? (await firstTitle(tx, input.fileIds)) ?? input.message.title;
  await insertTransaction(tx, {
    id, owner_id: caller.userId, org_id: caller.organization?.id ?? null, name, message: JSON.stringify(input.message), options: JSON.stringify(input.options),
    expires_at: input.expiresAt ? new Date(input.expiresAt) : null, ...origin,
  });
  await insertParts(tx, id, await partRows(tx, caller, id, input));
  await recordInsight(tx, caller, { resourceId: id, resourceType: 'transaction', action: 'transaction_created', attributes: { title: name } });
}

/** Throws if there are more files than the installation permits. */
export function assertFewEnough(fileIds: readonly string[] | undefined, { maxFileCount }: Config['limits']): void {
  if (fileIds && fileIds.length > maxFileCount) throw new AppError('request_validation_error', [{ path: 'body/fileIds', message: errors.max_count_exceeded.text }]);
}

export async function firstTitle(tx: Tx, fileIds: readonly string[]): Promise<string | undefined> {
  const [first] = fileIds;
  return first ? (await findFiles(tx, [first]))[0]?.title : undefined;
}

/** Replaces the parts of a draft that are present. */
export async function updateParts(tx: Tx, caller: Caller, state: TransactionState, input: Parts): Promise<void> {
  await changeParts(tx, state, await partRows(tx, caller, state.row.id, input, state));
}

async function insertParts(tx: Tx, id: string, { fileIds, recipients, carbonCopies }: PartRows): Promise<void> {
  if (fileIds) await setTransactionFiles(tx, id, fileIds);
  if (recipients) await setRecipients(tx, id, recipients);
  if (carbonCopies) await setCarbonCopies(tx, id, carbonCopies);
}

/** Checks the parts that are present. Who becomes a recipient gets no copy besides. */
async function partRows(tx: Tx, caller: Caller, id: string, input: Parts, state?: TransactionState): Promise<PartRows> {
  const { fileIds, recipients } = input;
  if (fileIds) await assertUsable(tx, caller, id, fileIds, state?.fileIds);
  if (!recipients && !input.cc) return { fileIds };
  if (recipients) {
    assertDistinct(recipients);
    assertNames(recipients);
    assertOptionsFit(recipients);
    const ids = recipients.flatMap((each) => each.id ?? []);
    if (new Set(ids).size < ids.length || (await recipientIdsTaken(tx, ids, id)).length > 0) throw new AppError('conflict');
  }
  if (input.cc) assertNames(input.cc);
  const cc: CcEntry[] = input.cc ?? (state?.carbonCopies ?? []).map(ccOf);
  const people = recipients ?? state?.recipients ?? [];
  return {
    fileIds, recipients: recipients && inSigningOrder(byPlace(recipients)).map((each, position) => recipientRow(each, id, position)),
    carbonCopies: withoutRecipients(cc, people).map((each, position) => ccRow(each, id, position)),
  };
}

/**
 * Files must be the caller's own, or already in the transaction; not in use by another transaction or template, and never sent
 * before.
 */
async function assertUsable(tx: Tx, caller: Caller, transactionId: string, fileIds: readonly string[], before: readonly string[] = []): Promise<void> {
  if (new Set(fileIds).size < fileIds.length) throw new AppError('request_validation_error', [{ path: 'body/fileIds', message: 'A file is named twice' }]);
  const files = await findFiles(tx, fileIds);
  const missing = fileIds.filter((id) => !files.some((file) => file.id === id));
  if (missing.length > 0) throw new AppError('related_file_deleted', { fileIds: missing });
  const denied = files.find((file) => effectiveAccess(file, caller).ownerId !== caller.userId && !before.includes(file.id));
  if (denied) throw refusalIn(caller, denied.org_id);
  const uses = await findUses(tx, fileIds);
  const busy = uses.filter((use) => use.transactionId !== transactionId && (isRunning(use.status) || use.status === 'draft' || use.status === 'created'));
  const inTemplates = await findTemplateUses(tx, fileIds);
  const taken = [...new Set([...busy.map((use) => use.fileId), ...inTemplates.map((use) => use.fileId), ...(await findSentFiles(tx, fileIds))])];
  if (taken.length > 0) throw new AppError('resource_in_use', { fileIds: taken });
}

function assertDistinct(recipients: readonly RecipientDraft[]): void {
  const repeated = recipients.filter((each, index) => recipients.slice(0, index).some((earlier) => sameContact(earlier, each)));
  if (repeated.length > 0) throw new AppError('match_recipient', repeated.map(({ email, phone }) => ({ email, phone })));
}

/** What proves whose a signature is makes no sense without one. */
function assertOptionsFit(recipients: readonly RecipientDraft[]): void {
  const wrong = recipients.flatMap((each, index) => (isSigner(each) ? [] : [
    ...(each.inPerson ? [`body/recipients/${index}/inPerson`] : []), ...(each.identityRequirements.length > 0 ? [`body/recipients/${index}/identityRequirements`] : []),
  ]));
  if (wrong.length > 0) throw new AppError('request_validation_error', wrong.map((path) => ({ path, message: 'Only for signers' })));
}

/** Throws if nobody signs: nothing in the documents would say who agreed to what. */
export function assertSomebodySigns(recipients: readonly Pick<RecipientDraft, 'participation'>[]): void {
  if (!recipients.some(isSigner)) throw new AppError('not_ready', { signers: 0 });
}

/** Names appear in mails, histories and signatures, so bidirectional controls and invisible characters are rejected. */
export function assertNames(people: readonly Pick<RecipientDraft, 'firstName' | 'lastName'>[]): void {
  const isRefused = (name: string | null): boolean => Boolean(name?.trim()) && !isPersonName(name?.trim() ?? '');
  if (people.some(({ firstName, lastName }) => isRefused(firstName) || isRefused(lastName))) throw new AppError('names_validation');
}

const recipientRow = (recipient: RecipientDraft, transactionId: string, position: number): Insertable<RecipientsTable> => ({
  id: recipient.id ?? newId(),
  transaction_id: transactionId,
  position,
  email: recipient.email,
  phone: recipient.phone,
  first_name: recipient.firstName,
  last_name: recipient.lastName,
  locale: recipient.locale,
  role: recipient.role,
  type: recipient.type,
  participation: recipient.participation,
  in_person: recipient.inPerson,
  signing_order: recipient.signingOrder,
  identity_requirements: recipient.identityRequirements,
  identity_require_manual_approval: recipient.identityRequireManualApproval,
  private_message: recipient.privateMessage,
  // An in-person signer reads on the device of the host, who has access.
  access_code_required: recipient.requireAccessCode && !recipient.inPerson,
  attachments: JSON.stringify(recipient.participation === 'signer' && !recipient.inPerson ? recipient.attachments : []),
  access_code_phone: recipient.requireAccessCode && !recipient.inPerson ? recipient.accessCodePhone : null,
});

const ccRow = (entry: CcEntry, transactionId: string, position: number): CarbonCopyRow => ({
  transaction_id: transactionId,
  position,
  id: entry.id ?? newId(),
  type: entry.type,
  email: entry.email,
  phone: entry.phone,
  first_name: entry.firstName,
  last_name: entry.lastName,
});
